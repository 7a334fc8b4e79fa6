internal import LayoutSQLite
internal import LayoutSources

extension ItemLoader {
    /// Reads what sections the data set has.
    func loadSections() throws {
        let statement = try connection.cached("SELECT id, title FROM section WHERE dataset_id = ?1 ORDER BY position")
        statement.bind(dataset, at: 1)
        defer { statement.reset() }
        while try statement.step() {
            let title = statement.string(1).map { ContiguousArray($0.utf8) }
            // Of sections with the same title the first one counts.
            if sections.index(of: title) == nil {
                _ = sections.insert(id: statement.int64(0), title: title)
            }
        }
    }

    /// Deletes the items, and moves the sections out of the way of the new order. They go to positions below 0 and
    /// below all used ones, where they stay if no row names them.
    func setAsideForReplacement() throws {
        try connection.run(
            "DELETE FROM item WHERE section_id IN (SELECT id FROM section WHERE dataset_id = ?1)", dataset
        )
        let lowest = try connection.first(
            "SELECT min(position) FROM section WHERE dataset_id = ?1", dataset, as: Double?.self
        )
        try connection.run(
            "UPDATE section SET position = ?2 - id WHERE dataset_id = ?1", dataset,
            min(0, lowest.flatMap(\.self) ?? 0) - 1
        )
    }

    /// Ends a replacement: sections that were set aside and not named again go.
    func deleteUnnamedSections() throws {
        try connection.run("DELETE FROM section WHERE dataset_id = ?1 AND position < 0", dataset)
        report.sectionsDeleted = connection.changes
    }

    /// The entry of the row's section, which is made if it is new.
    @inline(__always)
    func section(of values: ItemValues) throws -> Int {
        let range = values.title
        if let lastSection, range != .null, sections[lastSection].hasTitle, isTitle(range) { return lastSection }
        let found = try findOrMakeSection(readTitle(range) ? title : nil)
        lastSection = found
        return found
    }

    /// Whether a title in the batch's bytes is the one that was looked up last.
    @inline(__always)
    private func isTitle(_ range: ColumnBatch.ByteRange) -> Bool {
        guard title.count == range.end - range.start else { return false }
        var distance = 0
        while distance < title.count {
            guard title[distance] == batch.text[range.start + distance] else { return false }
            distance += 1
        }
        return true
    }

    /// Copies a title from the batch's bytes; false if it has none.
    private func readTitle(_ range: ColumnBatch.ByteRange) -> Bool {
        title.removeAll(keepingCapacity: true)
        guard range != .null else { return false }
        title.append(contentsOf: batch.text[range.start..<range.end])
        return true
    }

    private func findOrMakeSection(_ title: ContiguousArray<UInt8>?) throws -> Int {
        guard let index = sections.index(of: title) else {
            let text = title.map { String(decoding: $0, as: UTF8.self) }
            try connection.run(
                "INSERT INTO section (dataset_id, position, title) VALUES (?1, ?2, ?3)",
                dataset, nextSectionPosition, text
            )
            nextSectionPosition += 1
            report.sectionsCreated += 1
            let index = sections.insert(id: connection.lastInsertRowID, title: title)
            sections[index].nextPosition = 0
            sections[index].isNew = true
            sections[index].isNamed = true
            return index
        }
        guard !sections[index].isNamed else { return index }
        sections[index].isNamed = true
        if options.mode == .replace {
            try connection.run(
                "UPDATE section SET position = ?2 WHERE id = ?1", sections[index].id, nextSectionPosition
            )
            nextSectionPosition += 1
            sections[index].nextPosition = 0
        } else {
            sections[index].nextPosition = try nextPosition(inSection: sections[index].id)
        }
        return index
    }

    private func nextPosition(inSection section: Int64) throws -> Double {
        try connection.first(
            "SELECT max(position) FROM item WHERE section_id = ?1", section, as: Double?.self
        )?.map { Self.position(after: $0) } ?? 0
    }
}
