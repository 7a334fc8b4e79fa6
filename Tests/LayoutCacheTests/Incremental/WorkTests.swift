import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// How much work the same changes make, in numbers that no clock is needed for. They may fall, and then the numbers
/// here follow, but not grow.
///
/// Nothing random is in it, so that each toolchain counts the same.
@Suite struct WorkTests {
    /// The work of a step.
    struct Work: CustomTestStringConvertible {
        /// Items that were laid out, some of them only to find out that nothing changed.
        var itemsLaidOut = 0
        /// Elements that were written.
        var elements = 0
        /// Rows that were changed in all tables of the store, including the R\*Tree's and those changed by triggers.
        var rows = 0

        var testDescription: String { "Work(itemsLaidOut: \(itemsLaidOut), elements: \(elements), rows: \(rows))" }

        func isWithin(_ limit: Work) -> Bool {
            // How the R*Tree cuts its nodes is up to SQLite.
            itemsLaidOut <= limit.itemsLaidOut && elements <= limit.elements
                && Double(rows) <= Double(limit.rows) * 1.05
        }
    }

    struct Case: CustomTestStringConvertible {
        var name: String
        var definition: String
        /// All of it once.
        var first: Work
        /// Sizes that change, one at a time.
        var resizing: Work
        /// Items that come, go and move, one at a time.
        var moving: Work
        /// Many changes at once.
        var bulk: Work
        /// A visible rectangle, after changes everywhere, and the rest of it after that.
        var looking: Work

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "table", definition: #"{"layout":"table","header":{"height":20},"pinHeaders":true}"#,
            first: Work(itemsLaidOut: 2000, elements: 2009, rows: 603),
            resizing: Work(itemsLaidOut: 672, elements: 187, rows: 148),
            moving: Work(itemsLaidOut: 1142, elements: 753, rows: 541),
            bulk: Work(itemsLaidOut: 2504, elements: 943, rows: 976),
            looking: Work(itemsLaidOut: 1499, elements: 747, rows: 248)),
        Case(
            name: "card", definition: #"{"layout":"card","itemPitch":44,"itemSize":{"height":150}}"#,
            first: Work(itemsLaidOut: 2000, elements: 2000, rows: 597),
            resizing: Work(itemsLaidOut: 672, elements: 20, rows: 179),
            moving: Work(itemsLaidOut: 1142, elements: 752, rows: 529),
            bulk: Work(itemsLaidOut: 2505, elements: 919, rows: 957),
            looking: Work(itemsLaidOut: 1527, elements: 45, rows: 208)),
        Case(
            name: "flow", definition: #"{"layout":"flow","itemSpacing":8,"lineSpacing":8,"footer":{"height":12}}"#,
            first: Work(itemsLaidOut: 2000, elements: 2009, rows: 634),
            resizing: Work(itemsLaidOut: 705, elements: 233, rows: 161),
            moving: Work(itemsLaidOut: 3249, elements: 2728, rows: 1180),
            bulk: Work(itemsLaidOut: 4211, elements: 3007, rows: 1611),
            looking: Work(itemsLaidOut: 1538, elements: 335, rows: 410)),
        Case(
            name: "waterfall", definition: #"{"layout":"waterfall","columns":3,"header":{"height":32}}"#,
            first: Work(itemsLaidOut: 2000, elements: 2009, rows: 607),
            resizing: Work(itemsLaidOut: 10540, elements: 9149, rows: 1188),
            moving: Work(itemsLaidOut: 7513, elements: 6654, rows: 1175),
            bulk: Work(itemsLaidOut: 4413, elements: 3092, rows: 1330),
            looking: Work(itemsLaidOut: 1693, elements: 1383, rows: 306)),
        Case(
            name: "compositional, stamped",
            definition: #"""
                {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
                 "size":{"width":{"fractionalWidth":1},"height":40},
                 "subitems":[{"size":{"width":{"fractionalWidth":0.25},"height":{"fractionalHeight":1}}}]}}]}
                """#,
            first: Work(itemsLaidOut: 2000, elements: 2000, rows: 592),
            resizing: Work(itemsLaidOut: 672, elements: 0, rows: 132),
            moving: Work(itemsLaidOut: 6087, elements: 2794, rows: 2169),
            bulk: Work(itemsLaidOut: 3746, elements: 1473, rows: 1531),
            looking: Work(itemsLaidOut: 1609, elements: 0, rows: 144)),
        Case(
            name: "compositional, measured",
            definition: #"""
                {"layout":"compositional","sections":[{"group":{"axis":"vertical",
                 "size":{"width":{"fractionalWidth":1},"height":{"estimated":50}},
                 "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":50}}}]}}]}
                """#,
            first: Work(itemsLaidOut: 2000, elements: 2000, rows: 592),
            resizing: Work(itemsLaidOut: 672, elements: 187, rows: 148),
            moving: Work(itemsLaidOut: 1142, elements: 753, rows: 553),
            bulk: Work(itemsLaidOut: 2504, elements: 919, rows: 976),
            looking: Work(itemsLaidOut: 1499, elements: 747, rows: 242)),
        Case(
            name: "spreadsheet", definition: #"{"layout":"spreadsheet","columns":4,"frozenRows":1,"frozenColumns":1}"#,
            first: Work(itemsLaidOut: 2000, elements: 2000, rows: 1107),
            resizing: Work(itemsLaidOut: 672, elements: 0, rows: 132),
            moving: Work(itemsLaidOut: 6099, elements: 2739, rows: 3436),
            bulk: Work(itemsLaidOut: 4508, elements: 2167, rows: 2749),
            looking: Work(itemsLaidOut: 1663, elements: 96, rows: 246)),
        Case(
            name: "canvas", definition: #"{"layout":"canvas"}"#,
            first: Work(itemsLaidOut: 2000, elements: 2000, rows: 1314),
            resizing: Work(itemsLaidOut: 19980, elements: 20, rows: 770),
            moving: Work(itemsLaidOut: 15829, elements: 10479, rows: 15799),
            bulk: Work(itemsLaidOut: 4604, elements: 3563, rows: 7001),
            looking: Work(itemsLaidOut: 1746, elements: 45, rows: 1430)),
    ]

    /// All in one slice, so that it is no matter how fast the machine is.
    private static let limits = BandLimits(
        target: 32, maximum: 64, minimum: 8, slice: .max, sliceDuration: .seconds(3600), run: 24, estimated: 96)

    private func prepare(_ test: TestStore, _ scope: PreparationExtent, _ work: inout Work) throws {
        try test.store.pool.write { connection in
            let before = connection.totalChanges
            let preparer = try Preparer(connection, layout: "wall", limits: Self.limits, cache: test.store.sumCache)
            var isDone = false
            while !isDone {
                let outcome = try preparer.step(scope)
                work.itemsLaidOut += outcome.itemsLaidOut
                work.elements += outcome.elementsWritten
                isDone = outcome.isDone
            }
            work.rows += connection.totalChanges - before
        }
    }

    /// The work of preparing after each change.
    private func work(of changes: [String], in test: TestStore) throws -> Work {
        var work = Work()
        for change in changes {
            try test.execute(change)
            try prepare(test, .everything(from: nil), &work)
        }
        return work
    }

    @Test("The same changes make no more work than they did", arguments: cases)
    func work(_ known: Case) throws {
        let test = try TestStore(limits: Self.limits)
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
            INSERT INTO section (id, dataset_id, position) SELECT i, 1, i FROM n
            """,
            """
            -- Widths that divide exactly, and so leave nothing to be rounded.
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO item (id, section_id, position, width, height, x, y)
            SELECT i, CASE WHEN i < 1000 THEN 2 ELSE 3 + i % 7 END, i, 8 << (i % 4), 20 + i * 53 % 71,
              i * 7919 % 2003, i * 104729 % 4001 FROM n
            """)
        try test.define("wall", known.definition, 320, 480)

        var first = Work()
        try prepare(test, .everything(from: nil), &first)
        #expect(first.isWithin(known.first), "first: \(first.testDescription)")

        let ids = (0..<30).map { 1 + ($0 * 677 + 5) % 2000 }
        let resizing = try work(
            of: ids.enumerated().map { index, id in
                switch index % 3 {
                case 0: "UPDATE item SET height = height + 3 WHERE id = \(id)"
                case 1: "UPDATE item SET width = width * 2, x = x + 40 WHERE id = \(id)"
                default: "UPDATE item SET payload = '{\"a\":\(index)}' WHERE id = \(id)"
                }
            }, in: test)
        #expect(resizing.isWithin(known.resizing), "resizing: \(resizing.testDescription)")

        let moving = try work(
            of: ids.enumerated().map { index, id in
                switch index % 5 {
                case 0: "DELETE FROM item WHERE id = \(id + 1)"
                case 1: "UPDATE item SET position = position + 100.5 WHERE id = \(id)"
                case 2:
                    """
                    INSERT INTO item (section_id, position, width, height, x, y)
                    VALUES (\(2 + id % 8), \(id).5, 32, 44, 100, 200)
                    """
                case 3: "UPDATE item SET section_id = \(2 + id % 8) WHERE id = \(id)"
                default: "INSERT INTO item (section_id, width, height, x, y) VALUES (\(1 + id % 9), 32, 44, 7, 7)"
                }
            }, in: test)
        #expect(moving.isWithin(known.moving), "moving: \(moving.testDescription)")

        let bulk = try work(
            of: [
                "UPDATE item SET height = height + 1 WHERE section_id = 4",
                "DELETE FROM item WHERE section_id = 2 AND position BETWEEN 200 AND 420",
                "DELETE FROM item WHERE id % 50 = 3",
                """
                INSERT INTO item (section_id, position, width, height, x, y)
                SELECT 2, -position, width, height, x, y FROM item WHERE section_id = 5
                """,
                "UPDATE section SET position = -position WHERE id = 6",
                "UPDATE section SET header_height = 31 WHERE id = 2",
                "DELETE FROM section WHERE id = 7",
                "INSERT INTO section (id, dataset_id, position) VALUES (7, 1, 2.5)",
            ], in: test)
        #expect(bulk.isWithin(known.bulk), "bulk: \(bulk.testDescription)")

        try test.execute("UPDATE item SET height = height + 2 WHERE id % 40 = 1")
        var looking = Work()
        for place in [0.0, 700, 6000, 1500, 720] {
            try prepare(test, .visible(LayoutRect(x: 0, y: place, width: 320, height: 480)), &looking)
        }
        try prepare(test, .everything(from: nil), &looking)
        #expect(looking.isWithin(known.looking), "looking: \(looking.testDescription)")

        try test.expectSameAsAfresh(known.name)
    }
}
