import Playlists
import Testing

@testable import StreamInput

struct HLSScheduleTests {
    /// A list of segments of 4 s with these numbers; their addresses begin with `name`.
    private func list(
        _ numbers: Range<Int>, name: String = "s", isEnded: Bool = false, tags: [Int: String] = [:], head: String = ""
    ) throws -> HLSMedia {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n\(head)"
        for number in numbers {
            text += "\(tags[number] ?? "")#EXTINF:4,\n\(name)\(number).ts?t=\(numbers.upperBound)\n"
        }
        if isEnded { text += "#EXT-X-ENDLIST\n" }
        guard case .media(let media) = try HLSList.read(Array(text.utf8), base: "http://h/") else {
            throw StreamError.undecodable("no media list")
        }
        return media
    }

    @Test func `begins a live stream three target durations before its end, and waits at that`() throws {
        let course = Course(try list(10..<15))
        #expect(course.bring() == [-12, 13, 14])
        #expect(course.step == .wait)
        #expect(course.take(try list(11..<16)))
        #expect(course.bring() == [15])
        #expect(!course.take(try list(11..<16)))
        #expect(course.step == .wait)
    }

    @Test func `plays what has an end from its beginning to it`() throws {
        var course = Course(try list(1..<6, isEnded: true))
        #expect(course.bring() == [-1, 2, 3, 4, 5])
        #expect(course.step == .end)
        course = Course(try list(10..<15))
        #expect(course.bring() == [-12, 13, 14])
        #expect(course.take(try list(10..<16, isEnded: true)))
        #expect(course.bring() == [15])
        #expect(course.step == .end)
    }

    @Test func `says what does not follow: a discontinuity, another map, a gap`() throws {
        var course = Course(try list(10..<14, tags: [12: "#EXT-X-DISCONTINUITY\n"]))
        #expect(course.bring() == [-11, -12, 13])
        // The tag has left the list, which does not count what is gone.
        _ = course.take(try list(13..<16))
        #expect(course.bring() == [14, 15])
        course = Course(try list(10..<13, tags: [10: "#EXT-X-MAP:URI=\"a\"\n", 12: "#EXT-X-MAP:URI=\"b\"\n"]))
        #expect(course.bring() == [-10, 11, -12])
        course = Course(try list(10..<13, tags: [11: "#EXT-X-GAP\n"]))
        #expect(course.bring(most: 1) == [-10])
        guard case .bring(let behind, false) = course.step else { throw StreamError.undecodable("no step") }
        #expect(behind.number == 12 && course.lost(before: behind) == .seconds(4))
    }

    @Test func `goes on with the oldest there is when the list has moved past it`() throws {
        let course = Course(try list(10..<15))
        _ = course.bring()
        _ = course.take(try list(20..<25))
        guard case .bring(let next, false) = course.step else { throw StreamError.undecodable("no step") }
        #expect(next.number == 20 && course.lost(before: next) == .seconds(20))
        #expect(course.bring() == [-20, 21, 22, 23, 24])
    }

    @Test func `jumps to the live edge behind what is missing, never back`() throws {
        var course = Course(try list(10..<18))
        guard case .bring(let first, _) = course.step else { throw StreamError.undecodable("no step") }
        course.finish(first)
        course.miss(try list(10..<18).segments[6])
        #expect(course.bring() == [-17])
        course = Course(try list(10..<15))
        _ = course.bring()
        _ = course.take(try list(14..<30))
        course.miss(try list(14..<30).segments[1])
        #expect(course.bring() == [-27, 28, 29])
        course.miss(try list(14..<30).segments[15])
        #expect(course.step == .wait)
        // What has an end has no live edge.
        course = Course(try list(1..<5, isEnded: true))
        course.miss(try list(1..<5).segments[1])
        #expect(course.bring() == [-3, 4])
    }

    @Test func `passes over what cannot be had`() throws {
        let course = Course(try list(10..<15))
        #expect(course.bring(most: 1) == [-12])
        course.skip(try list(10..<15).segments[3])
        #expect(course.bring() == [-14])
    }

    @Test func `begins anew when the numbers do`() throws {
        let course = Course(try list(10..<15))
        _ = course.bring()
        #expect(course.take(try list(0..<4, name: "other")))
        #expect(course.bring() == [-1, 2, 3])
        // The same numbers again, but other segments.
        #expect(course.take(try list(1..<3, name: "third")))
        #expect(course.bring() == [-1, 2])
    }

    @Test func `is not misled by an old copy of the list, nor by an empty one`() throws {
        let course = Course(try list(10..<15))
        _ = course.bring()
        #expect(!course.take(try list(9..<14)))
        #expect(course.step == .wait)
        #expect(!course.take(try list(0..<0)))
        #expect(course.take(try list(11..<16)))
        #expect(course.bring() == [15])
    }

    @Test func `waits for the first segment of an empty list`() throws {
        let course = Course(try list(0..<0))
        #expect(course.step == .wait)
        #expect(course.take(try list(0..<1)))
        guard case .bring(let first, false) = course.step else { throw StreamError.undecodable("no step") }
        #expect(first.number == 0)
        #expect(Course(try list(0..<0, isEnded: true)).step == .end)
    }
}

/// A schedule that is followed.
private final class Course {
    private var schedule: HLSSchedule

    init(_ media: HLSMedia) { schedule = HLSSchedule(media) }

    var step: HLSSchedule.Step { schedule.step }
    func take(_ media: HLSMedia) -> Bool { schedule.take(media) }
    func finish(_ segment: HLSSegment) { schedule.finish(segment) }
    func miss(_ segment: HLSSegment) { schedule.miss(segment) }
    func skip(_ segment: HLSSegment) { schedule.skip(segment) }
    func lost(before segment: HLSSegment) -> Duration { schedule.lost(before: segment) }

    /// Brings what there is, and says which numbers, negative where one does not follow.
    func bring(most: Int = 100) -> [Int] {
        var numbers: [Int] = []
        while numbers.count < most, case .bring(let segment, let follows) = schedule.step {
            numbers.append(follows ? segment.number : -segment.number)
            schedule.finish(segment)
        }
        return numbers
    }
}
