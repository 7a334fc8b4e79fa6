internal import LayoutPlatform
internal import LayoutRecords
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources
internal import LayoutText

/// Loads a file or a table into a data set, as one transaction.
///
/// After a failure or a cancellation the database is unchanged.
///
/// Text is read and made items of on a second thread, which takes a fifth of the time; SQLite takes the rest.
struct ImportJob {
    let options: ImportOptions
    /// For the outline of what comes, which takes the place of the triggers: these would cost more than the rows. Nil
    /// for an upsert, which leaves them on, and for a database from which nothing is derived.
    let limits: BandLimits?
    var bufferSize = RecordReader.defaultBufferSize
    var requiresKeys = false
    /// The connection whose cancellation ends the import; nil for the one that it writes with.
    var interruption: Connection.InterruptHandle?
    /// Called with the source's columns, once they are known.
    var didFindColumns: (ForgottenColumns) -> Void = { _ in }

    init(_ options: ImportOptions, limits: BandLimits? = nil) {
        self.options = options
        self.limits = limits
    }

    /// Imports text.
    ///
    /// - Parameters:
    ///   - connection: may write, and holds no transaction.
    ///   - progress: called after each chunk of rows.
    ///   - isCancelled: asked before each chunk, and when a signal interrupts the wait for input.
    /// - Throws: `LayoutError` for a fault in the file, the options or the request; `SQLiteError` for a fault in the
    ///   database.
    /// - Complexity: O(n) rows, times the depth of the indexes. Memory: see `ItemLoader`.
    func run(
        _ source: ImportSource, on connection: Connection, progress: (LayoutProgress) throws -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> ImportReport {
        try options.validate(sourceName: source.name)
        let text = try ReadAhead(source, options: options, bufferSize: bufferSize, isCancelled: isCancelled)
        defer { text.cancel() }
        return try load(text.options, from: source, hasPayload: text.hasPayload, on: connection) { loader, rejections in
            var chunk = ReadAhead.Chunk()
            var rowsRead = 0
            while try text.next(&chunk, isCancelled: isCancelled) {
                rowsRead += chunk.recordCount
                try chunk.load(into: loader, rejections, name: source.name)
                try progress(
                    LayoutProgress(
                        .importing, count: rowsRead,
                        fraction: LayoutProgress.share(chunk.progress.read, of: chunk.progress.total)))
                try checkCancellation(isCancelled, source.name)
            }
            if rowsRead > 0 { try text.finish() }
            return rowsRead
        }
    }

    /// Imports a table or view of another SQLite database, which is only read.
    func run(
        database path: String, table: String, on connection: Connection,
        progress: (LayoutProgress) throws -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
    ) throws -> ImportReport {
        try options.validate(sourceName: path)
        let rows = try TableRows(path: path, table: table, options: options)
        return try load(
            options, from: .file(path), hasPayload: rows.hasPayload, placeWord: "row", on: connection
        ) { loader, rejections in
            while try rows.next() {
                try add(to: loader, number: rows.rowsRead, rejections, row: rows.text, map: rows.map)
                guard rows.rowsRead.isMultiple(of: Self.batchSize) else { continue }
                try loader.flush()
                try progress(LayoutProgress(.importing, count: rows.rowsRead))
                try checkCancellation(isCancelled, path)
            }
            return rows.rowsRead
        }
    }

    /// Carries a dry run's report past the rollback.
    private struct DryRunEnd: Error { let report: ImportReport }

    /// Writes in a transaction, which a dry run takes back.
    static func write(
        _ options: ImportOptions, on connection: Connection, _ body: () throws -> ImportReport
    ) throws -> ImportReport {
        do {
            return try connection.transaction(.immediate) {
                let report = try body()
                if options.isDryRun { throw DryRunEnd(report: report) }
                return report
            }
        } catch let end as DryRunEnd {
            return end.report
        }
    }

    /// Puts rows into the data set, in a transaction.
    ///
    /// - Parameters:
    ///   - placeWord: The unit that messages count: `line`, or `row` of a table.
    ///   - before: Called in the same transaction, while triggers note what changes.
    ///   - rows: Adds the rows; returns how many there were.
    private func load(
        _ mapped: ImportOptions, from source: ImportSource, hasPayload: Bool, placeWord: String = "line",
        on connection: Connection, before: () throws -> Void = {}, rows: (ItemLoader, RejectionLog) throws -> Int
    ) throws -> ImportReport {
        let rejections = try RejectionLog(options: options, source: source)
        let columns = ForgottenColumns(mapped.columns, hasPayload: hasPayload)
        didFindColumns(columns)
        let loader = ItemLoader(
            self, mapped, columns, sourceName: source.name, placeWord: placeWord, on: connection)
        return try Self.write(options, on: connection) {
            try before()
            try loader.begin()
            loader.report.rowsRead = try rows(loader, rejections)
            try loader.finish()
            try rejections.flush()
            loader.report.rowsRejected = rejections.count
            loader.report.firstErrors = rejections.firstErrors
            return loader.report
        }
    }

    /// Adds the item that a row becomes, or rejects the row.
    ///
    /// - Parameters:
    ///   - row: The row as CSV, for the rejects file.
    ///   - map: Reads the row. The texts of the item are appended to the bytes that it gets.
    func add(
        to loader: ItemLoader, number: Int, _ rejections: RejectionLog, row: () -> String,
        map: (inout ContiguousArray<UInt8>) throws -> ItemValues
    ) throws {
        let textCount = loader.batch.text.count
        do {
            try loader.add(map(&loader.batch.text), line: number)
        } catch let problem as ItemValues.Problem {
            loader.batch.text.truncate(to: min(textCount, loader.batch.text.count))
            let error = LayoutError(
                problem.kind, problem.message, advice: problem.advice, file: loader.sourceName, line: number)
            try rejections.reject(error, row: row().utf8)
        }
    }

    func checkCancellation(_ isCancelled: () -> Bool, _ name: String) throws(LayoutError) {
        if isCancelled() || interruption?.isCancelled == true {
            throw LayoutError(.cancelled, "the import was cancelled", file: name)
        }
    }
}

extension ReadAhead.Chunk {
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
            do {
                if problems.first?.row == row { throw problems.removeFirst().problem }
                try loader.add(values[row], line: record.line)
            } catch let problem as ItemValues.Problem {
                let error = record.error(
                    at: problem.offset ?? record.start, in: bytes.span, name: name, kind: problem.kind,
                    message: problem.message, advice: problem.advice)
                try rejections.reject(error, row: bytes[record.start..<record.end])
            }
        }
        try loader.flush()
        swap(&loader.batch.text, &text)
    }
}

