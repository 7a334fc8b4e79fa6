internal import LayoutPlatform

/// The most memory that this process has held at once.
enum PeakMemory {
    /// In bytes; NaN if the system does not report it.
    ///
    /// On Linux it is `VmHWM` of `/proc/self/status` (proc(5)). A child process takes over the value of `getrusage`,
    /// `ru_maxrss`, from the one that started it (getrusage(2)).
    static var bytes: Double {
        #if canImport(Darwin)
        var usage = rusage()
        return unsafe getrusage(RUSAGE_SELF, &usage) == 0 ? Double(usage.ru_maxrss) : .nan
        #else
        let lines = (try? BenchmarkCommand.text(of: "/proc/self/status"))?.split(separator: "\n") ?? []
        let words = lines.first { $0.hasPrefix("VmHWM:") }?.split { $0 == " " || $0 == "\t" } ?? []
        return words.count > 1 ? (Double(words[1]) ?? .nan) * 1024 : .nan
        #endif
    }
}
