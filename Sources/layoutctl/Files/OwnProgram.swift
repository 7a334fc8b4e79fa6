/// Where this program is.
enum OwnProgram {
    /// A path that starts this program again, whatever name it was called by.
    static var path: String {
        #if os(Linux)
        if let path = FilePath.linkTarget("/proc/self/exe") { return path }
        #endif
        return CommandLine.arguments[0]
    }
}
