internal import LayoutPlatform
internal import LayoutRecords
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources
internal import LayoutText

extension ImportJob {
    /// Imports the lines of a text: an item each, whose width is its length in columns.
    ///
    /// - Parameters:
    ///   - place: The place to begin at; afterwards, the one that the reading reached.
    /// - Throws: `LayoutError` for a fault in the file or the options; `SQLiteError`; the errors of hooks.
    /// - Complexity: O(bytes). Memory: a piece of the text, one batch, and one entry per section.
    func run(
        lines source: ImportSource, _ lines: LineOptions, from place: inout LinePlace, on connection: Connection,
        progress: (ImportProgress) -> Void = { _ in }, isCancelled: () -> Bool = { false }
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
        var titles = try LineTitles(lines.sections, place)
        let loader = ItemLoader(
            connection: connection, options: options, sourceName: source.name, hooks: hooks,
            hasPayload: lines.storesText, placeWord: "line")
        let rejections = try RejectionLog(options: options, source: source)
        var next = place
        let report = try load(
            loader, rejections,
            before: {
                guard let open = next.openLine, let line = try reader.next(isCancelled: isCancelled) else { return }
                next.offset = reader.offset
                if line.isTerminated { next.openLine = nil }
                let text = lines.storesText ? try Self.payload(reader, next.lineCount, source) : nil
                try connection.run(
                    "UPDATE item SET width = ?2, payload = coalesce(?3, payload) WHERE id = ?1", open.item,
                    Double(line.columnCount), text)
            }
        ) {
            var runs = try file.map {
                try TextRuns(of: $0.path, $0.open, from: place.offset, firstItem: loader.firstItemID, in: connection)
            }
            var count = 0
            while next.offset < place.limit, let line = try reader.next(isCancelled: isCancelled) {
                if next.waitsForBreak, !line.isTerminated { break }
                next.openLine =
                    line.isTerminated
                    ? nil : LinePlace.OpenLine(item: loader.firstItemID + Int64(count), offset: line.offset)
                count += 1
                next.lineCount += 1
                next.offset = reader.offset
                var values = ItemValues()
                values.width = Double(line.columnCount)
                let title = titles.title(ofLine: next.lineCount, reader.text) {
                    loader.sections.index(of: ContiguousArray($0.utf8)) != nil
                }
                if let title {
                    values.title = loader.batch.append(text: title)
                }
                if lines.storesText {
                    values.payload = loader.batch.append(text: try Self.payload(reader, next.lineCount, source))
                }
                try loader.add(values, line: next.lineCount)
                try runs?.append(line, in: connection)
                guard loader.batch.count >= Self.batchSize || loader.batch.text.count > 4 << 20 else { continue }
                try loader.flush()
                progress(
                    ImportProgress(bytesRead: reader.offset, totalBytes: reader.totalByteCount, rowsRead: count))
                try checkCancellation(isCancelled, source.name)
            }
            try loader.flush()
            if let open = file?.open ?? source.openFile {
                guard let identity = TextFileIdentity(of: open, size: Int64(next.offset)) else {
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
        if stamp?.isDevice == true {
            throw LayoutError(.unreadable, "is a device, which may have no end", file: source.name)
        }
        guard !lines.storesText else { return nil }
        // The reader reports a file that cannot be opened.
        guard let path = source.path else { throw unrepeatable(source.name) }
        guard let stamp, stamp.isRegular, let open = source.openFile ?? OpenFile(path: path) else {
            if let stamp, stamp.isRegular || stamp.isDirectory { _ = try LineReader(source) }
            if stamp == nil { throw LayoutError(.fileNotFound, "there is no such file", file: path) }
            throw unrepeatable(source.name)
        }
        return (FileStatus.realPath(path), open)
    }

    private static func unrepeatable(_ name: String) -> LayoutError {
        LayoutError(
            .invalidOptions, "its text cannot be read a second time, when it is shown",
            advice: "Store the text, with --store-text.", file: name)
    }

    private static func payload(
        _ reader: LineReader, _ number: Int, _ source: ImportSource
    ) throws -> String {
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
struct TextRuns {
    private let file: Int64
    private var nextItem: Int64
    private var firsts = ContiguousArray<Int64>()
    private var lasts = ContiguousArray<Int64>()
    private var offsets = ContiguousArray<Int64>()

    /// Begins after what was read of a file before, if it is the same file.
    init(of path: String, _ open: OpenFile, from offset: Int, firstItem: Int64, in connection: Connection) throws {
        var known: Int64?
        try connection.forEachRow(
            "SELECT size, modified, digest, id FROM text_file WHERE path = ?1 AND size = ?2 ORDER BY id", path,
            Int64(offset)
        ) { row in
            if offset > 0, TextFileIdentity(row).matches(open) { known = row.int64(3) }
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

    mutating func append(_ line: TextLine, in connection: Connection) throws {
        let isFull =
            firsts.last.map {
                nextItem - $0 >= Int64(LineTexts.runLength)
                    || Int64(line.offset) - (offsets.last ?? 0) > Int64(LineTexts.runBytes)
            } ?? true
        if isFull {
            if firsts.count >= ImportJob.batchSize { try flush(in: connection) }
            firsts.append(nextItem)
            lasts.append(nextItem)
            offsets.append(Int64(line.offset))
        } else {
            lasts[lasts.count - 1] = nextItem
        }
        nextItem += 1
    }

    private mutating func flush(in connection: Connection) throws {
        guard !firsts.isEmpty else { return }
        try connection.run(
            """
            INSERT INTO text_run (first_item, last_item, offset, file_id) SELECT c0, c1, c2, \(file)
            FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: firsts.count, columns: [.integers(firsts), .integers(lasts), .integers(offsets)]))
        firsts.removeAll(keepingCapacity: true)
        lasts.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
    }

    mutating func finish(_ identity: TextFileIdentity, in connection: Connection) throws {
        try flush(in: connection)
        try connection.run(
            "UPDATE text_file SET size = ?2, modified = ?3, digest = ?4 WHERE id = ?1", file, identity.size,
            identity.modified, identity.digest)
    }
}
