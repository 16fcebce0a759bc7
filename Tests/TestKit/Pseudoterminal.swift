import Foundation

/// What can be compared of a terminal's settings.
package struct TerminalSettings: Equatable, Sendable {
    /// Input, output, control and local mode flags, in this order.
    package let flags: [UInt32]
}

/// A terminal of which the test holds the keyboard's end.
package final class Pseudoterminal: Sendable {
    /// The device that the child opens.
    package let path: String
    private let keyboard: Int32
    // Held open so that the terminal, and with it its settings, outlives the child.
    private let device: Int32

    /// Makes one, whose output nobody reads yet.
    package init() throws {
        // As posix_openpt, unlockpt and ptsname do, which Swift does not see.
        keyboard = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard keyboard >= 0 else { throw SystemError("open /dev/ptmx") }
        var isLocked: Int32 = 0
        var number: Int32 = -1
        guard unsafe ioctl(keyboard, Self.setLock, &isLocked) == 0, unsafe ioctl(keyboard, Self.getNumber, &number) == 0
        else { throw SystemError("unlock a terminal") }
        path = "/dev/pts/\(number)"
        device = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard device >= 0 else { throw SystemError("open \(path)") }
    }

    // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    deinit {
        close(device)
        close(keyboard)
    }

    /// A descriptor of the reader's own, from which comes what the child writes.
    func reader() -> Int32 {
        fcntl(keyboard, F_DUPFD_CLOEXEC, 3)
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        // Safe: the array is read during the call only.
        unsafe write(keyboard, bytes, bytes.count)
    }

    func resize(columns: Int) {
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(keyboard, UInt(TIOCSWINSZ), &size)
    }

    func settings() -> TerminalSettings? {
        var settings = termios()
        guard unsafe tcgetattr(device, &settings) == 0 else { return nil }
        return TerminalSettings(flags: [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag])
    }
}
