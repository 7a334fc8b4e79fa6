import Foundation
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

import layoutctl

/// A paper of the folder `Reference`, generated from the program, the definitions or a store.
struct ReferenceDocument: CustomTestStringConvertible {
    var title: String
    var subject: String
    private var body: @Sendable () throws -> String

    static let all = [
        ReferenceDocument(title: "Definitions", subject: "The keys of layouts.", body: definitions),
        ReferenceDocument(
            title: "SQL", subject: "Tables, views and functions.",
            body: { try tables() + "## Functions\n\n" + functions() }),
    ]

    /// Its path in the project's folder.
    var path: String { "Reference/\(title).md" }
    var file: URL { Paper.root.appendingPathComponent(path) }
    var testDescription: String { title }

    func text() throws -> String {
        var text = "# \(title)\n\n\(subject) `scripts/reference` writes this file.\n\n"
        text += try body()
        while text.hasSuffix("\n\n") { text.removeLast() }
        return text
    }

    // MARK: Tables

    /// The public tables and views of a new store.
    static func publicTables() throws -> [SchemaTable] {
        let scratch = try ScratchDirectory()
        let file = scratch.file("reference.db")
        try LayoutStore(path: file).close()
        return try SchemaTable.all(in: Connection(path: file, mode: .readOnly))
    }

    private static func tables() throws -> String {
        let all = try publicTables()
        try #require(!all.isEmpty)
        var text = """
            You can edit all tables except `schema_migration` from any shell. Tables that begin with `lc_` contain
            derived data. They can be rebuilt at any time and may change in any version; see
            [ARCHITECTURE.md](../ARCHITECTURE.md#tables).

            Lengths are in points, and places in content coordinates. Indices and ranks count from 0, row ids from 1. A
            column `layout` has the layout's name, and `id` the row id.

            ## Tables and views


            """
        // A column that means the same in several tables or views is described in the first one.
        var described: [SchemaTable.Column: String] = [:]
        for table in all {
            text += "### \(table.name)\n\n\(table.isView ? "View" : "Table"). \(table.purpose)\n\n"
            if !table.example.isEmpty { text += "```sql\n\(table.example)\n```\n\n" }
            var references: [(table: String, columns: [String])] = []
            var own: [SchemaTable.Column] = []
            for column in table.columns where !isObvious(column) {
                guard let first = described[column] else {
                    described[column] = table.name
                    own.append(column)
                    continue
                }
                if !references.contains(where: { $0.table == first }) { references.append((first, [])) }
                for index in references.indices where references[index].table == first {
                    references[index].columns.append("`\(column.name)`")
                }
            }
            // SQLite's types of a view's columns are not complete.
            text += entries(own.map { ($0.name, table.isView ? "" : $0.typeText, $0.meaning) })
            for (first, columns) in references {
                text += "- \(columns.joined(separator: ", ")): as of [`\(first)`](#\(first)).\n"
            }
            text += "\n"
        }
        return text
    }

    /// Whether a column is one that the paper explains for all tables and views.
    private static func isObvious(_ column: SchemaTable.Column) -> Bool {
        column.name == "layout" && column.meaning == "The layout's name."
            || column.name == "id" && column.meaning == "The row id."
    }

    /// Items of a list: names, their type, and their meaning without the units that the paper states once. Consecutive
    /// ones of the same type and meaning are one item.
    static func entries(_ rows: [(name: String, type: String, meaning: String)]) -> String {
        var text = ""
        var rest = rows[...]
        while let first = rest.first {
            let same = rest.prefix { ($0.type, $0.meaning) == (first.type, first.meaning) }
            rest = rest.dropFirst(same.count)
            let meaning = first.meaning.replacing(
                /(, in points|,? in content coordinates|, from 0)(?=[.,;:])/, with: "")
            text += "- \(same.map { "`\($0.name)`" }.joined(separator: ", "))"
            text += "\(first.type.isEmpty ? "" : " (\(first.type))"): \(meaning)\n"
        }
        return text
    }

    static func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
}
