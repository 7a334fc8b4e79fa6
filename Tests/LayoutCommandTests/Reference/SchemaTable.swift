import LayoutSQLite

/// A public table or view of a store, as the store itself describes it.
struct SchemaTable {
    struct Column: Hashable {
        var name: String
        var type: String
        var isRequired: Bool
        var defaultValue: String?
        /// Its meaning in `layout_help`, or the comment beside or above it in the text of the table.
        var meaning: String

        var typeText: String {
            type + (isRequired ? ", not null" : "") + (defaultValue.map { ", default \($0)" } ?? "")
        }
    }

    var name: String
    var isView: Bool
    /// Its purpose in `layout_readme`, or else the comment at the head of its text.
    var purpose: String
    var example: String
    var columns: [Column]

    /// Names that begin like this are not public.
    private static let hiddenPrefixes = ["lc_", "sqlite_"]

    /// The public tables and views of a store, tables first, each sort in the order of its making. The program's own
    /// record comes after the user's tables.
    static func all(in connection: Connection) throws -> [SchemaTable] {
        var readme: [String: (purpose: String, example: String)] = [:]
        try connection.forEachRow("SELECT name, purpose, example FROM layout_readme") { row in
            readme[row.stringOrEmpty(0)] = (row.stringOrEmpty(1), row.stringOrEmpty(2))
        }
        var meanings: [String: [String: String]] = [:]
        try connection.forEachRow("SELECT topic, name, text FROM layout_help") { row in
            meanings[row.stringOrEmpty(0), default: [:]][row.stringOrEmpty(1)] = row.stringOrEmpty(2)
        }
        var found: [(name: String, isView: Bool, sql: String)] = []
        try connection.forEachRow(
            """
            SELECT name, type = 'view', sql FROM sqlite_schema WHERE type IN ('table', 'view')
            ORDER BY type, name = 'schema_migration', rowid
            """
        ) { row in found.append((row.stringOrEmpty(0), row.int(1) == 1, row.stringOrEmpty(2))) }
        return try found.filter { entry in !hiddenPrefixes.contains(where: entry.name.hasPrefix) }.map { entry in
            let comments = ColumnComments(sql: entry.sql)
            var columns: [Column] = []
            try connection.forEachRow(
                "SELECT name, type, \"notnull\", dflt_value FROM pragma_table_xinfo(?1) ORDER BY cid", entry.name
            ) { row in
                let name = row.stringOrEmpty(0)
                columns.append(
                    Column(
                        name: name, type: row.stringOrEmpty(1), isRequired: row.int(2) == 1,
                        defaultValue: row.string(3),
                        meaning: meanings[entry.name]?[name] ?? comments.columns[name].map(sentence) ?? ""))
            }
            return SchemaTable(
                name: entry.name, isView: entry.isView, purpose: readme[entry.name]?.purpose ?? comments.head,
                example: readme[entry.name]?.example ?? "", columns: columns)
        }
    }

    /// A comment as a sentence: those beside a column are not.
    private static func sentence(_ comment: String) -> String {
        var text = comment.prefix(1).uppercased() + String(comment.dropFirst())
        if let last = text.last, last != ".", last != "…" { text += "." }
        return text
    }
}

/// The comments in the text of a table: at its head, and beside or above its columns.
struct ColumnComments {
    var head = ""
    var columns: [String: String] = [:]

    init(sql: String) {
        var above: [String] = []
        var isBeforeFirstColumn = true
        for line in sql.split(separator: "\n") {
            let parts = line.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
            let code = parts[0].drop { $0 == " " }
            let comment = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            if code.isEmpty {
                above.append(String(comment))
                continue
            }
            if code.hasPrefix("CREATE ") {
                above.append(String(comment))
                continue
            }
            // A view's query has its own comments, on other things than its columns.
            let isQuery = ["SELECT", "WITH", "VALUES"].contains(where: code.hasPrefix)
            if isBeforeFirstColumn {
                head = above.filter { !$0.isEmpty }.joined(separator: " ")
                above = []
                isBeforeFirstColumn = false
            }
            if isQuery { return }
            let name = String(code.prefix { $0 != " " && $0 != "," && $0 != ")" })
            let text = (above + [String(comment)]).filter { !$0.isEmpty }.joined(separator: " ")
            if !text.isEmpty, columns[name] == nil { columns[name] = text }
            above = []
        }
    }
}