extension ImportJob {
    /// How many items make a batch: about as many as a chunk of text holds.
    static let batchSize = 4096

    static let itemsName = "items"

    /// Imports items that an app has; the options name all columns.
    ///
    /// - Parameter next: The next item; nil at the end.
    func run(
        on connection: Connection, progress: (LayoutProgress) throws -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { false }, next: () throws -> SourceItem?
    ) throws -> ImportReport {
        try options.validate(sourceName: Self.itemsName)
        var mapper = SourceItem.Mapper(scale: options.scale)
        return try load(
            options, from: .bytes([], name: Self.itemsName), hasPayload: true, placeWord: "item", on: connection
        ) { loader, rejections in
            var count = 0
            while let item = try next() {
                count += 1
                // A sequence may take its time, during which no statement runs.
                try checkCancellation(
                    { connection.interruptHandle.isCancelled || count.isMultiple(of: 64) && isCancelled() },
                    Self.itemsName)
                try add(to: loader, number: count, rejections, row: { Self.text(of: item) }) {
                    try mapper.map(item, text: &$0)
                }
                guard count.isMultiple(of: Self.batchSize) else { continue }
                try loader.flush()
                try progress(LayoutProgress(.importing, count: count))
            }
            return count
        }
    }

    /// The item as CSV, for the rejects file.
    private static func text(of item: SourceItem) -> String {
        let lengths = [item.width, item.height, item.x, item.y].map { $0.map { "\($0)" } ?? "" }
        return
            ([item.section, item.key].map { CSVField.quoted($0 ?? "") } + lengths + [
                CSVField.quoted(item.payload ?? "")
            ]).joined(separator: ",")
    }

