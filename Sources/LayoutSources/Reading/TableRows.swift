internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// Makes items of the rows of a table or view of another SQLite database, in the order it yields them.
///
/// Texts, integers and real numbers keep their types in the payload. A number that is stored as text
/// counts as a size too, since tables made from CSV hold all values as text. Messages count rows
/// where those about text count lines.
package final class TableRows {
    private let connection: Connection
    private let statement: Statement
    private let columns: DelimitedRowMapper.MappedColumns
    private let lengths: Lengths
    package private(set) var rowsRead = 0

    package var hasPayload: Bool { !columns.payload.isEmpty }

    /// - Throws: `LayoutError` of kind `missingTable` or `missingColumn`; `SQLiteError` where the file
    ///   cannot be read.
    package init(path: String, table: String, options: ImportOptions) throws {
        connection = try Connection(path: path, mode: .readOnly)
        let tables = try connection.names(
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite^_%' ESCAPE '^'")
        // SQLite's names of tables do not distinguish case.
        guard tables.contains(where: { $0.lowercased() == table.lowercased() }) else {
            throw LayoutError(
                .missingTable, "there is no table “\(table)”",
                advice: SpellingSuggestion.advice(for: table, in: tables, what: "tables"), file: path)
        }
        statement = try connection.prepare("SELECT * FROM \(Statement.quoted(table))")
        let names = (0..<statement.columnCount).map(statement.columnName)
        columns = try DelimitedRowMapper.MappedColumns(options.columns, in: names) { name in
            LayoutError(
                .missingColumn, "the table “\(table)” has no column “\(name)”",
                advice: SpellingSuggestion.advice(for: name, in: names, what: "columns"), file: path)
        }
        lengths = Lengths(options)
    }

    /// Goes to the next row; false at the end of the table.
    package func next() throws -> Bool {
        guard try statement.step() else { return false }
        rowsRead += 1
        return true
    }

    /// Makes an item of the row. `text` grows by the title, the key and the payload.
    package func map(text: inout ContiguousArray<UInt8>) throws(ItemValues.Problem) -> ItemValues {
        var values = ItemValues()
        for (column, role) in columns.mapped {
            switch role {
            case .section: values.title = try append(column, to: &text)
            case .key: values.key = try append(column, to: &text)
            case .length(let role): values.set(try length(column, role: role), for: role)
            case .trait(let trait):
                let text = statement.stringOrEmpty(column)
                if !text.isEmpty { values.traits[trait] = try Lengths.number(spelled: text, of: trait) }
            case .dataset, .payload: break
            }
        }
        values.payload = try DelimitedRowMapper.PayloadText.append(columns.payload, to: &text, value: appendValue)
        return values
    }

    private func length(_ column: Int, role: Lengths.Role) throws(ItemValues.Problem) -> Double {
        switch statement.storage(column) {
        case .null: return .nan
        case .integer, .real: return try lengths.length(statement.double(column), role: role)
        case .text:
            let spelling = Array(statement.stringOrEmpty(column).utf8)
            return try lengths.length(spelling.span, range: spelling.indices, role: role)
        case .blob:
            if lengths.takesTextAsUnmeasured, role.isSize { return .nan }
            throw ItemValues.Problem(kind: .notANumber, message: "the \(role) is a blob")
        }
    }

    /// Appends a title or key; empty text counts as none, as in text files.
    private func append(
        _ column: Int, to text: inout ContiguousArray<UInt8>
    ) throws(ItemValues.Problem) -> ColumnBatch.ByteRange {
        guard statement.storage(column) != .blob else {
            throw ItemValues.Problem(
                kind: .notText, message: "the column “\(statement.columnName(column))” holds a blob")
        }
        guard let string = statement.string(column), !string.isEmpty else { return .null }
        let start = text.count
        text.append(contentsOf: string.utf8)
        return ColumnBatch.ByteRange(start: start, end: text.count)
    }

    private func appendValue(
        _ column: DelimitedRowMapper.PayloadColumn, to text: inout ContiguousArray<UInt8>
    ) throws(ItemValues.Problem) {
        switch statement.storage(column.index) {
        case .null: text.append(contentsOf: "null".utf8)
        case .integer: text.append(contentsOf: "\(statement.int64(column.index))".utf8)
        case .real:
            let value = statement.double(column.index)
            guard value.isFinite else {
                throw ItemValues.Problem(
                    kind: .notFinite, message: "the column “\(column.name)” holds an infinity, which JSON cannot")
            }
            text.append(contentsOf: "\(value)".utf8)
        case .text: JSONString.encode(statement.stringOrEmpty(column.index), to: &text)
        case .blob:
            throw ItemValues.Problem(
                kind: .notText, message: "the column “\(column.name)” holds a blob, which JSON cannot",
                advice: "Make a view without that column, and import the view.")
        }
    }

    /// The row as CSV, for the rejects file.
    package func text() -> String {
        (0..<statement.columnCount).map { column in
            statement.storage(column) == .blob ? "" : CSVField.quoted(statement.stringOrEmpty(column))
        }.joined(separator: ",")
    }
}
