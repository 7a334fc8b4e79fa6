internal import LayoutSQLite
internal import LayoutSchema

extension LayoutStore {
    /// A store's use of time, memory and the disk.
    ///
    /// ```swift
    /// var configuration = LayoutStore.Configuration()
    /// configuration.checkpointing = .byOthers
    /// let store = try LayoutStore(path: path, configuration: configuration)
    /// ```
    public struct Configuration: Sendable {
        /// Who moves the pages of the write-ahead log into the file.
        public enum CheckpointPolicy: Sendable {
            /// The store, on a thread that no commit runs on and no caller waits for.
            case inBackground
            /// Another program, such as one that copies the log elsewhere. The store never does, not when it
            /// closes either, and the log grows until that program does.
            case byOthers
        }

        /// The time that a blocking call waits for its turn among the writes of this process, and for other processes'
        /// locks. It then throws ``LayoutError`` `busy`. An asynchronous call waits for its turn without limit, and
        /// for other processes this long.
        public var busyTimeout: Duration

        /// The part of the file that readers may map into memory, in bytes. Use 0 to read it page by page, if an
        /// error of the disk must not end the process.
        public var readerMappedBytes: Int

        /// The part of the file that each connection, one that writes and up to four that read, keeps in memory, in
        /// bytes; see also ``LayoutStore/releaseMemory()``.
        public var cacheBytes: Int

        /// The size of the write-ahead log, in bytes, from which writers wait for it to be moved into the file. It
        /// is cut to this size then.
        ///
        /// A transaction that is larger, such as an import, and a snapshot that is held let it grow regardless.
        public var logLimitBytes: Int

        /// Who moves the pages of the write-ahead log into the file.
        public var checkpointing: CheckpointPolicy

        /// Makes one from its parts; omitted ones have their defaults.
        public init(
            busyTimeout: Duration = .seconds(5), readerMappedBytes: Int = 1 << 31, cacheBytes: Int = 8 << 20,
            logLimitBytes: Int = 64 << 20, checkpointing: CheckpointPolicy = .inBackground
        ) {
            self.busyTimeout = busyTimeout
            self.readerMappedBytes = readerMappedBytes
            self.cacheBytes = cacheBytes
            self.logLimitBytes = logLimitBytes
            self.checkpointing = checkpointing
        }

        /// - Throws: ``LayoutError`` `invalidArgument` for what is negative.
        func poolConfiguration() throws -> ConnectionPool.Configuration {
            for (name, bytes) in [
                ("readerMappedBytes", readerMappedBytes), ("cacheBytes", cacheBytes), ("logLimitBytes", logLimitBytes),
            ] where bytes < 0 {
                throw LayoutError(.invalidArgument, "\(name) is \(bytes); it cannot be negative")
            }
            guard busyTimeout >= .zero else {
                throw LayoutError(.invalidArgument, "busyTimeout is \(busyTimeout); it cannot be negative")
            }
            var pool = ConnectionPool.Configuration()
            pool.busyTimeout = busyTimeout
            pool.readerMappedBytes = readerMappedBytes
            pool.cacheBytes = cacheBytes
            pool.logLimitBytes = logLimitBytes
            pool.setUp = LineTexts.register
            pool.translate = { LayoutError(explaining: $0) ?? $0 }
            pool.checkpointing = checkpointing == .byOthers ? .byOthers : .inBackground
            return pool
        }
    }
}

extension LayoutStore {
    /// Ends what the store is doing now with `cancelled`, and everything that begins later, from any thread.
    ///
    /// An open transaction is rolled back, and a wait for a lock ends.
    package func interrupt() {
        pool.suspend()
    }

    /// Ends what the store is doing, on any thread, and refuses everything that begins later, until ``resume()``.
    ///
    /// For an app that is about to be suspended. Running and waiting calls throw ``LayoutError`` `cancelled`, and later
    /// ones `suspended`; the changes of an incomplete transaction are rolled back. A preparation carries on with the
    /// next call after ``resume()``. From any thread, but not from within a closure that the store calls, such as one
    /// for progress.
    ///
    /// No other process has to wait for the store then. SQLite still holds two shared locks for each file that is
    /// open in WAL mode.
    ///
    /// iOS ends a suspended process with a lock on a file in a shared container. Close a store there instead.
    ///
    /// - Parameter patience: How long to wait until running calls have rolled back.
    /// - Returns: Whether no transaction is left.
    @discardableResult
    public func suspend(waitingAtMost patience: Duration = .seconds(3)) -> Bool {
        pool.suspend()
        return pool.waitUntilNobodyWorks(atMost: patience)
    }

    /// Lets calls work again after ``suspend(waitingAtMost:)``.
    public func resume() {
        pool.resume()
    }

    /// Gives back the memory that is only kept to be quick: parts of the file, and what was learnt of the layouts.
    ///
    /// For a warning that memory is low. It does not wait; the next calls read again what they need.
    public func releaseMemory() {
        sumCache.removeAll()
        pool.releaseMemory()
    }
}
