#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Where this program lies.
enum OwnProgram {
    /// A path that starts this program again, whatever name it was called by.
    static var path: String {
        #if os(Linux)
        if let path = linkTarget("/proc/self/exe") { return path }
        #endif
        return CommandLine.arguments[0]
    }

    private static func linkTarget(_ link: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe readlink(link, bytes.assumingMemoryBound(to: CChar.self).baseAddress!, bytes.count)
        }
        // A path that fills the buffer may have been cut.
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
