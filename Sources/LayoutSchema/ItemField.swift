package import LayoutSQLite
internal import LayoutText

/// A part of an item: a member of its payload, or a column of the table `item` that was added to it.
package struct ItemField: Sendable, Hashable {
    /// The JSON path, or the column's name.
    package let name: String
    /// The expression in SQL, over a row of `item AS i`.
    package let sql: String
    /// The value and itself again as a JSON array, of payloads in which SQLite may cut it at a null character.
    package private(set) var pairSQL = "NULL"

    /// The field of a name: a JSON path such as `$.artist.name`, a column of `item`, or else a member of the payload.
    /// The name of ``called`` is that field.
    ///
    /// - Throws: ``LayoutError`` `invalidArgument` for what is not a JSON path, and an empty name.
    package init(_ name: String, in connection: Connection) throws {
        guard name != Self.called.name else {
            self = .called
            return
        }
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw LayoutError(.invalidArgument, "a field needs a name without null characters")
        }
        var name = name
        if name.utf8.first != UInt8(ascii: "$") {
            let columns = try UserSchema.columns(of: "item", in: connection)
            if let column = columns.keys.first(where: { $0.lowercased() == name.lowercased() }) {
                self.name = column
                sql = "i.\(try Statement.quoted(column))"
                return
            }
            guard !name.utf8.contains(UInt8(ascii: "\"")) else {
                throw LayoutError(.invalidArgument, "the field “\(name)” needs a JSON path such as $.artist")
            }
            name = "$.\"\(name)\""
        }
        do {
            try connection.run("SELECT json_extract('{}', ?1)", name)
        } catch {
            guard .error ~= error.code else { throw error }
            throw LayoutError(.invalidArgument, "“\(name)” is not a JSON path such as $.artist")
        }
        self.name = name
        let literal = name.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) }
        let value = "json_extract(i.payload, '\(literal)')"
        pairSQL = #"CASE WHEN i.payload LIKE '%\u0000%' THEN json_extract(i.payload, '\#(literal)', '\#(literal)') END"#
        sql =
            ["$.title", "$.\"title\""].contains(name)
            ? Self.orLine(value) : "CASE WHEN json_valid(i.payload) THEN \(value) END"
    }

    /// The name of an item by default: its title, name, label or text, or the only text that it has.
    package static let called: ItemField = ItemField(
        name: "title, name, label or text",
        sql: orLine(
            """
            coalesce(
              json_extract(i.payload, '$.title'), json_extract(i.payload, '$.name'),
              json_extract(i.payload, '$.label'), json_extract(i.payload, '$.text'),
              (SELECT CASE WHEN count(*) = 1 THEN max(j.value) END FROM json_each(i.payload) AS j
               WHERE j.type = 'text'))
            """))

    /// A value out of the payload; of a line of a text file, its text.
    private static func orLine(_ value: String) -> String {
        "CASE WHEN i.payload IS NULL THEN \(LineTexts.sql) WHEN json_valid(i.payload) THEN \(value) END"
    }

    private init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}
