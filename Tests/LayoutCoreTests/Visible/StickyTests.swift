import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

import LayoutCore

/// Items that stick to the edges of the viewport.
@Suite struct StickyTests {
    /// An item as the twin sees it.
    private struct Item {
        var index: Int
        var begin: Double
        var length: Double
        var level: Int
        var isEnd: Bool
    }

    /// A section as the twin sees it.
    private struct Section {
        var begin: Double
        var end: Double
        var header: Double
    }

    @Test(
        "Items stick where a naive solver has them, in Swift and in SQL, pushed or stacked",
        // The first one sticks below the header of an empty section at the end.
        arguments: [144_221_851_819_479] + TestSettings.seedArguments(32))
    func naive(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isStack = seed % 2 == 0
        let offset = Bool.random(using: &random) ? 0 : random.exactLength(in: 0...20)
        // Every other pair of seeds has sections with headers that pin.
        let header = seed / 2 % 2 == 0 ? 0.0 : 16
        let sectionCount = header == 0 ? 1 : Int.random(in: 1...6, using: &random)
        let count = Int.random(in: 1...60, using: &random)
        let test = try TestStore()
        try test.fill(
            0...(count - 1), sections: sectionCount, "id, section_id, position, width, height",
            "i + 1, 1 + i * \(sectionCount) / \(count), i, 30, 10 + (i * 7) % 40")
        try test.define(
            "wall",
            "{\"layout\":\"table\",\"header\":{\"height\":\(header)},\"pinHeaders\":true,"
                + "\"sticky\":{\"rule\":\"\(isStack ? "stack" : "push")\",\"offset\":\(offset)}}", 100, 120)
        var items: [Item] = []
        var sections: [Section] = []
        var begin = 0.0
        /// Begins sections up to one. A section without items is as long as its header.
        func beginSections(upTo last: Int) {
            while sections.count <= last {
                sections.append(Section(begin: begin, end: begin + header, header: header))
                begin += header
            }
        }
        for index in 0..<count {
            beginSections(upTo: index * sectionCount / count)
            let length = Double(10 + (index * 7) % 40)
            if Int.random(in: 0..<3, using: &random) == 0 {
                let level = Int.random(in: 0...3, using: &random)
                let isEnd = Int.random(in: 0..<3, using: &random) == 0
                items.append(Item(index: index, begin: begin, length: length, level: level, isEnd: isEnd))
                try test.execute(
                    "UPDATE item SET sticky_level = \(level), sticky_edge = \(isEnd ? "'end'" : "NULL") "
                        + "WHERE id = \(index + 1)")
            }
            begin += length
            sections[sections.count - 1].end = begin
        }
        beginSections(upTo: sectionCount - 1)
        try test.store.prepare("wall")
        for _ in 0..<12 {
            let y = random.exactLength(in: -40...(begin + 40))
            let viewport = LayoutRect(x: 0, y: y, width: 100, height: 120)
            let line = y + offset
            let pinned = sections.last { $0.header > 0 && $0.begin <= line && line < $0.end }
            let expected = stuck(items, line: line, pinned: pinned, end: y + 120, isStack: isStack)
            let shown = expected.items.filter { $0.value.place < y + 120 && $0.value.place + $0.value.length > y }
            let context = "seed \(seed), y \(y)"
            let visible = try test.visible(in: viewport, context)
            for element in visible where element.kind == "cell" {
                // Items of later sections count on: the twin has one count for all.
                let index = Int(try #require(element.itemID)) - 1
                guard let wanted = expected.items[index] else {
                    #expect(element.zIndex == 0, "\(context), \(element)")
                    continue
                }
                #expect(abs(element.frame.y - wanted.place) < 1e-9, "\(context), \(element)")
                #expect(element.zIndex == 100 - wanted.level, "\(context), \(element)")
            }
            #expect(Set(shown.keys).isSubset(of: visible.compactMap { $0.itemID.map { Int($0) - 1 } }), "\(context)")
            guard let pinned, let section = sections.firstIndex(where: { $0.begin == pinned.begin }) else { continue }
            let found = try test.wall.snapshot().layoutAttributesForSupplementaryElement(
                ofKind: "header", at: [section, 0], visible: viewport)
            #expect(found?.frame.y == expected.header, "\(context)")
            let row = visible.first { $0.elementKind == "header" && $0.section == section }
            #expect((row?.frame.y ?? expected.header) == expected.header, "\(context)")
        }
    }

    @Test("Items without an element do not stick, and the last one that has an element does")
    func withoutElement() throws {
        let test = try TestStore()
        try test.fill(0...19, "id, section_id, position, width, height, sticky_level", "i + 1, 1, i, 100, 50, 0")
        // Three rows of one item, 50 points high, with 10 points between them; the other items are hidden.
        try test.prepareWall(
            #"{"layout":"justified","rowHeight":50,"maximumRows":3,"sticky":{"rule":"push"}}"#, 100, 120)
        for (y, place, item) in [(500.0, 500.0, 2), (30, 10, 0), (65, 65, 1)] {
            let rows = try test.visible(in: LayoutRect(x: 0, y: y, width: 100, height: 120))
            let found = rows.filter { $0.zIndex == 100 }
            #expect(found.map(\.item) == [item] && found.map(\.frame.y) == [place], "\(y)")
        }
    }

    /// The items that stick by their indices, written straight from the rules.
    ///
    /// - Returns: The items, and where the header shows that pins at the line.
    private func stuck(
        _ items: [Item], line: Double, pinned: Section?, end: Double, isStack: Bool
    ) -> (items: [Int: (place: Double, length: Double, level: Int)], header: Double) {
        /// The header, pushed by the end of its section together with as much as sticks below it.
        func header(before length: Double) -> Double {
            pinned.map { max($0.begin, min(line, $0.end - $0.header - length)) } ?? line
        }
        let start = header(before: 0) + (pinned?.header ?? 0)
        func beginning(_ length: Double) -> Double { header(before: length) + (pinned?.header ?? 0) }
        let starts = items.filter { !$0.isEnd }
        let ends = items.filter(\.isEnd)
        var found: [Int: (place: Double, length: Double, level: Int)] = [:]
        guard isStack else {
            var length = 0.0
            if let index = starts.lastIndex(where: { $0.begin <= start }) {
                let next = index + 1 < starts.count ? starts[index + 1].begin : .infinity
                let item = starts[index]
                length = item.length
                found[item.index] = (min(beginning(length), next - item.length), item.length, item.level)
            }
            if let index = ends.firstIndex(where: { $0.begin + $0.length > end }) {
                let before = index > 0 ? ends[index - 1].begin + ends[index - 1].length : -.infinity
                let item = ends[index]
                found[item.index] = (max(end - item.length, before), item.length, item.level)
            }
            return (found, header(before: length))
        }
        var atStart: [Item] = []
        var atEnd: [Item] = []
        func total(_ items: [Item]) -> Double { items.reduce(0) { $0 + $1.length } }
        for level in 0...3 {
            let line = start + total(atStart)
            if let item = starts.last(where: {
                $0.level == level && $0.begin <= line && $0.index > atStart.last?.index ?? -1
            }), total(atStart) + total(atEnd) + item.length < end - start {
                // It is the last of its level at the line, or none is.
                atStart.append(item)
            }
            let endLine = end - total(atEnd)
            if let item = ends.first(where: {
                $0.level == level && $0.begin + $0.length > endLine && $0.index < atEnd.last?.index ?? .max
            }), total(atStart) + total(atEnd) + item.length < end - start {
                atEnd.append(item)
            }
        }
        var place = beginning(total(atStart))
        for (number, item) in atStart.enumerated() {
            let next = starts.first { $0.level == item.level && $0.index > item.index }?.begin ?? .infinity
            place = min(place, next - total(Array(atStart[number...])))
            found[item.index] = (place, item.length, item.level)
            place += item.length
        }
        place = end
        for item in atEnd {
            place -= item.length
            found[item.index] = (place, item.length, item.level)
        }
        return (found, header(before: total(atStart)))
    }
}
