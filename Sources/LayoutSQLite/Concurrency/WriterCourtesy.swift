internal import LayoutPlatform

/// How long a job that writes again and again pauses between two transactions, so that writers of other processes get
/// their turn.
///
/// SQLite does not report whether another process is waiting. SQLite's own busy handler tries for the lock after 1, 2,
/// 5, 10, 15, 20, 25, 25, 25, 50, 50 and then each 100 milliseconds. It holds nothing in between. But it
/// is known whether another process has the file open. Without one there is no pause at all. Beside one, the lock is
/// left free for over 25 milliseconds before it has been taken again and again for a tenth of a second. A process that
/// began to wait in that time still tries at least every 25, and so gets in.
///
/// On a busy machine its sleep may take longer, so that it misses that time, and its next sleeps are of 50 and 100
/// milliseconds. A process that has written before, and does not in such a time, may have missed it. Then the lock
/// stays free until it writes, for as long as its next sleep takes. Once two such times went by, it has nothing to
/// write.
struct WriterCourtesy {
    /// Longer than ``Connection/LockPatience/interval``: who waits by our own rule gets in at each.
    static let shortPause = Duration.microseconds(550)
    /// How often there is one of those.
    private static let shortInterval = Duration.milliseconds(40)
    /// How long the lock may be taken again and again.
    static let longestHold = Duration.milliseconds(92)
    /// How long the lock is free after a time, by the longest sleep of a process that has waited for as long. That
    /// includes two milliseconds for its own delays. The first line is the rule, the rest are for a transaction or a
    /// disk that took longer than planned.
    private static let gaps: [(hold: Duration, gap: Duration)] = [
        (.milliseconds(103), .milliseconds(27)), (.milliseconds(178), .milliseconds(52)),
    ]
    private static let longestGap = Duration.milliseconds(102)
    /// How long the lock stays free for a process that seems to have missed the first, and the second time.
    private static let extendedGaps = [Duration.milliseconds(52), .milliseconds(102)]
    /// How often a job looks whether that process has written.
    private static let look = Duration.milliseconds(5)

    /// Since when the lock has been taken again and again.
    private var heldSince: ContinuousClock.Instant?
    private var lastEnd: ContinuousClock.Instant?
    private var lastPause: ContinuousClock.Instant?
    /// The last gap that is not over yet, or that no other process has written in.
    private var gapStart: ContinuousClock.Instant?
    /// The file's version as the job's connection sees it: it changes with the commits of other connections.
    private var version: Int64?
    /// How many gaps in a row went by without a commit of another process, after one that had any. A process of which
    /// nothing is known may have missed the first gap of all.
    private var missedGaps = WriterCourtesy.extendedGaps.count - 1

    /// Notes that a transaction has begun, also while no other process has the file open: one that comes then has its
    /// turn at once.
    mutating func noteBeginning(at now: ContinuousClock.Instant) {
        if heldSince == nil || isFree(at: now) { heldSince = now }
    }

    /// Notes that a transaction is over.
    mutating func noteEnd(at now: ContinuousClock.Instant) { lastEnd = now }

    /// Whether every process that waits has tried since the last transaction.
    private func isFree(at now: ContinuousClock.Instant) -> Bool {
        lastEnd.map { now - $0 >= Self.gaps[0].gap } ?? true
    }

    /// Whether other processes should have their turn before the lock is taken again: a transaction ends for that.
    func isGapDue(at now: ContinuousClock.Instant) -> Bool {
        heldSince.map { now - $0 >= Self.longestHold } ?? false
    }

    /// How long to pause after a transaction, beside another process that has the file open.
    mutating func pause(at now: ContinuousClock.Instant) -> Duration {
        guard let heldSince, !isFree(at: now) else { return .zero }
        let hold = now - heldSince
        if hold >= Self.longestHold {
            self.heldSince = nil
            lastPause = now
            gapStart = now
            return Self.gaps.first { hold <= $0.hold }?.gap ?? Self.longestGap
        }
        if let lastPause, now - lastPause < Self.shortInterval { return .zero }
        lastPause = now
        return Self.shortPause
    }

    /// Notes the file's version, which is another one after a commit of another process.
    mutating func noteVersion(_ found: Int64) {
        if let version, version != found {
            missedGaps = 0
            gapStart = nil
        }
        version = found
    }

    /// How much longer to pause after a pause, for a process that seems to have missed it.
    ///
    /// - Parameter found: The file's version; nil if it is not known.
    mutating func extraPause(at now: ContinuousClock.Instant, version found: () -> Int64?) -> Duration {
        guard gapStart != nil, missedGaps < Self.extendedGaps.count, let found = found() else { return .zero }
        noteVersion(found)
        guard let gapStart else { return .zero }
        if now - gapStart < Self.extendedGaps[missedGaps] { return Self.look }
        self.gapStart = nil
        missedGaps += 1
        return .zero
    }

    /// Detects whether another process has a database open, by the lock that each of them holds on it.
    ///
    /// It asks over a descriptor that SQLite has open already. Closing one of our own would drop all locks of this
    /// process (<https://sqlite.org/howtocorrupt.html>, section 2.2).
    struct Neighbours: Sendable {
        private let file: FileStamp?
        private var descriptor: Int32 = -1

        init(path: String) { file = FileStamp(path: path) }

        /// Whether a process other than this one has the file open. Takes about a microsecond.
        mutating func exist() -> Bool {
            // A database in memory has none, and all descriptors would be looked through for it.
            guard file != nil else { return false }
            // The one asked before may have been closed since.
            if !isOpen(descriptor) { descriptor = Self.descriptors().first(where: isOpen) ?? -1 }
            guard descriptor >= 0 else { return false }
            // Where SQLite's unix VFS has its shared lock (https://sqlite.org/src/file/src/os_unix.c, "PENDING_BYTE").
            // Asking takes no lock, and the own process's locks are never in the way.
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = 0x4000_0000 + 2
            lock.l_len = 510
            return unsafe fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
        }

        /// Descriptors are given out from below: a program with more than some thousands does without.
        private static func descriptors() -> Range<Int32> {
            let limit = sysconf(Int32(_SC_OPEN_MAX))
            return 3..<(limit < 3 ? 4096 : Int32(min(limit, 4096)))
        }

        /// Whether a descriptor is the file's. It belongs to other code, which may close it at any time.
        private func isOpen(_ descriptor: Int32) -> Bool {
            descriptor >= 0 && file?.isSameFile(as: FileStamp(descriptor: descriptor)) == true
        }
    }
}