    /// Imports the lines of a text: an item each, whose width is its length in columns.
    ///
    /// - Parameters:
    ///   - place: The place to begin at; afterwards, the one that the reading reached.
    /// - Throws: `LayoutError` for a fault in the file or the options; `SQLiteError`.
    /// - Complexity: O(bytes). Memory: a piece of the text, one batch, and one entry per section.
    func run(
        lines source: ImportSource, _ lines: LineOptions, from place: inout LineOptions.Place,
        on connection: Connection,
        progress: (LayoutProgress) throws -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> ImportReport {
        try options.validate(sourceName: source.name)
        guard [.create, .append, .replace].contains(options.mode) else {
            throw LayoutError(
                .invalidOptions, "lines have no keys by which they could be found", advice: "Append or replace them.",
                file: source.name)
        }
        let file = try Self.file(of: source, lines)
        let reader = try LineReader(
            source, from: place.openLine?.offset ?? place.offset, tabWidth: lines.tabWidth, textLimit: lines.textLimit)
        var titles = try LineOptions.Titles(lines.sections, place)
        var next = place
        let report = try load(
            options, from: source, hasPayload: lines.storesText, on: connection,
            before: {
                guard let open = next.openLine, let line = try reader.next(isCancelled: isCancelled) else { return }
                next.offset = reader.offset
                if line.isTerminated { next.openLine = nil }
                let text = lines.storesText ? try Self.payload(reader, next.lineCount, source) : nil
                try connection.run(
                    "UPDATE item SET width = ?2, payload = coalesce(?3, payload) WHERE id = ?1", open.item,
                    Double(line.columnCount), text)
            }
        ) { loader, _ in
            var runs = try file.map {
                try TextRuns(of: $0.path, $0.open, from: place.offset, firstItem: loader.firstItemID, in: connection)
            }
            var count = 0
            while next.offset < place.limit, let line = try reader.next(isCancelled: isCancelled) {
                if next.waitsForBreak, !line.isTerminated { break }
                next.openLine =
                    line.isTerminated
                    ? nil : LineOptions.Place.OpenLine(item: loader.firstItemID + Int64(count), offset: line.offset)
                count += 1
                next.lineCount += 1
                next.offset = reader.offset
                var values = ItemValues()
                values.width = Double(line.columnCount)
                let title = titles.title(ofLine: next.lineCount, reader.text) {
                    loader.sectionIndices[ContiguousArray($0.utf8)] != nil
                }
                if let title { values.title = loader.batch.append(text: title) }
                if lines.storesText {
                    values.payload = loader.batch.append(text: try Self.payload(reader, next.lineCount, source))
                }
                try loader.add(values, line: next.lineCount)
                try runs?.append(line, in: connection)
                guard loader.batch.count >= Self.batchSize || loader.batch.text.count > 4 << 20 else { continue }
                try loader.flush()
                try progress(
                    LayoutProgress(
                        .importing, count: count,
                        fraction: LayoutProgress.share(reader.offset, of: reader.totalByteCount)))
                try checkCancellation(isCancelled, source.name)
            }
            if let open = file?.open ?? source.openFile {
                guard let identity = LineTexts.FileIdentity(of: open, size: Int64(next.offset)) else {
                    throw LayoutError(.unreadable, "became shorter while it was read", file: source.name)
                }
                next.identity = identity
                try runs?.finish(identity, in: connection)
            }
            // A height follows from the width.
            loader.report.itemsWithoutSize = 0
            return count
        }
        next.title = titles.current
        place = next
        return report
    }

    /// The file that texts are read from later; nil if they are stored.
    private static func file(of source: ImportSource, _ lines: LineOptions) throws -> (path: String, open: OpenFile)? {
        let stamp = source.openFile?.stamp ?? source.path.flatMap { FileStamp(path: $0) }
        if stamp?.kind == .device {
            throw LayoutError(.unreadable, "is a device, which may have no end", file: source.name)
        }
        guard !lines.storesText else { return nil }
        // The reader reports a file that cannot be opened.
        guard let path = source.path else { throw unrepeatable(source.name) }
        guard let stamp, stamp.isRegular, let open = source.openFile ?? OpenFile(path: path) else {
            if let stamp, stamp.isRegular || stamp.kind == .directory { _ = try LineReader(source) }
            if stamp == nil { throw LayoutError(.fileNotFound, "there is no such file", file: path) }
            throw unrepeatable(source.name)
        }
        return (DatabaseFiles.realPath(path) ?? path, open)
    }

    private static func unrepeatable(_ name: String) -> LayoutError {
        LayoutError(
            .invalidOptions, "its text cannot be read a second time, when it is shown",
            advice: "Store the text, with --store-text.", file: name)
    }

    private static func payload(_ reader: LineReader, _ number: Int, _ source: ImportSource) throws -> String {
        guard reader.text.count < LineOptions.storedTextLimit else {
            throw LayoutError(
                .recordTooLong, "the line is longer than 16 MiB, the most whose text is stored",
                advice: "Leave the text in its file, without --store-text.", file: source.name, line: number)
        }
        let text = LineTexts.shown(reader.text[...], limit: .max)
        return JSONValue.object([.init(key: "title", value: .string(text))]).text
    }
}

/// Writes where the texts of consecutive lines are.
private struct TextRuns {
    private let file: Int64
    private var nextItem: Int64
    /// The run that is not written yet.
    private var run: (firstItem: Int64, offset: Int)?

