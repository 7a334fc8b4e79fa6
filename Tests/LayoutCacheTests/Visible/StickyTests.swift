import LayoutEngine
import LayoutTestSupport
import Testing

@testable import LayoutCache

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

    @Test(
        "Items stick where a naive solver has them, in Swift and in SQL, pushed or stacked",
        arguments: 0..<24 as Range<UInt64>)
    func naive(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isStack = seed % 2 == 0
        let offset = Bool.random(using: &random) ? 0 : random.exactLength(in: 0...20)
        let count = Int.random(in: 1...60, using: &random)
        let test = try TestStore.ofOneSection(
            items: count, width: "30", height: "10 + (i * 7) % 40",
            definition:
                "{\"layout\":\"table\",\"sticky\":{\"rule\":\"\(isStack ? "stack" : "push")\",\"offset\":\(offset)}}",
            container: LayoutSize(width: 100, height: 120))
        var items: [Item] = []
        var begin = 0.0
        for index in 0..<count {
            let length = Double(10 + (index * 7) % 40)
            if Int.random(in: 0..<3, using: &random) == 0 {
                let level = Int.random(in: 0...3, using: &random)
                let isEnd = Int.random(in: 0..<3, using: &random) == 0
                items.append(Item(index: index, begin: begin, length: length, level: level, isEnd: isEnd))
                try test.execute(
                    "UPDATE item SET sticky_level = \(level), sticky_edge = \(isEnd ? "'end'" : "NULL") "
                        + "WHERE id = \(index + 1)"
                )
            }
            begin += length
        }
        try test.store.prepare("wall")
        for _ in 0..<12 {
            let y = random.exactLength(in: -40...(begin + 40))
            let viewport = LayoutRect(x: 0, y: y, width: 100, height: 120)
            let expected = stuck(items, start: y + offset, end: y + 120, isStack: isStack)
                .filter { $0.value.place < y + 120 && $0.value.place + $0.value.length > y }
            try test.execute("UPDATE viewport SET y = \(y), height = 120")
            let swift = try test.store.layout("wall").layoutAttributesForElements(in: viewport).map(ElementRow.init)
            let context = "seed \(seed), y \(y)"
            #expect(expectSameElements(try test.elements("visible_stuck", layout: "wall"), swift, context))
            for element in swift {
                guard let wanted = expected[element.item] else {
                    #expect(element.zIndex == 0, "\(context), \(element)")
                    continue
                }
                #expect(abs(element.frame.y - wanted.place) < 1e-9, "\(context), \(element)")
                #expect(element.zIndex == 100 - wanted.level, "\(context), \(element)")
            }
            #expect(Set(expected.keys).isSubset(of: swift.map(\.item)), "\(context)")
        }
    }

    /// The items that stick by their indices, written straight from the rules.
    private func stuck(
        _ items: [Item], start: Double, end: Double, isStack: Bool
    ) -> [Int: (place: Double, length: Double, level: Int)] {
        let starts = items.filter { !$0.isEnd }
        let ends = items.filter(\.isEnd)
        var found: [Int: (place: Double, length: Double, level: Int)] = [:]
        guard isStack else {
            if let index = starts.lastIndex(where: { $0.begin <= start }) {
                let next = index + 1 < starts.count ? starts[index + 1].begin : .infinity
                let item = starts[index]
                found[item.index] = (min(start, next - item.length), item.length, item.level)
            }
            if let index = ends.firstIndex(where: { $0.begin + $0.length > end }) {
                let before = index > 0 ? ends[index - 1].begin + ends[index - 1].length : -.infinity
                let item = ends[index]
                found[item.index] = (max(end - item.length, before), item.length, item.level)
            }
            return found
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
        var place = start
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
        return found
    }

    @Test("A header shrinks while it is scrolled past, and headers pin below a pinned header of the list")
    func shrinking() throws {
        let test = try TestStore.ofOneSection(
            items: 1, width: "30", height: "500",
            definition: #"{"layout":"table","listHeader":{"height":10},"pinListHeader":true,"#
                + #""header":{"height":40,"minimumHeight":15},"pinHeaders":true}"#,
            container: LayoutSize(width: 100, height: 120))
        try test.store.prepare("wall")
        for (y, header) in [(0.0, (10.0, 40.0)), (10, (20, 30)), (100, (110, 15)), (520, (530, 15)), (530, (535, 15))] {
            let viewport = LayoutRect(x: 0, y: y, width: 100, height: 120)
            try test.execute("UPDATE viewport SET y = \(y), height = 120")
            let swift = try test.store.layout("wall").layoutAttributesForElements(in: viewport).map(ElementRow.init)
            #expect(expectSameElements(try test.elements("visible_stuck", layout: "wall"), swift, "y \(y)"))
            let shown = swift.first { $0.elementKind == "header" }?.frame
            #expect(shown == LayoutRect(x: 0, y: header.0, width: 100, height: header.1), "y \(y)")
            #expect(swift.first { $0.elementKind == "listHeader" }?.frame.y == y)
        }
    }
}
