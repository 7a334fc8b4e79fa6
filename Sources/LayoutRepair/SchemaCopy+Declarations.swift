internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension SchemaCopy {
    /// Makes one of our tables as the migrations declare it, if another program has made it again in other words.
    /// Columns that the user has added stay.
    ///
    /// - Returns: Whether it was necessary. Its rows have to fit then.
    mutating func redeclare(_ table: Entry) throws -> Bool {
        guard UserSchema.tables.contains(table.key), let declared = try UserSchema.declarations.get()[table.key],
            try !UserSchema.differences(of: table.key, text: table.sql, in: connection).isEmpty
        else { return false }
        var added: [String] = []
        try connection.forEachRow(
            "SELECT name, upper(type), dflt_value FROM pragma_table_xinfo(?1, 'main') WHERE hidden = 0 ORDER BY cid",
            table.key
        ) { row in
            guard declared.columns[row.stringOrEmpty(0)] == nil else { return }
            let isKnown = ["INT", "INTEGER", "REAL", "TEXT", "BLOB"].contains(row.stringOrEmpty(1))
            added.append(
                "\(try SQLIdentifier.quoted(row.stringOrEmpty(0))) \(isKnown ? row.stringOrEmpty(1) : "ANY")"
                    + (row.string(2).map { " DEFAULT (\($0))" } ?? ""))
        }
        try connection.execute("DROP TABLE main.\(try SQLIdentifier.quoted(table.name))")
        try connection.execute(UserSchema.texts[table.key] ?? "")
        for column in added { try connection.execute("ALTER TABLE main.\(table.key) ADD COLUMN \(column)") }
        lines.append("declared the table \(table.key) again, which another program had made in other words")
        return true
    }

    /// Puts rows without a position at the end, as the trigger would have done that was not there.
    func placeRows(of table: String) throws {
        guard let parent = ["item": "section_id", "section": "dataset_id"][table] else { return }
        try connection.execute(
            """
            UPDATE main.\(table) SET position = placed.place FROM (
              SELECT n.id, row_number() OVER (PARTITION BY n.\(parent) ORDER BY n.id) + coalesce(
                (SELECT max(o.position) FROM main.\(table) AS o WHERE o.\(parent) = n.\(parent)), 0) AS place
              FROM main.\(table) AS n WHERE n.position IS NULL) AS placed
            WHERE main.\(table).id = placed.id
            """)
    }

    /// A row that a table of ours refuses, and that another program has written while nothing refused it.
    func misfit(_ rows: Statement, _ titles: [String], _ table: Entry, _ error: SQLiteError) throws
        -> VerificationReport.Mistake
    {
        let place = try titles.indices.prefix(2).map { index in
            let value =
                switch rows.storage(index) {
                case .null: "NULL"
                default: try connection.first("SELECT quote(?1)", rows.stringOrEmpty(index), as: String.self) ?? ""
                }
            return "\(titles[index]) IS \(value)"
        }.joined(separator: " AND ")
        return VerificationReport.Mistake(
            message: "the table \(table.key) was made again by another program, and holds a row that it should refuse: "
                + error.message,
            remedy: "correct or delete the row WHERE \(place), and repair the store again")
    }
}

/// A column's conversion of values of other types:
/// <https://sqlite.org/datatype3.html#determination_of_column_affinity>.
enum ColumnType {
    /// Numbers become texts.
    case text
    /// Texts become numbers, or are refused.
    case number
    /// Nothing becomes anything else, or not always.
    case other

    /// - Parameter declaration: In capitals.
    init(declaration: String, isStrict: Bool) {
        if declaration.contains("INT") {
            self = isStrict ? .number : .other
        } else if ["CHAR", "CLOB", "TEXT"].contains(where: { declaration.contains($0) }) {
            self = .text
        } else {
            self = isStrict && declaration == "REAL" ? .number : .other
        }
    }

    /// Whether a value that is stored is stored otherwise.
    func converts(_ storage: ValueStorage) -> Bool {
        switch self {
        case .text: storage == .integer || storage == .real
        case .number: storage == .text
        case .other: false
        }
    }

    /// The name of the type of a converted value.
    var word: String { self == .text ? "text" : "numbers" }
}
