import Testing

/// Everything that runs against real servers in real time; one test after the other, so that none steals another's
/// time, and none for ever.
@Suite(.serialized, .timeLimit(.minutes(3)))
enum OnRealParts {}
