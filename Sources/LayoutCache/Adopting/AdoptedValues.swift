internal import LayoutSQLite

/// SQL for an item's values in a row of an adopted table.
///
/// It is part of triggers that run in every shell. So it uses no functions that are unsafe with `trusted_schema` off,
/// as those on JSON were before SQLite 3.44. No value of the table makes a statement fail.
struct AdoptedValues {
    let table: AdoptedTable
    let adoption: TableAdoption

    /// - Parameter row: The row's name in the statement.
    private func column(_ name: String, of row: String) throws -> String {
        "\(row).\(try SQLIdentifier.quoted(name))"
    }

    func identity(_ row: String) throws -> String {
        "\(row).\(try SQLIdentifier.quoted(table.identity))"
    }

    /// That a row of the table is the one with an identity.
    func isRow(_ row: String, _ identity: String) throws -> String {
        let own = try self.identity(row)
        // By its index first, and then by its bytes, where the collation may find another one.
        return table.isIdentityColumn
            ? "\(own) = \(identity) AND \(own) COLLATE BINARY IS \(identity)" : "\(own) = \(identity)"
    }

    /// The key of its section: an empty text for the section without a title.
    func section(_ row: String) throws -> String {
        guard let name = adoption.section else { return "''" }
        let value = try column(name, of: row)
        // Within the expression the column has neither its affinity nor its collation.
        return "(CASE WHEN \(value) IS NULL THEN '' ELSE \(value) END)"
    }

    /// The title of the section.
    func title(_ row: String) throws -> String {
        guard let name = adoption.section else { return "NULL" }
        let value = try column(name, of: row)
        return "(CASE WHEN typeof(\(value)) = 'blob' THEN hex(\(value)) ELSE nullif(CAST(\(value) AS TEXT), '') END)"
    }

    /// Its order key in its section.
    func sortKey(_ row: String) throws -> String {
        guard let name = adoption.order else { return "0" }
        let value = try column(name, of: row)
        return "(CASE WHEN \(value) IS NULL THEN -9e999 ELSE \(value) END)"
    }

    /// The collation by which that is compared.
    var sortCollation: String { adoption.order.map { table.collation(of: $0) } ?? "BINARY" }

    /// The columns of the table with an item's contents, and not its place.
    var contentColumns: [String] {
        var columns: [String] = []
        for name in [adoption.key, adoption.width, adoption.height].compactMap(\.self) + adoption.payload
        where !columns.contains(name) { columns.append(name) }
        return columns
    }

    /// The columns of `item` that the table has values for.
    var itemColumns: [String] {
        [
            adoption.key.map { _ in "key" }, adoption.width.map { _ in "width" }, adoption.height.map { _ in "height" },
            adoption.payload.isEmpty ? nil : "payload",
        ].compactMap { $0 } + ItemTrait.allCases.filter { adoption[$0] != nil }.map(\.column)
    }

    /// The same in the same order, with what it is.
    func item(_ row: String) throws -> [(column: String, sql: String)] {
        var values: [(column: String, sql: String)] = []
        if let name = adoption.key {
            let value = try column(name, of: row)
            values.append(("key", "(CASE WHEN typeof(\(value)) <> 'blob' THEN nullif(CAST(\(value) AS TEXT), '') END)"))
        }
        if let name = adoption.width { values.append(("width", Self.length(try column(name, of: row)))) }
        if let name = adoption.height { values.append(("height", Self.length(try column(name, of: row)))) }
        if !adoption.payload.isEmpty { values.append(("payload", try payload(row))) }
        for trait in ItemTrait.allCases {
            guard let name = adoption[trait] else { continue }
            values.append((trait.column, Self.value(of: trait, try column(name, of: row))))
        }
        return values
    }

