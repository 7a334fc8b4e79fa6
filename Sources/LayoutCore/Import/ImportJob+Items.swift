internal import LayoutSources
internal import LayoutText
internal import LayoutSQLite

extension ImportJob {
    /// How many items make a batch: about as many as a chunk of text holds.
    static let batchSize = 4096

    /// The name of an app's items in messages.
    static let itemsName = "items"

    /// Imports items that an app has; the options name ``SourceItemMapper/columns``.
    ///
    /// - Parameter next: The next item; nil at the end.
    func run(
        on connection: Connection, progress: (ImportProgress) -> Void = { _ in },
        isCancelled: @escaping () -> Bool = { false }, next: () throws -> SourceItem?
    ) throws -> ImportReport {
        try options.validate(sourceName: Self.itemsName)
        let rejections = try RejectionLog(options: options, source: .bytes([], name: Self.itemsName))
        let loader = ItemLoader(
            connection: connection, options: options, sourceName: Self.itemsName, hooks: hooks, hasPayload: true,
            placeWord: "item"
        )
        var mapper = SourceItemMapper(scale: options.scale)
        return try load(loader, rejections) {
            var count = 0
            while let item = try next() {
                count += 1
                // A sequence may take its time, during which no statement runs.
                if connection.interruptHandle.isCancelled || count.isMultiple(of: 64) && isCancelled() {
                    throw LayoutError(.cancelled, "the import was cancelled", file: Self.itemsName)
                }
                try add(to: loader, number: count, rejections, row: { Self.text(of: item) }) { text in
                    var values = try mapper.map(item, text: &text)
                    values.title = try SourceItemMapper.appendTitle(of: item, to: &text)
                    return values
                }
                guard count.isMultiple(of: Self.batchSize) else { continue }
                try loader.flush()
                progress(ImportProgress(bytesRead: 0, totalBytes: nil, rowsRead: count))
            }
            try loader.flush()
            return count
        }
    }

    /// The item as CSV, for the rejects file.
    private static func text(of item: SourceItem) -> String {
        let lengths = [item.width, item.height, item.x, item.y].map { $0.map { "\($0)" } ?? "" }
        return
            ([item.section, item.key].map { CSVField.quoted($0 ?? "") } + lengths + [
                CSVField.quoted(item.payload ?? "")
            ])
            .joined(separator: ",")
    }
}
