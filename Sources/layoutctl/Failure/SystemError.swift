internal import LayoutPlatform

/// The system's words for its error numbers.
enum SystemError {
    static func message(_ code: CInt) -> String {
        unsafe String(cString: strerror(code))
    }
}
