internal import Dispatch

/// Work that blocks its thread, done on a thread that no task of the caller's runs on. The few threads of Swift's tasks
/// are not for waiting.
///
/// The work is a part of the task that awaits it, and notices its cancellation.
package final class BlockingWork: TaskExecutor {
    // A serial queue gets its own thread when it needs one. A concurrent one shares the few that Swift's tasks run on,
    // and two long statements would stop them all.
    private let queue = DispatchQueue(label: "LayoutSQLite.work")

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Does work on this thread.
    func run<T: Sendable, Failure>(_ work: @Sendable () throws(Failure) -> T) async throws(Failure) -> T {
        try await withTaskExecutorPreference(self) { () async throws(Failure) in try work() }
    }

    /// Does work on a separate thread, and suspends the task until it is done.
    package static func run<T: Sendable, Failure>(
        _ work: @Sendable () throws(Failure) -> T
    ) async throws(Failure) -> T { try await BlockingWork().run(work) }
}
