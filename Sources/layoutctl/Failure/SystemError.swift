#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The system's words for its error numbers.
enum SystemError {
    static func message(_ code: CInt) -> String {
        unsafe String(cString: strerror(code))
    }
}
