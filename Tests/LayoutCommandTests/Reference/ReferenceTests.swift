import Foundation
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

@testable import layoutctl

/// The committed reference is up to date.
///
/// `scripts/reference` writes it again. Look at it before it is kept.
@Suite struct ReferenceTests {
    @Test("The reference is up to date", arguments: ReferenceDocument.all)
    func reference(document: ReferenceDocument) throws {
        let text = try document.text()
        if ProcessInfo.processInfo.environment["LAYOUTCACHE_UPDATE_REFERENCE"] == "1" {
            try text.write(to: document.file, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOf: document.file, encoding: .utf8)
        guard text != kept else { return }
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let old = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(new, old).prefix { $0 == $1 }.count
        Issue.record(
            """
            \(document.path) is out of date; line \(line + 1) should be
            \(line < new.count ? new[line] : "the end")
            Run “scripts/reference” to update it.
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
        let scratch = try ScratchDirectory()
        try LayoutStore(path: scratch.file("s.db")).close()
        let strays = try Connection(path: scratch.file("s.db"), mode: .readOnly).first(
            """
            SELECT group_concat(name) FROM (SELECT topic, name FROM layout_help WHERE topic NOT IN ('tables', 'recipes')
            EXCEPT SELECT s.name, c.name FROM sqlite_schema AS s CROSS JOIN pragma_table_xinfo(s.name) AS c
            EXCEPT SELECT 'lc', s.name || '.' || c.name
            FROM sqlite_schema AS s CROSS JOIN pragma_table_xinfo(s.name) AS c)
            """, as: String.self)
        #expect(strays == "")
    }

    @Test("Every SQL function and environment variable has an entry, and there are no others")
    func functions() throws {
        let names = try ReferenceDocument.registeredFunctions().map(\.name)
        #expect(names.count > 8 && Set(names) == Set(FunctionMeaning.all.keys))
        let sources = Paper.root.appendingPathComponent("Sources")
        var read: Set<String> = []
        for path in FileManager.default.enumerator(atPath: sources.path)?.allObjects as? [String] ?? []
        where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            read.formUnion(text.matches(of: /environmentValue\("(\w+)"\)/).map { String($0.1) })
        }
        let manual = ManualCommand.page()
        #expect(read.count > 3 && read.allSatisfy { manual.contains("\n\\&  \($0) ") }, "\(read)")
    }
}
