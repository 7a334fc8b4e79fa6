internal import LayoutSQLite

/// The declaration of one of the user's tables of a store: what each column is, and what it refuses.
///
/// A program that makes a table again with other words, as pandas' `to_sql` does, leaves one that takes any row.
package struct TableDeclaration {
    /// The columns by name: see ``UserSchema/columns(of:in:)``.
    package let columns: [String: String]
    /// Whether it is STRICT, and WITHOUT ROWID.
    private let options: Set<String>
    /// How many constraints keep rows unique.
    private let uniqueCount: Int
    /// The text in which its conditions are looked for, without blanks and quotes.
    private let text: String

    /// Reads the declaration of a table that is there.
    init(of table: String, in connection: Connection) throws {
        columns = try UserSchema.columns(of: table, in: connection)
        uniqueCount =
            try connection.first(
                "SELECT count(*) FROM pragma_index_list(?1) WHERE origin IN ('u', 'pk')", table, as: Int.self) ?? 0
        let sql = try connection.first(
            "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE", table, as: String.self)
        text = SQLStatements.normalised(sql ?? "").filter { $0 != " " }
        options = Set(text.split(separator: ")").last?.uppercased().split(separator: ",").map(String.init) ?? [])
    }

    /// The differences from how the migrations declare the table. More columns may be there, in any order.
    func differences(from declared: TableDeclaration, of table: String) -> [String] {
        var differences: [String] = []
        for (name, expected) in declared.columns.sorted(by: { $0.key < $1.key }) {
            guard let actual = columns[name] else {
                differences.append("the table \(table) has no column \(name)")
                continue
            }
            if actual != expected {
                differences.append(
                    "the column \(name) of the table \(table) is declared \(actual.isEmpty ? "without a type" : actual)"
                        + ", and should be \(expected)")
            }
        }
        let hasConditions = declared.conditions.allSatisfy { text.contains($0) }
        if options != declared.options || uniqueCount < declared.uniqueCount || !hasConditions {
            differences.append("the table \(table) has lost constraints")
        }
        return differences
    }

    /// Its CHECK constraints.
    private var conditions: [Substring] {
        text.ranges(of: "CHECK(").map { range in
            var depth = 1
            var end = range.upperBound
            while depth > 0, end < text.endIndex {
                if text[end] == "(" { depth += 1 } else if text[end] == ")" { depth -= 1 }
                end = text.index(after: end)
            }
            return text[range.lowerBound..<end]
        }
    }
}