    /// A trait: a whole number in its range, or a text that spells one in digits; an edge is one of two words.
    private static func value(of trait: ItemTrait, _ value: String) -> String {
        guard trait != .stickyEdge else {
            return "(CASE WHEN \(value) COLLATE BINARY IN ('start', 'end') THEN \(value) END)"
        }
        let number = "CAST(\(value) AS INTEGER)"
        return "(CASE WHEN (typeof(\(value)) = 'integer' OR typeof(\(value)) = 'real' AND \(value) = \(number) "
            + "OR typeof(\(value)) = 'text' AND \(value) GLOB '[0-9]*' AND \(value) NOT GLOB '*[^0-9]*') "
            + "AND \(number) BETWEEN \(trait.range.lowerBound) AND \(trait.range.upperBound) THEN \(number) END)"
    }

    /// A size: a number, or a text that spells one in digits, as in tables made from CSV.
    private static func length(_ value: String) -> String {
        "(CASE WHEN typeof(\(value)) IN ('integer', 'real') AND \(value) BETWEEN 0 AND 1e9 THEN CAST(\(value) AS REAL) "
            + "WHEN typeof(\(value)) = 'text' AND \(value) GLOB '*[0-9]*' AND \(value) NOT GLOB '*[^0-9.]*' "
            + "AND \(value) NOT GLOB '*.*.*' "
            + "AND CAST(\(value) AS REAL) BETWEEN 0 AND 1e9 THEN CAST(\(value) AS REAL) END)"
    }

    private func payload(_ row: String) throws -> String {
        let members = try adoption.payload.enumerated().map { index, name in
            let key = String(decoding: PayloadText.memberPrefix(name, isFirst: index == 0), as: UTF8.self)
            return
                "\(SQLLiteral.text(key)) || \(Self.json(try column(name, of: row)))"
        }
        return "(\(members.joined(separator: " || ")) || '}')"
    }

    /// A value as JSON; null for what JSON has no word for. Control characters are left as they are for now: see
    /// ``controlEscapes(where:)``.
    ///
    /// Whole numbers and texts without anything to escape have separate branches. Spelling a number and replacing
    /// characters take most of a row's time.
    private static func json(_ value: String) -> String {
        let text = "replace(replace(\(value), '\\', '\\\\'), '\"', '\\\"')"
        return "(CASE typeof(\(value)) WHEN 'integer' THEN CAST(\(value) AS TEXT) "
            + "WHEN 'real' THEN CASE WHEN \(value) BETWEEN -1e14 AND 1e14 AND \(value) = CAST(\(value) AS INTEGER) "
            + "THEN CAST(\(value) AS INTEGER) || '.0' "
            + "WHEN abs(\(value)) > 1.7976931348623157e308 THEN 'null' "
            + "WHEN CAST(CAST(\(value) AS TEXT) AS REAL) = \(value) THEN CAST(\(value) AS TEXT) "
            + "ELSE printf('%!.17g', \(value)) END "
            + "WHEN 'text' THEN CASE WHEN instr(\(value), char(0)) THEN 'null' "
            + "WHEN instr(\(value), '\"') OR instr(\(value), '\\') THEN '\"' || \(text) || '\"' "
            + "ELSE '\"' || \(value) || '\"' END "
            + "ELSE 'null' END)"
    }

    /// Statements that escape the control characters in the payloads of some items.
    ///
    /// Eight at a time, for SQLite's parser takes no more than some twenty calls within each other.
    func controlEscapes(where condition: String) -> [String] {
        guard !adoption.payload.isEmpty else { return [] }
        return stride(from: 1, to: 32, by: 8).map { first in
            var text = "payload"
            for code in first..<min(first + 8, 32) {
                text = "replace(\(text), char(\(code)), '\\u00\(code < 16 ? "0" : "")\(String(code, radix: 16))')"
            }
            return """
                UPDATE item SET payload = \(text) WHERE \(condition) AND \(Self.hasControls("payload"))
                """
        }
    }

    /// That a text has control characters.
    static func hasControls(_ text: String) -> String { "\(text) GLOB ('*[' || char(1) || '-' || char(31) || ']*')" }

    /// That a column of the payload has a text with control characters in a row of the table.
    func payloadHasControls(_ row: String) throws -> String {
        try adoption.payload.map {
            let value = try column($0, of: row)
            return "typeof(\(value)) = 'text' AND \(Self.hasControls(value))"
        }.joined(separator: " OR ")
    }
}
