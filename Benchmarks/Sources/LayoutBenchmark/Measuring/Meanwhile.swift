internal import Dispatch
internal import Synchronization

/// Has one thing go on for as long as another one takes on another thread.
enum Meanwhile {
    /// - Parameters:
    ///   - work: The slow work, on another thread.
    ///   - body: Runs until its argument reports that the work is done.
    /// - Throws: An error of either closure; the work is over then.
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
