import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

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

        var testDescription: String { "\(itemsLaidOut) \(elements) \(rows)" }

        /// - Parameter limit: The numbers in their order.
        func isWithin(_ limit: [Int]) -> Bool {
            // How the R*Tree cuts its nodes is up to SQLite.
            limit.count == 3 && itemsLaidOut <= limit[0] && elements <= limit[1]
                && Double(rows) <= Double(limit[2]) * 1.05
        }
    }

    /// A layout in a file of cases, and the numbers that were counted once, by the words before them.
    struct KnownNumbers: CustomTestStringConvertible {
        let testDescription: String
        let definition: String
        private(set) var numbers: [String: [Int]] = [:]

        /// A definition, and behind it words with numbers, and commas between these.
        init(_ known: DataFile.Case) {
            testDescription = known.heading
            let end = known.text.lastIndex(of: "}") ?? known.text.startIndex
            definition = String(known.text[...end])
            for entry in known.text[end...].dropFirst().split(separator: ",") {
                let words = entry.split(separator: " ")
                numbers[String(words[0])] = words.dropFirst().compactMap { Int($0) }
            }
        }
    }

    static let cases = DataFile("Work.txt").cases.map(KnownNumbers.init)

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
    func work(_ known: KnownNumbers) throws {
        let test = try TestStore(limits: Self.limits)
        // Widths that divide exactly, and so leave nothing to be rounded.
        try test.fill(
            1...2000, sections: 9, "id, section_id, position, width, height, x, y",
            """
            i, CASE WHEN i < 1000 THEN 2 ELSE 3 + i % 7 END, i, 8 << (i % 4), 20 + i * 53 % 71,
              i * 7919 % 2003, i * 104729 % 4001
            """)
        try test.define("wall", known.definition, 320, 480)
        func expectWithin(_ step: String, _ work: Work) {
            #expect(work.isWithin(known.numbers[step] ?? []), "\(step): \(work.testDescription)")
        }

        var first = Work()
        try prepare(test, .everything(from: nil), &first)
        expectWithin("first", first)

        let ids = (0..<30).map { 1 + ($0 * 677 + 5) % 2000 }
        let resizing = try work(
            of: ids.enumerated().map { index, id in
                switch index % 3 {
                case 0: "UPDATE item SET height = height + 3 WHERE id = \(id)"
                case 1: "UPDATE item SET width = width * 2, x = x + 40 WHERE id = \(id)"
                default: "UPDATE item SET payload = '{\"a\":\(index)}' WHERE id = \(id)"
                }
            }, in: test)
        expectWithin("resizing", resizing)

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
        expectWithin("moving", moving)

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
                "INSERT INTO section (id, dataset_id, position) VALUES (7, 1, 1.5)",
            ], in: test)
        expectWithin("bulk", bulk)

        try test.execute("UPDATE item SET height = height + 2 WHERE id % 40 = 1")
        var looking = Work()
        for place in [0.0, 700, 6000, 1500, 720] {
            try prepare(test, .visible(LayoutRect(x: 0, y: place, width: 320, height: 480)), &looking)
        }
        try prepare(test, .everything(from: nil), &looking)
        expectWithin("looking", looking)

        try test.expectSameAsAfresh(known.testDescription)
    }
}