    /// Begins after what was read of a file before, if it is the same file.
    init(of path: String, _ open: OpenFile, from offset: Int, firstItem: Int64, in connection: Connection) throws {
        var known: Int64?
        try connection.forEachRow(
            "SELECT size, modified, digest, id FROM text_file WHERE path = ?1 AND size = ?2 ORDER BY id", path,
            Int64(offset)
        ) { row in
            if offset > 0, LineTexts.FileIdentity(row).matches(open) { known = row.int64(3) }
        }
        if let known {
            file = known
        } else {
            try connection.execute("DELETE FROM text_file WHERE id NOT IN (SELECT file_id FROM text_run)")
            try connection.run("INSERT INTO text_file (path, size, modified, digest) VALUES (?1, 0, 0, 0)", path)
            file = connection.lastInsertRowID
        }
        nextItem = firstItem
    }

    mutating func append(_ line: LineReader.Line, in connection: Connection) throws {
        if let run, nextItem - run.firstItem >= LineTexts.runLength || line.offset - run.offset > LineTexts.runBytes {
            try flush(in: connection)
        }
        run = run ?? (nextItem, line.offset)
        nextItem += 1
    }

    private mutating func flush(in connection: Connection) throws {
        guard let run else { return }
        try connection.run(
            "INSERT INTO text_run (first_item, last_item, offset, file_id) VALUES (?1, ?2, ?3, ?4)", run.firstItem,
            nextItem - 1, run.offset, file)
        self.run = nil
    }

    mutating func finish(_ identity: LineTexts.FileIdentity, in connection: Connection) throws {
        try flush(in: connection)
        try connection.run(
            "UPDATE text_file SET size = ?2, modified = ?3, digest = ?4 WHERE id = ?1", file, identity.size,
            identity.modified, identity.digest)
    }
}
