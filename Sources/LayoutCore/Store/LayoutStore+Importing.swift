package import LayoutRecords
internal import LayoutSQLite
internal import LayoutSources

extension LayoutStore {
    /// Imports a file, or standard input, into a data set, in one transaction.
    @discardableResult
    package func importItems(
        from source: ImportSource, options: ImportOptions,
        progress: (LayoutProgress) throws -> Void = { _ in }, isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport {
        try load(source.name, options, isCancelled) {
            try $0.run(source, on: $1, progress: progress, isCancelled: isCancelled)
        }
    }

    /// Imports the lines of a text, an item each, in one transaction.
    ///
    /// - Parameters:
    ///   - place: The place to begin at; afterwards, the one that the reading reached.
    ///   - isCancelled: Asked now and then; true ends the import and leaves the store as it was.
    /// - Throws: ``LayoutError`` with file and line.
    /// - Complexity: O(bytes).
    @discardableResult
    package func importLines(
        of source: ImportSource, _ lines: LineOptions = LineOptions(), from place: inout LineOptions.Place,
        options: ImportOptions, progress: (LayoutProgress) throws -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport {
        try load(source.name, options, isCancelled) {
            try $0.run(lines: source, lines, from: &place, on: $1, progress: progress, isCancelled: isCancelled)
        }
    }

    /// Imports a table or view of another SQLite database, which is only read.
    @discardableResult
    package func importItems(
        fromDatabase path: String, table: String, options: ImportOptions,
        progress: (LayoutProgress) throws -> Void = { _ in }, isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport {
        try load(path, options, isCancelled) {
            try $0.run(database: path, table: table, on: $1, progress: progress, isCancelled: isCancelled)
        }
    }

    /// Imports in one transaction.
    ///
    /// - Parameter name: The name of the source in messages.
    private func load(
        _ name: String, _ options: ImportOptions, _ isCancelled: @escaping () -> Bool,
        _ load: (ImportJob, Connection) throws -> ImportReport
    ) throws -> ImportReport {
        try pool.writeInBulk { try Self.load(name, options, limits, isCancelled, on: $0, load) }
    }

    private func load(
        _ name: String, _ options: ImportOptions,
        _ load: @escaping @Sendable (ImportJob, Connection) throws -> ImportReport
    ) async throws -> ImportReport {
        try await pool.writeInBulk { [limits] in
            try Self.load(name, options, limits, { Task.isCancelled }, on: $0, load)
        }
    }

    /// Imports into the data set itself, or beside it if it must become equal to the source.
    private static func load(
        _ name: String, _ options: ImportOptions, _ limits: BandLimits, _ isCancelled: @escaping () -> Bool,
        on connection: Connection, _ load: (ImportJob, Connection) throws -> ImportReport
    ) throws -> ImportReport {
        try connection.checking {
            if isCancelled() { throw LayoutError(.cancelled, "the import was cancelled", file: name) }
        } while: {
            if options.mode == .sync {
                return try StreamedSync.run(name, options, limits, on: connection, isCancelled, load)
            }
            return try load(ImportJob(options, limits: options.mode == .upsert ? nil : limits), connection)
        }
    }

    /// Imports items that an app has, in one transaction: at the speed of a file, without keeping them.
    @discardableResult
    package func importItems<Items: Sequence>(
        _ items: Items, options: ImportOptions, progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> ImportReport where Items.Element == SourceItem {
        var (iterator, options) = (items.makeIterator(), options)
        // All of an item counts, as if a file had columns of these names.
        options.columns = .named
        return try load(ImportJob.itemsName, options, { Task.isCancelled }) {
            try $0.run(on: $1, progress: progress, isCancelled: { Task.isCancelled }) { iterator.next() }
        }
    }

    /// Imports items that an app has, in one transaction: at the speed of a file, without keeping them.
    ///
    /// ```swift
    /// let items = photos.lazy.map { SourceItem(section: $0.album, key: $0.id, width: $0.width, height: $0.height) }
    /// try store.importItems(items, into: "photos", mode: .replace)
    /// ```
    ///
    /// An item is stored unchanged: if an update finds it by its key, its nil properties are removed.
    ///
    /// - Parameters:
    ///   - items: The items. The sequence is read once.
    ///   - dataset: The data set's name; it is created if it does not exist.
    ///   - mode: The treatment of items that the data set holds already.
    ///   - progress: Called after some thousand items; an error that it throws ends the import.
    /// - Throws: ``LayoutError``, whose line is the number of the item from 1: `negativeSize`, `notFinite`,
    ///   `absurdSize`, `duplicateKey`, `missingKey`, `invalidJSON` and `notAnObject`; `datasetExists`,
    ///   `invalidOptions` and `cancelled`. The store is as it was.
    /// - Complexity: O(items), with a few bytes of memory for each at most.
    @discardableResult
    public func importItems(
        _ items: some Sequence<SourceItem>, into dataset: String, mode: ImportMode = .create,
        progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> ImportReport {
        try importItems(items, options: ImportOptions(dataset: dataset, mode: mode), progress: progress)
    }

    /// Imports items that an app has, in one transaction, on another thread.
    @discardableResult
    public func importItems(
        _ items: some Sequence<SourceItem> & Sendable, into dataset: String, mode: ImportMode = .create,
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> ImportReport {
        try await load(ImportJob.itemsName, ImportOptions(dataset: dataset, columns: .named, mode: mode)) {
            var iterator = items.makeIterator()
            return try $0.run(on: $1, progress: progress) { iterator.next() }
        }
    }

    /// Imports items as an asynchronous sequence brings them, in one transaction when they are complete.
    ///
    /// Writers do not wait for the sequence: its items are kept in memory while they are few, and then in a temporary
    /// file.
    ///
    /// - Throws: The errors of the blocking form and of the sequence; the store is unchanged.
    /// - Complexity: O(items).
    @discardableResult
    public func importItems<Items: AsyncSequence>(
        _ items: Items, into dataset: String, mode: ImportMode = .create,
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> ImportReport where Items.Element == SourceItem {
        let spool = SourceItem.Spool()
        var batch: [SourceItem] = []
        for try await item in items {
            if Task.isCancelled { throw LayoutError.cancelled }
            batch.append(item)
            guard batch.count == ImportJob.batchSize else { continue }
            try await BlockingWork.run { [batch] in try spool.append(batch) }
            batch.removeAll(keepingCapacity: true)
        }
        let options = ImportOptions(dataset: dataset, columns: .named, mode: mode)
        return try await load(ImportJob.itemsName, options) { [rest = batch] job, connection in
            try spool.withItems { next in
                var last = rest.makeIterator()
                return try job.run(on: connection, progress: progress) { try next() ?? last.next() }
            }
        }
    }

    /// Imports a file of comma or tab separated values, or of JSON lines, into a data set, in one transaction.
    ///
    /// ```swift
    /// let columns = ImportColumns(section: "bed", key: "plant", width: "width", height: "height")
    /// try store.importFile(at: csv, into: "garden", columns: columns, mode: .replace)
    /// ```
    ///
    /// Layouts of the data set become stale where the import changed it; nothing is laid out yet.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - dataset: The data set's name; it is created if it does not exist.
    ///   - columns: The columns that have a meaning for layouts. All remaining ones go into the payload.
    ///   - mode: The treatment of items that the data set holds already.
    ///   - format: The file's format; nil to guess it from the file's name or first bytes.
    ///   - scale: Multiplies sizes and origins.
    ///   - maximumErrors: How many rows may be rejected. With 0, the first fault ends the import and is thrown.
    ///   - progress: Called now and then; an error that it throws ends the import.
    /// - Throws: ``LayoutError`` with file, line and column: a code of the source, such as `fileNotFound`, `raggedRow`,
    ///   `invalidJSON`, `notANumber` or `duplicateKey`; `datasetExists`, `invalidOptions`, `tooManyErrors` and
    ///   `cancelled`. The store is as it was.
    /// - Complexity: O(bytes of the file); a synchronisation also goes through what the data set holds.
    @discardableResult
    public func importFile(
        at path: String, into dataset: String, columns: ImportColumns = ImportColumns(), mode: ImportMode = .create,
        format: ImportFormat? = nil, scale: Double = 1, maximumErrors: Int = 0,
        progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> ImportReport {
        try importItems(
            from: .file(path),
            options: ImportOptions(
                dataset: dataset, format: format, columns: columns, scale: scale, mode: mode,
                maximumErrors: maximumErrors), progress: progress)
    }

    /// Imports a file into a data set, in one transaction, on another thread.
    @discardableResult
    public func importFile(
        at path: String, into dataset: String, columns: ImportColumns = ImportColumns(), mode: ImportMode = .create,
        format: ImportFormat? = nil, scale: Double = 1, maximumErrors: Int = 0,
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> ImportReport {
        let options = ImportOptions(
            dataset: dataset, format: format, columns: columns, scale: scale, mode: mode, maximumErrors: maximumErrors)
        return try await load(path, options) { try $0.run(.file(path), on: $1, progress: progress) }
    }

    /// Imports a table or view of another SQLite database, which is only read.
    ///
    /// - Parameters:
    ///   - table: The name of the table or view.
    ///   - path: The path of the database.
    ///   - dataset: The data set's name; it is created if it does not exist.
    ///   - columns: The columns that have a meaning for layouts. All remaining ones go into the payload.
    ///   - mode: The treatment of items that the data set holds already.
    ///   - scale: Multiplies sizes and origins.
    ///   - maximumErrors: How many rows may be rejected. With 0, the first fault ends the import and is thrown.
    ///   - progress: Called now and then; an error that it throws ends the import.
    /// - Throws: ``LayoutError`` with the file and the row: `fileNotFound`, `missingTable`, `missingColumn` and other
    ///   codes of the source; `datasetExists`, `invalidOptions`, `tooManyErrors` and `cancelled`. The store
    ///   is as it was.
    /// - Complexity: O(rows); a synchronisation also goes through what the data set holds.
    @discardableResult
    public func importTable(
        _ table: String, ofDatabaseAt path: String, into dataset: String, columns: ImportColumns = ImportColumns(),
        mode: ImportMode = .create, scale: Double = 1, maximumErrors: Int = 0,
        progress: (LayoutProgress) throws -> Void = { _ in }
    ) throws -> ImportReport {
        try importItems(
            fromDatabase: path, table: table,
            options: ImportOptions(
                dataset: dataset, columns: columns, scale: scale, mode: mode, maximumErrors: maximumErrors),
            progress: progress)
    }

    /// Imports a table or view of another SQLite database, which is only read, on another thread.
    @discardableResult
    public func importTable(
        _ table: String, ofDatabaseAt path: String, into dataset: String, columns: ImportColumns = ImportColumns(),
        mode: ImportMode = .create, scale: Double = 1, maximumErrors: Int = 0,
        progress: @escaping @Sendable (LayoutProgress) throws -> Void = { _ in }
    ) async throws -> ImportReport {
        let options = ImportOptions(
            dataset: dataset, columns: columns, scale: scale, mode: mode, maximumErrors: maximumErrors)
        return try await load(path, options) { try $0.run(database: path, table: table, on: $1, progress: progress) }
    }
}
