internal import Dispatch
internal import LayoutPlatform
internal import Synchronization

/// Threads that compute for as long as something else is measured.
enum BusyThreads {
    /// Calls `body` while the given number of threads are busy.
    static func running<T>(_ count: Int, _ body: () throws -> T) rethrows -> T {
        let flag = Flag()
        let group = DispatchGroup()
        for _ in 0..<count {
            DispatchQueue(label: "busy").async(group: group) {
                while !flag.isOver.load(ordering: .relaxed) {}
            }
        }
        defer {
            flag.isOver.store(true, ordering: .relaxed)
            group.wait()
        }
        return try body()
    }

    private final class Flag: Sendable {
        let isOver = Atomic<Bool>(false)
    }
}

/// How many processors there are.
enum ProcessorCount {
    static var value: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
