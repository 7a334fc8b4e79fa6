internal import Dispatch
internal import Synchronization

/// Has one thing go on for as long as another one takes on another thread.
enum Meanwhile {
    /// - Parameters:
    ///   - work: What takes its time on another thread.
    ///   - body: Goes on until it is told that the work is done.
    /// - Throws: What either of them throws; the work is over then.
    static func run<T>(
        _ work: @escaping @Sendable () throws -> Void, _ body: (_ isDone: () -> Bool) throws -> T
    ) throws -> T {
        let outcome = Mutex<Result<Void, any Error>?>(nil)
        let finished = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            let result = Result<Void, any Error> { try work() }
            outcome.withLock { $0 = result }
            finished.signal()
        }
        let result = Result { try body { outcome.withLock { $0 != nil } } }
        finished.wait()
        try outcome.withLock { try $0?.get() }
        return try result.get()
    }
}
