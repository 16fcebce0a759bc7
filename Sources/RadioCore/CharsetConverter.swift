import CLinux
import Glibc

/// The one owner of an iconv conversion from a named charset to UTF-8.
///
/// It belongs to whoever made it and stays on one thread at a time; iconv itself keeps no state outside of it.
@safe
struct CharsetConverter: ~Copyable {
    /// The longest charset name that is looked up.
    private static let longestName = 40
    /// How many bytes of UTF-8 are made at a time.
    private static let chunk = 1024

    /// What iconv answered to one call.
    private enum Step {
        case finished
        case moreRoom
        case failed
    }

    private let handle: iconv_t

    /// Opens the conversion, or gives `nil` where iconv does not know the charset `name`.
    ///
    /// Only plain names are passed on: a `/` would add options of iconv's own to a name that came from outside.
    init?(from name: String) {
        guard !name.isEmpty, name.utf8.count <= Self.longestName, name.utf8.allSatisfy(Self.isPlain) else { return nil }
        // Safe: both strings live for the call; the failure value is the all-ones pointer that POSIX names.
        let opened = unsafe iconv_open("UTF-8", name)
        guard let opened = unsafe opened, Int(bitPattern: opened) != -1 else { return nil }
        unsafe handle = opened
    }

    deinit {
        // Safe: the handle is open, this is its only owner, and nothing uses it afterwards.
        unsafe iconv_close(handle)
    }

    /// `bytes` as text, or `nil` where they are not of this charset. A character cut off at the end is left out.
    func text(of bytes: [UInt8]) -> String? {
        var input = bytes.map { CChar(bitPattern: $0) }
        var output: [UInt8] = []
        var consumed = 0
        while true {
            switch step(&input, from: &consumed, into: &output) {
            case .finished: return String(validating: output, as: UTF8.self)
            case .moreRoom: continue
            case .failed: return nil
            }
        }
    }

    /// Converts what fits into one chunk, and says how it went on.
    private func step(_ input: inout [CChar], from consumed: inout Int, into output: inout [UInt8]) -> Step {
        var room = [CChar](repeating: 0, count: Self.chunk)
        var left = input.count - consumed
        var free = room.count
        // Safe: both pointers and lengths describe arrays that outlive the call; iconv stays within them.
        let code = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe room.withUnsafeMutableBufferPointer { target in
                var from = unsafe source.baseAddress.map { unsafe $0 + consumed }
                var to = target.baseAddress
                return unsafe iconv(handle, &from, &left, &to, &free) == -1 ? errno : 0
            }
        }
        consumed = input.count - left
        output.append(contentsOf: room.prefix(room.count - free).map { UInt8(bitPattern: $0) })
        switch code {
        case 0, EINVAL: return .finished
        case E2BIG: return free < room.count ? .moreRoom : .failed
        default: return .failed
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"): true
        default: false
        }
    }
}
