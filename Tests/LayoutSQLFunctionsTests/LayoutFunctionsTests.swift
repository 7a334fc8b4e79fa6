import Foundation
import LayoutSQLFunctions
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The SQL functions on a connection of the app's own.
@Suite struct LayoutFunctionsTests {
    @Test("visible_in finds on any connection what the call finds", arguments: LayoutKind.allCases)
    func visibleIn(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed)
            let (test, layout, _) = try TestStore.prepared(kind, seed, sections: 3...3, items: 0...40, using: &random)
            try test.withConnectionOfApp { app in
                for round in 0..<12 {
                    // Knowledge from before a change by any connection is dropped.
                    let change = "UPDATE item SET height = \(32 + round) WHERE id % 4 = \(round % 4)"
                    switch round % 4 {
                    case 1: try app.execute("\(change); SELECT layout_prepare('wall')")
                    case 2:
                        try test.execute(change)
                        try test.store.prepare("wall")
                    case 3: try app.execute(change)
                    default: break
                    }
                    let rect = LayoutRect(
                        x: random.exactLength(in: -50...300), y: random.exactLength(in: -50...900),
                        width: random.exactLength(in: 1...400), height: random.exactLength(in: 1...700))
                    let expected = try test.wall.layoutAttributesForElements(in: rect)
                    let found = try rows(app, "visible_in('wall', \(rect.x), \(rect.y), \(rect.width), \(rect.height))")
                    guard
                        expectSameElements(
                            found, expected.map(ElementRow.init), "seed \(seed), round \(round), \(rect), \(layout)")
                    else { return }
                }
            }
        }
    }

    @Test("Rolling back on the app's connection leaves nothing remembered of what was undone")
    func rollback() throws {
        let test = try TestStore.ofRandomRows(sections: 3, items: 30...40, seed: 3, TestStore.tableDefinition, 320, 480)
            .prepared()
        try test.withConnectionOfApp { app in
            let all = "visible_in('wall', 0, 0, 320, 1000000)"
            #expect(try !app.has("SELECT 1 FROM \(all) AS v JOIN item AS i ON i.id = item_id WHERE v.key IS NOT i.key"))
            for height in [7.0, 9.0] {
                let before = try rows(app, all).sorted()
                try app.execute(
                    "BEGIN; UPDATE item SET height = \(height) WHERE id % 3 = 0; SELECT layout_prepare('wall')")
                let inside = try rows(app, all).sorted()
                #expect(inside != before)
                try app.execute("ROLLBACK")
                #expect(try rows(app, all).sorted() == before)
            }
            expectSameElements(
                try rows(app, all), try test.reference("wall").elements.filter { $0.frame.height > 0 }, "afterwards")
        }
    }

    @Test("layout_prepare waits for another process's transaction as long as the app's other statements do")
    func waiting() throws {
        let test = try TestStore.ofTable(items: 20)
        let holder = try Connection(path: test.store.path, mode: .readWrite)
        defer { holder.close() }
        try holder.execute("BEGIN IMMEDIATE; UPDATE item SET height = 9 WHERE id = 1")
        try test.withConnectionOfApp { app in
            try app.execute("PRAGMA busy_timeout = 20")
            #expect(throws: SQLiteError.self) { try app.execute("SELECT layout_prepare('wall')") }
            try app.execute("PRAGMA busy_timeout = 60000")
            let release = DispatchQueue(label: "release")
            nonisolated(unsafe) let held = holder
            release.asyncAfter(deadline: .now() + 0.2) { try? unsafe held.execute("COMMIT") }
            try app.execute("SELECT layout_prepare('wall')")
            release.sync {}
            // Nothing of a transaction stays open.
            try app.execute("BEGIN; SELECT layout_prepare('wall'); COMMIT")
        }
        #expect(try !test.store.isStale("wall"))
    }

    private func rows(_ connection: Connection, _ source: String) throws -> [ElementRow] {
        var rows: [ElementRow] = []
        try connection.forEachRow(
            """
            SELECT kind, element_kind, section, item, x, y, width, height, z_index, item_id, lap,
              scale, rotation, opacity, dx, dy FROM \(source)
            """
        ) { rows.append(ElementRow($0)) }
        return rows
    }
}
