internal import Dispatch
internal import Synchronization

/// Runs one thing for as long as another one takes on another thread.
enum Meanwhile {
    /// - Parameters:
    ///   - work: The slow work, on another thread.
    ///   - body: Runs until its argument reports that the work is done.
    /// - Throws: An error of either closure; the work is over then.
    static func run<T>(
        _ work: @escaping @Sendable () throws -> Void, _ body: (_ isDone: () -> Bool) throws -> T
    ) throws -> T { try run(async: { try work() }, body).body }

    static func run<Done: Sendable, T>(
        async work: @escaping @Sendable () async throws -> Done, _ body: (_ isDone: () -> Bool) throws -> T
    ) throws -> (work: Done, body: T) {
        let outcome = Mutex<Result<Done, any Error>?>(nil)
        let finished = DispatchSemaphore(value: 0)
        Task.detached {
            let result: Result<Done, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
            finished.signal()
        }
        let result = Result { try body { outcome.withLock { $0 != nil } } }
        finished.wait()
        guard let done = try outcome.withLock({ try $0?.get() }) else { throw CancellationError() }
        return (done, try result.get())
    }
}
