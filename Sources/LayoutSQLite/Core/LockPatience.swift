internal import LayoutCSQLite
internal import LayoutPlatform

/// Waits for the locks of other connections, on SQLite's behalf: for a time, and no longer than until
/// the connection is interrupted.
///
/// SQLite's own rule sleeps longer each time, up to a tenth of a second. It loses every race with a writer that
/// releases the lock only briefly, and its sleep cannot be interrupted.
final class LockPatience {
    /// How long one wait lasts at most.
    var timeout: Duration
    private let interruption: InterruptHandle
    private var deadline = ContinuousClock.now
    private var interruptions = 0
    /// Whether the last wait ended because of an interruption: its failure is one, too.
    private(set) var wasInterrupted = false

    /// How often the lock is tried for: each try takes some microseconds.
    ///
    /// Less than ``WriterCourtesy/shortPause``, so that none is missed.
    static let interval = 400 as Int64

    init(timeout: Duration, interruption: InterruptHandle) {
        self.timeout = timeout
        self.interruption = interruption
    }

    /// Whether SQLite should try for the lock once more, after a moment.
    ///
    /// - Parameter attempts: How often it has been asked during this wait.
    func shouldTryAgain(attempts: Int32) -> Bool {
        if attempts == 0 {
            wasInterrupted = false
            interruptions = interruption.interruptionCount
            deadline = ContinuousClock.now + timeout
        }
        guard !interruption.isCancelled, interruption.interruptionCount == interruptions, !Task.isCancelled else {
            wasInterrupted = true
            return false
        }
        let remaining = deadline - ContinuousClock.now
        guard remaining > .zero else { return false }
        usleep(UInt32(clamping: min(Self.interval, remaining.microseconds + 1)))
        return true
    }

    /// A result code with what this wait knows of it.
    func translated(_ code: Int32) -> Int32 {
        guard code & 0xFF == SQLITE_BUSY, wasInterrupted else { return code }
        wasInterrupted = false
        return SQLITE_INTERRUPT
    }
}

extension LockPatience {
    /// Makes a connection ask this object when a lock is in its way.
    ///
    /// The connection keeps it alive, and takes it away from SQLite before it lets go of it.
    func install(on handle: OpaquePointer) {
        unsafe sqlite3_busy_handler(
            handle,
            { context, attempts in
                guard let context = unsafe context else { return 0 }
                let patience = unsafe Unmanaged<LockPatience>.fromOpaque(context).takeUnretainedValue()
                return patience.shouldTryAgain(attempts: attempts) ? 1 : 0
            }, unsafe Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Duration {
    /// Whole microseconds, at most some thousand years.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, .max / 2_000_000) * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
