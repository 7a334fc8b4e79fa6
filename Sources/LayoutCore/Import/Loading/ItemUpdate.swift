internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// Changes an item to a row's values: only in the columns that the source has.
struct ItemUpdate {
    private let sql: String?
    private let columns: ImportColumns
    private let hasPayload: Bool
    private let traits: [ItemTrait]

    init(columns: ImportColumns, hasPayload: Bool) {
        self.columns = columns
        self.hasPayload = hasPayload
        var names: [String] = []
        if columns.width != nil { names.append("width") }
        if columns.height != nil { names.append("height") }
        if columns.x != nil { names.append("x") }
        if columns.y != nil { names.append("y") }
        if hasPayload { names.append("payload") }
        let traits = ItemTrait.allCases.filter { columns[$0] != nil }
        self.traits = traits
        guard !names.isEmpty || !traits.isEmpty else {
            sql = nil
            return
        }
        let places =
            names.enumerated().map { ($1, "?\($0 + 2)") }
            + traits.enumerated().map { ($1.column, $1.stored("?\(names.count + $0 + 2)")) }
        let assignments = places.map { "\($0) = \($1)" }.joined(separator: ", ")
        // A row without changes is not written, and marks nothing as stale.
        let differences = places.map { "\($0) IS NOT \($1)" }.joined(separator: " OR ")
        sql = "UPDATE item SET \(assignments) WHERE id = ?1 AND (\(differences))"
    }

    /// - Parameter destination: the section and position to move the item to.
    func run(
        _ item: Int64, _ values: ItemValues, text: ContiguousArray<UInt8>,
        destination: (section: Int64, position: Double)?, on connection: Connection
    ) throws(SQLiteError) {
        if let destination {
            try connection.run(
                "UPDATE item SET section_id = ?2, position = ?3 WHERE id = ?1", item, destination.section,
                destination.position)
        }
        guard let sql else { return }
        let statement = try connection.cached(sql)
        statement.bind(item, at: 1)
        var index = 2
        for (column, value) in [
            (columns.width, values.width), (columns.height, values.height), (columns.x, values.x),
            (columns.y, values.y),
        ] where column != nil {
            statement.bind(value, at: index)
            index += 1
        }
        if hasPayload {
            if values.payload != .null {
                statement.bindText(bytes: text.span.extracting(values.payload.start..<values.payload.end), at: index)
            }
            index += 1
        }
        for trait in traits {
            statement.bind(values.traits[trait].map(Int64.init), at: index)
            index += 1
        }
        try statement.run()
    }
}
