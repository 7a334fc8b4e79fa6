internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources
internal import LayoutText

extension ItemLoader {
    /// Whether the row's key settled what becomes of it: the item was there and has been updated.
    ///
    /// - Throws: `RowProblem` of kind `duplicateKey` or `missingKey`, or `SQLiteError`.
    func isHandledByKey(_ values: ItemValues) throws -> Bool {
        guard values.key != .null else {
            guard options.mode == .upsert else { return false }
            throw missingKey(values)
        }
        let key = String(decoding: batch.text[values.key.start..<values.key.end], as: UTF8.self)
        if pendingKeys.contains(key), options.mode == .upsert {
            try flush(keepsText: true)
        }
        guard !pendingKeys.contains(key),
            let known = try DatasetRecord.item(withKey: key, in: dataset, connection)
        else {
            if !pendingKeys.insert(key).inserted { throw duplicate(key, values) }
            return false
        }
        guard let update else { throw duplicate(key, values) }
        var destination: (section: Int64, position: Double)?
        if options.columns.section != nil {
            let index = try section(of: values)
            if sections[index].id != known.sectionID {
                destination = (sections[index].id, sections[index].nextPosition)
                sections[index].nextPosition = Self.position(after: sections[index].nextPosition)
            }
        }
        try update.run(known.id, values, text: batch.text, destination: destination, on: connection)
        report.itemsMatched += 1
        return true
    }

    func missingKey(_ values: ItemValues) -> RowProblem {
        RowProblem(
            offset: values.keyOffset, kind: .missingKey, message: "the row has no key to find its item by"
        )
    }

    private func duplicate(_ key: String, _ values: ItemValues) -> RowProblem {
        RowProblem(
            offset: values.keyOffset, kind: .duplicateKey,
            message: "duplicate key “\(key)”: the data set “\(options.dataset)” has it already"
        )
    }

    /// Finds the first row of this import whose key an earlier one has, through the key's index.
    func checkKeys() throws {
        // In the order of the index each key is only compared with the one before it. This takes half as long as
        // counting the rows of each.
        let distinct = try connection.first(
            "SELECT count(*) FROM (SELECT DISTINCT key FROM item WHERE key IS NOT NULL AND id >= ?1)",
            firstItemID, as: Int.self)
        guard distinct != keyCount else { return }
        let statement = try connection.prepare(
            """
            SELECT id, key, earlier FROM (
              SELECT id, key, lag(id) OVER (PARTITION BY key ORDER BY id) AS earlier
              FROM item WHERE key IS NOT NULL AND id >= ?1)
            WHERE earlier IS NOT NULL ORDER BY id LIMIT 1
            """
        )
        statement.bind(firstItemID, at: 1)
        guard try statement.step() else { return }
        let line = lines.line(ofRow: Int(statement.int64(0) - firstItemID))
        let earlier = lines.line(ofRow: Int(statement.int64(2) - firstItemID))
        throw LayoutError(
            .duplicateKey, "duplicate key “\(statement.stringOrEmpty(1))”: first on \(placeWord) \(earlier)",
            file: sourceName, line: line)
    }
}
