internal import Dispatch

/// Work that blocks its thread, done on a thread that no task of the caller's runs on. The few threads of Swift's tasks
/// are not for waiting.
package enum BlockingWork {
    /// Does it, and suspends the task until it is done.
    package static func run<T>(_ body: @escaping @Sendable () throws -> sending T) async throws -> sending T {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(with: Result { try body() })
            }
        }
    }
}
