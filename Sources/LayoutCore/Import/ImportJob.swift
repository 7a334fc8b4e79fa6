internal import LayoutRecords
internal import LayoutSQLite
internal import LayoutSources
internal import LayoutText

/// Loads a file or a table into a data set, as one transaction.
///
/// After a failure or a cancellation the database is unchanged.
///
/// Text is read and made items of on a second thread, which takes a fifth of the time; SQLite takes the rest.
struct ImportJob {
    let options: ImportOptions
    var hooks: any ImportHooks = NoImportHooks()
    /// How many bytes to read at once.
    var bufferSize = RecordReader.defaultBufferSize
    /// Whether a row without a key is a fault.
    var requiresKeys = false
    /// Called with the meanings of the source's columns, once they are known.
    var didFindColumns: (ImportColumns) -> Void = { _ in }

    init(_ options: ImportOptions, hooks: any ImportHooks = NoImportHooks()) {
        self.options = options
        self.hooks = hooks
    }

    /// Imports text.
    ///
    /// - Parameters:
    ///   - connection: may write, and holds no transaction.
    ///   - progress: called after each chunk of rows.
    ///   - isCancelled: asked before each chunk, and when a signal interrupts the wait for input.
    /// - Throws: `LayoutError` for a fault in the file, the options or the request; `SQLiteError` for a fault in the
    ///   database; the errors of hooks.
    /// - Complexity: O(n) rows, times the depth of the indexes. Memory: see `ItemLoader`.
    func run(
        _ source: ImportSource, on connection: Connection, progress: (ImportProgress) -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> ImportReport {
        try options.validate(sourceName: source.name)
        let text = try ReadAhead(source, options: options, bufferSize: bufferSize, isCancelled: isCancelled)
        defer { text.cancel() }
        didFindColumns(text.options.columns)
        let rejections = try RejectionLog(options: options, source: source)
        let loader = ItemLoader(
            connection: connection, options: text.options, sourceName: source.name, hooks: hooks,
            hasPayload: text.hasPayload, placeWord: "line"
        )
        return try load(loader, rejections) {
            var chunk = MappedChunk()
            var rowsRead = 0
            while try text.next(&chunk, isCancelled: isCancelled) {
                rowsRead += chunk.recordCount
                try chunk.load(into: loader, rejections, name: source.name)
                progress(
                    ImportProgress(
                        bytesRead: chunk.progress.read, totalBytes: chunk.progress.total, rowsRead: rowsRead))
                try checkCancellation(isCancelled, source.name)
            }
            if rowsRead > 0 { try text.finish() }
            return rowsRead
        }
    }

    /// Imports a table or view of another SQLite database, which is only read.
    func run(
        database path: String, table: String, on connection: Connection,
        progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
    ) throws -> ImportReport {
        try options.validate(sourceName: path)
        let rows = try TableRows(path: path, table: table, options: options)
        let rejections = try RejectionLog(options: options, source: .file(path))
        let loader = ItemLoader(
            connection: connection, options: options, sourceName: path, hooks: hooks, hasPayload: rows.hasPayload,
            placeWord: "row"
        )
        return try load(loader, rejections) {
            while try rows.next() {
                try add(to: loader, number: rows.rowsRead, rejections, row: rows.text, make: rows.map)
                guard rows.rowsRead.isMultiple(of: Self.batchSize) else { continue }
                try loader.flush()
                progress(ImportProgress(bytesRead: 0, totalBytes: nil, rowsRead: rows.rowsRead))
                try checkCancellation(isCancelled, path)
            }
            try loader.flush()
            return rows.rowsRead
        }
    }

    /// Carries a dry run's report past the rollback.
    private struct DryRunEnd: Error {
        let report: ImportReport
    }

    /// - Parameter before: Called in the same transaction, while triggers note what changes.
    func load(
        _ loader: ItemLoader, _ rejections: RejectionLog, before: () throws -> Void = {}, rows: () throws -> Int
    ) throws -> ImportReport {
        loader.requiresKeys = requiresKeys
        do {
            return try loader.connection.transaction(.immediate) {
                try before()
                try loader.begin()
                loader.report.rowsRead = try rows()
                try loader.finish()
                try rejections.flush()
                loader.report.rowsRejected = rejections.count
                loader.report.firstErrors = rejections.firstErrors
                if options.isDryRun {
                    throw DryRunEnd(report: loader.report)
                }
                return loader.report
            }
        } catch let end as DryRunEnd {
            return end.report
        }
    }

    /// Adds the item that a row becomes, or rejects the row.
    ///
    /// - Parameters:
    ///   - row: The row as CSV, for the rejects file.
    ///   - make: Reads the row. The texts of the item are appended to the bytes that it gets.
    func add(
        to loader: ItemLoader, number: Int, _ rejections: RejectionLog, row: () -> String,
        make: (inout ContiguousArray<UInt8>) throws -> ItemValues
    ) throws {
        let textCount = loader.batch.text.count
        do {
            try loader.add(make(&loader.batch.text), line: number)
        } catch let problem as RowProblem {
            loader.batch.text.truncate(to: min(textCount, loader.batch.text.count))
            let error = LayoutError(
                problem.kind, problem.message, advice: problem.advice, file: loader.sourceName, line: number)
            try rejections.reject(error, row: row().utf8)
        }
    }

    func checkCancellation(_ isCancelled: () -> Bool, _ name: String) throws(LayoutError) {
        if isCancelled() {
            throw LayoutError(.cancelled, "the import was cancelled", file: name)
        }
    }
}

extension MappedChunk {
    /// Loads the items, and rejects what is none.
    ///
    /// - Parameter name: The name of the source in messages.
    mutating func load(into loader: ItemLoader, _ rejections: RejectionLog, name: String) throws {
        swap(&loader.batch.text, &text)
        var faults = rows.faults[...]
        var problems = problems[...]
        for row in 0...rows.rowCount {
            while let fault = faults.first, fault.precedingRowCount == row {
                faults.removeFirst()
                try rejections.reject(
                    fault.error(in: bytes.span, name: name), row: bytes[fault.record.start..<fault.record.end])
            }
            guard row < rows.rowCount else { break }
            let record = rows.records[row]
            if let next = problems.first, next.row == row {
                problems.removeFirst()
                try reject(next.problem, record, rejections, name)
                continue
            }
            do {
                try loader.add(values[row], line: record.line)
            } catch let problem as RowProblem {
                try reject(problem, record, rejections, name)
            }
        }
        try loader.flush()
        swap(&loader.batch.text, &text)
    }

    private func reject(
        _ problem: RowProblem, _ record: RowBatch.Record, _ rejections: RejectionLog, _ name: String
    ) throws {
        let error = record.error(
            at: problem.offset ?? record.start, in: bytes.span, name: name, kind: problem.kind,
            message: problem.message, advice: problem.advice)
        try rejections.reject(error, row: bytes[record.start..<record.end])
    }
}
