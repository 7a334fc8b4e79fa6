internal import Dispatch

extension ConnectionPool {
    /// Who moves the pages of the write-ahead log into the file.
    package enum CheckpointPolicy: Sendable {
        /// The pool, on a thread that no commit runs on and no caller waits for.
        case inBackground
        /// Another program, such as one that copies the log elsewhere. The pool never does, not at its end either, and
        /// the log grows until that program does.
        case byOthers
    }

    /// The place of a transaction's changes until it commits.
    package enum Journal: Sendable {
        /// The new pages, in a file beside the database, until a checkpoint moves them: readers wait for no writer.
        case writeAheadLog
        /// The original content of the pages that change. Added pages are not journaled: a new file is written once,
        /// where the log would have it written twice. Readers wait while the writer is at work.
        case rollback
    }

    /// The result of inspecting a file before anything is written to it.
    package enum Inspection: Sendable {
        /// There is something to be done before it is used.
        case unsettled
        /// Nothing is left to do: the writer is opened at the first write.
        case settled
    }

    /// How a pool opens its connections.
    package struct Configuration: Sendable {
        /// The access to the file. A read-only pool has no writer, and changes nothing.
        package var mode = Connection.Mode.create

        /// The maximum number of readers at work at once, including one that is reserved for short reads. Each is
        /// opened when it is first needed.
        package var readerLimit = 4

        /// How long a statement waits for a lock, and a blocking call for its turn, before it fails as
        /// ``ResultCode/busy``.
        package var busyTimeout = Duration.seconds(5)

        /// The size of a page in bytes in a new file; an existing file keeps its own.
        static let pageSize = 4096

        /// How much of the file each connection keeps in memory, in bytes.
        ///
        /// 8 MiB is four times SQLite's default: the index of a few million rows, on any device.
        package var cacheBytes = 8 << 20

        /// How much of the file readers may map into memory, in bytes; 0 to read it page by page.
        ///
        /// A mapped page is shared with the system's cache and costs no call to fetch. In a file much larger than
        /// ``cacheBytes`` that halves the time of a look-up. The writer never maps, since a stray pointer could then
        /// change the file. See <https://www.sqlite.org/mmap.html>, also for the price: an error of the disk under a
        /// mapped page is a signal rather than a result.
        package var readerMappedBytes = 1 << 31

        /// The journal that the writer sets for the file, unless the file already uses a write-ahead log.
        package var journal = Journal.writeAheadLog

        /// How large the write-ahead log may become, in bytes, before writers wait for a checkpoint. It is cut to this
        /// size when its pages have been moved to the file.
        ///
        /// Checkpoints begin long before. A larger transaction lets the log grow regardless. So does a reader that
        /// keeps an old state: the pages that it needs cannot be moved.
        package var logLimitBytes = 64 << 20

        /// The maximum number of read transactions held at once. Each is a connection with a separate cache.
        package var readTransactionLimit = 16

        /// How far the log may grow while a read transaction is held, in bytes; then the read transaction is ended.
        ///
        /// Together held read transactions keep no more than twice as much. If other processes write the log or move
        /// its pages, a read transaction lasts until it is closed.
        package var heldLogLimitBytes = 256 << 20

        /// Who moves the pages of the write-ahead log into the file.
        package var checkpointing = CheckpointPolicy.inBackground

        /// Calls a closure after the given number of seconds, to see whether the log is idle.
        var idleTimer: @Sendable (_ seconds: Int, _ work: @escaping @Sendable () -> Void) -> Void = {
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds($0), execute: $1)
        }

        /// A promise by the caller that no process writes to the file, such as one in an app's bundle. A read-only pool
        /// then needs no side files. If a process does write, answers are wrong.
        package var isFileImmutable = false

        /// Inspects the file before anything is written to it. An error it throws keeps the file from being opened, and
        /// leaves it unchanged. ``Migrator/check(_:)`` serves well here.
        package var inspect: (@Sendable (Connection) throws -> Inspection)?

        /// Called on the thread that found it for each failure caused by damage to the file; it must not use the pool.
        package var noteDamage: (@Sendable () -> Void)?

        /// Translates an error into the terms of the caller of the pool's closures.
        package var translate: @Sendable (any Error) -> any Error = { $0 }

        /// Is called with each new connection, the writer and the readers: for functions and pragmas.
        package var setUp: (@Sendable (Connection) throws -> Void)?

        package init() {}
    }
}
