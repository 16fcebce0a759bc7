// swift-format-ignore: AlwaysUseLowerCamelCase
/// The version of this program, as `--version` and the HTTP user agent tell it.
public let RadioSpiralVersion = "0.1.0"
