import Dispatch

/// A door that one thread waits at until another opens it: how a test draws an interleaving.
struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    /// Waits, for ever if need be: a test that would wait here is broken, and the harness ends it.
    func pass() { semaphore.wait() }
}

/// Runs a closure on a separate thread; `join` waits for it and passes its error on.
final class Worker: Sendable {
    private let result: Result
    private let group = DispatchGroup()

    /// Guarded by the group: written before `leave`, read after `wait`.
    private final class Result: @unchecked Sendable { var error: (any Error)? }

    init(_ body: @escaping @Sendable () throws -> Void) {
        let result = Result()
        self.result = result
        DispatchQueue(label: "worker").async(group: group) {
            do { try body() } catch { result.error = error }
        }
    }

    func join() throws {
        group.wait()
        if let error = result.error { throw error }
    }
}
