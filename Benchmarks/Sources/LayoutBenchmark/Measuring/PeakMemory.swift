internal import LayoutPlatform

/// The most memory that this process has held at once.
enum PeakMemory {
    /// In bytes; nil if the system does not report it.
    ///
    /// On Linux it is `VmHWM` of `/proc/self/status` (proc(5)). A child process takes over the value of `getrusage`,
    /// `ru_maxrss`, from the one that started it (getrusage(2)).
    static var bytes: Int? {
        #if canImport(Darwin)
        var usage = rusage()
        guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
        return usage.ru_maxrss
        #else
        guard let file = unsafe fopen("/proc/self/status", "r") else { return nil }
        defer { unsafe fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { unsafe free(line) }
        while unsafe getline(&line, &capacity, file) > 0, let text = unsafe line {
            let words = unsafe String(cString: text).split { $0 == " " || $0 == "\t" || $0 == "\n" }
            if words.count >= 2, words[0] == "VmHWM:" { return Int(words[1]).map { $0 * 1024 } }
        }
        return nil
        #endif
    }
}
