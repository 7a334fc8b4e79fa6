import LayoutSQLite
@testable import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Rows that are inserted and moved keep the order that was asked for, however little room is between them.
@Suite struct OrderTests {
    @Test("Hundreds of insertions at one place keep their order", arguments: [0, 1, 2, 3])
    func onePlace(_ place: Int) throws {
        let test = try TestStore.ofTwoSections().prepared()
        var model = try EditModel(test)
        for number in 0..<400 {
            let item = SourceItem(key: "n\(number)", height: 7)
            // The same index, or the same neighbour.
            let index = number % 2 == 0 ? place : min(place + number / 2, model.sections[0].items.count)
            model.sections[0].items.insert(item, at: index)
            try test.store.apply([.insertItem(item, at: [0, index])], to: "data")
        }
        #expect(try EditModel(test) == model)
        try test.prepared().expectSameAsAfresh("place \(place)")
    }

    @Test("Hundreds of sections and moves at one place keep their order")
    func oneSectionPlace() throws {
        let test = try TestStore.ofTwoSections()
        var model = try EditModel(test)
        var changes: [DatasetChange] = []
        for number in 0..<200 {
            model.sections.insert(EditModel.Section(title: "s\(number)", items: []), at: 1)
            changes.append(.insertSection(title: "s\(number)", at: 1))
        }
        for _ in 0..<200 {
            let last = model.sections.count - 1
            model.sections.insert(model.sections.remove(at: last), at: 1)
            changes.append(.moveSection(last, to: 1))
            let item = model.sections.firstIndex { $0.title == "section 0" } ?? 0
            let items = model.sections[item].items
            model.sections[item].items = [items[0], items[2], items[1]]
            changes.append(.moveItem(.indexPath([item, 2]), to: [item, 1]))
        }
        try test.store.apply(changes, to: "data")
        #expect(try EditModel(test) == model)
    }

    @Test(
        "Rows can be added where whole numbers are no longer distinct, and behind a last one that had to make room",
        arguments: [
            (
                ["position = 1e17 WHERE key = 'k2'", "position = -1e17 WHERE key = 'k0'"],
                [
                    DatasetChange.insertItem(SourceItem(key: "last"), at: [0, 3]),
                    .insertItem(SourceItem(key: "first"), at: [0, 0]),
                ], ["first", "k0", "k1", "k2", "last"]
            ),
            (
                ["position = position - 10", "position = 5e-324 WHERE key = 'k2'", "position = 0 WHERE key = 'k1'"],
                [
                    .insertItem(SourceItem(key: "between"), at: [0, 2]),
                    .appendItems([SourceItem(key: "last")], section: 0),
                ], ["k0", "k1", "between", "k2", "last"]
            ),
        ])
    func roomAtTheEnds(_ updates: [String], _ changes: [DatasetChange], _ expected: [String]) throws {
        let test = try TestStore.ofTwoSections()
        for update in updates { try test.execute("UPDATE item SET \(update)") }
        try test.store.apply(changes, to: "data")
        #expect(try EditModel(test).sections[0].items.compactMap(\.key) == expected)
    }

    @Test(
        "Insertions at one place move few rows, however large the positions are", arguments: [0, 1.7e12, 1.7e15, -3e15])
    func fewRowsMove(_ start: Double) throws {
        let test = try TestStore.ofOneSection(items: 3000)
        // In microseconds, a thousandth of a second apart.
        try test.execute(
            "UPDATE item SET position = -1e16 - id * 1000.0", "UPDATE item SET position = \(start) + id * 1000.0")
        for number in 0..<60 {
            try test.store.apply([.insertItem(SourceItem(key: "n\(number)"), at: [0, 1500])], to: "data")
        }
        let moved = try test.count("item WHERE key LIKE 'k%' AND position <> \(start) + id * 1000.0")
        #expect(moved < 400)
        let expected =
            (0..<1500).map { "k\($0)" } + (0..<60).reversed().map { "n\($0)" } + (1500..<3000).map { "k\($0)" }
        #expect(try test.lines("SELECT key FROM item ORDER BY position") == expected)
    }

    @Test(
        "A row without a position goes to the end, also where whole numbers are no longer distinct",
        arguments: [0.5, 0x1p53, 0x1p60 + 4096, 1.9e16, 1e200, -0x1p53, -1e17])
    func withoutPosition(_ last: Double) throws {
        let test = try TestStore.ofTwoSections()
        try test.execute(
            "UPDATE item SET position = \(last) WHERE key = 'k2'", "DELETE FROM item WHERE position > \(last)",
            "DELETE FROM item WHERE position < \(last) AND key = 'k1'",
            "UPDATE section SET position = \(last - abs(last) - 1) WHERE id = 1",
            "UPDATE section SET position = \(last) WHERE id = 2")
        for key in ["a", "b", "c"] { try test.execute("INSERT INTO item (section_id, key) VALUES (1, '\(key)')") }
        try test.execute("UPDATE item SET position = NULL WHERE key = 'a'")
        let keys = try test.lines("SELECT key FROM item WHERE section_id = 1 ORDER BY position")
        #expect(keys.suffix(4) == ["k2", "b", "c", "a"])
        for title in ["x", "y"] { try test.execute("INSERT INTO section (dataset_id, title) VALUES (1, '\(title)')") }
        try test.execute("UPDATE section SET position = NULL WHERE title = 'x'")
        #expect(try test.lines("SELECT title FROM section ORDER BY position").suffix(2) == ["y", "x"])
    }

    @Test(
        "Rows are inserted between neighbours beyond 2^53, with no whole number between them",
        arguments: [0x1p53, 0x1p60, 1e17, 1e200, -0x1p53 - 64, -1e17])
    func roomFarOut(_ place: Double) throws {
        let test = try TestStore.ofTwoSections()
        var expected = ["k0", "k1", "k2"]
        // First out of the way of each other.
        for shift in [8, 0] {
            var position = place
            for key in expected {
                try test.execute(
                    "UPDATE item SET position = \(position + Double(shift) * position.ulp) WHERE key = '\(key)'")
                position = position.nextUp
            }
        }
        for number in 0..<40 {
            try test.store.apply([.insertItem(SourceItem(key: "n\(number)"), at: [0, 1])], to: "data")
            expected.insert("n\(number)", at: 1)
        }
        #expect(try EditModel(test).sections[0].items.compactMap(\.key) == expected)
    }
}
