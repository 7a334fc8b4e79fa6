import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A terminal without a user: a program's output to it can be read.
final class PseudoTerminal {
    let program: FileHandle
    private let reader: CInt

    init(columns: Int) throws {
        #if os(Linux)
        // The work of posix_openpt and its companions, which Swift does not see there: ioctl_tty(2).
        reader = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var isLocked: CInt = 0
        var number: CUnsignedInt = 0
        let unlock = 0x4004_5431 as UInt
        let nameOfOther = 0x8004_5430 as UInt
        let isOpen = unsafe ioctl(reader, unlock, &isLocked) == 0 && ioctl(reader, nameOfOther, &number) == 0
        try #require(isOpen)
        let name = "/dev/pts/\(number)"
        #else
        reader = posix_openpt(O_RDWR | O_NOCTTY)
        try #require(reader >= 0 && grantpt(reader) == 0 && unlockpt(reader) == 0)
        let name = unsafe String(cString: try #require(unsafe ptsname(reader)))
        #endif
        let descriptor = unsafe open(name, O_RDWR | O_NOCTTY)
        try #require(descriptor >= 0)
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        let isSized = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0
        try #require(isSized)
        // Line feeds stay what they are.
        var settings = termios()
        _ = unsafe tcgetattr(descriptor, &settings)
        settings.c_oflag &= ~tcflag_t(OPOST)
        _ = unsafe tcsetattr(descriptor, TCSANOW, &settings)
        program = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit { close(reader) }

    /// The output up to now.
    func text() -> String {
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(reader, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
