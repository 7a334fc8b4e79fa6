import Foundation
import Testing

@testable import layoutctl

/// The committed reference matches the program.
///
/// `scripts/reference` writes it again. Look at it before it is kept.
@Suite struct ReferenceTests {
    @Test("The reference is up to date")
    func reference() throws {
        let text = try ReferenceDocument.text()
        if ProcessInfo.processInfo.environment["LAYOUTCACHE_UPDATE_REFERENCE"] == "1" {
            try text.write(to: ReferenceDocument.file, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOf: ReferenceDocument.file, encoding: .utf8)
        guard text != kept else { return }
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let old = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(new, old).prefix { $0 == $1 }.count
        Issue.record(
            """
            REFERENCE.md is out of date at line \(line + 1), which is to be
            \(line < new.count ? new[line] : "the end")
            “scripts/reference” writes it.
            """)
    }

    @Test("Every column of a public table or view has a meaning, and no other has one")
    func columns() throws {
        let tables = try ReferenceDocument.publicTables()
        #expect(tables.count { $0.isView } > 5 && tables.count { !$0.isView } > 5)
        let silent = tables.flatMap { table in
            table.columns.filter(\.meaning.isEmpty).map { "\(table.name).\($0.name)" }
        }
        #expect(silent == [])
        for (name, meanings) in ColumnMeanings.all {
            let columns = tables.first { $0.name == name }?.columns.map(\.name) ?? []
            #expect(Set(meanings.keys).subtracting(columns) == [], "\(name)")
        }
    }

    @Test("A column's comment is the one beside it, above it, or both")
    func comments() {
        let comments = ColumnComments(
            sql: """
                CREATE TABLE t ( -- What it is.
                  -- And more.
                  id INTEGER PRIMARY KEY,
                  -- Above,
                  name TEXT, -- and beside.
                  size REAL
                )
                """)
        #expect(comments.head == "What it is. And more.")
        #expect(comments.columns == ["name": "Above, and beside."])
        let view = ColumnComments(sql: "CREATE VIEW v AS -- What it shows.\nSELECT 1 AS a -- The first.")
        #expect(view.head == "What it shows.")
        #expect(view.columns.isEmpty)
    }
}
