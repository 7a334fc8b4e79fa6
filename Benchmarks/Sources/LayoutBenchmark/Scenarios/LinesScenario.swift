internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine

/// Lines of a text file that wrap, in containers that were never seen.
enum LinesScenario: Scenario {
    static let name = "lines"
    static let summary = """
        the import of lines of text, whose texts stay in their file; the first screen of lines that wrap in a new \
        width; jumps to a line, a hit and the end; and a turn from 80 columns to 120 that keeps the place
        """

    private static let wrap = TextWrap(advance: 7.2, lineHeight: 17)
    private static let height = 800.0

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes { try measure(items, bench) }
    }

    private static func measure(_ items: Int, _ bench: Workbench) throws {
        let text = bench.directory.path("lines.log")
        let bytes = try write(items, to: text, bench.numbers(70))
        let path = bench.directory.path("lines.db")
        defer { for name in ["lines.log", "lines.db"] { bench.directory.remove(name) } }
        var place = LinePlace()
        let seconds = try bench.stopwatch.seconds {
            _ = try LayoutStore.create(at: path) {
                try $0.importLines(of: .file(text), from: &place, options: ImportOptions(dataset: name))
            }
        }
        try bench.add(
            Figure(
                "lines.import", items: items, value: seconds, unit: .seconds,
                baseline: .init("a minute for each 10⁹ bytes", Double(bytes) / 1e9 * 60),
                target: .atMost(million: 1, items: items), note: "\(bytes) bytes"))
        try bench.add(
            Figure(
                "lines.size", items: items, value: Double(try StoreFile.usedBytes(path)) / Double(items),
                unit: .bytesPerElement, target: .atMost(million: 60, items: items)))
        let store = try LayoutStore(path: path)
        defer { store.close() }
        try measurePlaces(store, items, bench)
        // An index of all texts takes minutes at larger sizes.
        guard items <= 1_000_000 else { return }
        try store.indexItems(of: name)
        var numbers = bench.numbers(72)
        let layout = store.layout(name)
        let hits = try bench.stopwatch.samples(20, warmUp: 2) { _ in
            let number = Int.random(in: 0..<items, using: &numbers)
            let path = try layout.nextItem(holding: lineNumber(number), preparing: .visible)
            guard path?.item == number, try layout.jump(to: number) else { throw BenchmarkError("a line is missing") }
        }
        try bench.add(
            Figure(
                "lines.hit", items: items, value: hits.median, unit: .seconds,
                target: .atMost(million: 0.001, items: items), note: "a word of one line, with an index"))
    }

    private static func measurePlaces(_ store: LayoutStore, _ items: Int, _ bench: Workbench) throws {
        var numbers = bench.numbers(71)
        let definition = LayoutDefinition(.table(TableDefinition(wrap: wrap)))
        var (first, jumps, ends, turns): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for round in 0..<10 {
            let narrow = LayoutSize(width: Double(80 + round) * wrap.advance, height: height)
            try store.defineLayout(name, dataset: name, definition: definition, container: narrow)
            let layout = store.layout(name)
            let origin = try Double.random(in: 0...max(0, layout.contentSize().height - height), using: &numbers)
            first.append(
                try bench.stopwatch.seconds {
                    let rect = LayoutRect(origin: LayoutPoint(x: 0, y: origin), size: narrow)
                    let screen = try layout.layoutAttributesForElements(in: rect, preparing: .visible)
                    guard screen.allSatisfy({ !$0.isStale }) else { throw BenchmarkError("a screen is stale") }
                })
            var targets = (0..<10).map { _ in Int.random(in: 0..<items, using: &numbers) }
            targets.append(items - 1)
            for target in targets {
                let seconds = try bench.stopwatch.seconds {
                    guard try layout.jump(to: target) else { throw BenchmarkError("a jump missed its line") }
                }
                if target == items - 1 { ends.append(seconds) } else { jumps.append(seconds) }
            }
            let wide = LayoutSize(width: Double(120 + round) * wrap.advance, height: height)
            turns.append(try turn(layout, at: ItemIndexPath(section: 0, item: targets[0]), to: wide, bench))
            try store.removeLayout(name)
            try store.removeLeftovers()
        }
        try store.defineLayout(
            name, dataset: name, definition: definition,
            container: LayoutSize(width: 80 * wrap.advance, height: height))
        for (word, values, target) in [
            ("first", first, 0.025), ("jump", jumps, 0.001), ("end", ends, 0.001), ("turn", turns, 0.03),
        ] {
            try bench.add(
                Figure(
                    "lines.\(word)", items: items, value: Samples(values).median, unit: .seconds,
                    target: .atMost(million: target, items: items), note: "in a width that was never laid out"))
        }
    }

    /// Seconds from an announced width to the screen in it, with the first visible line where it was.
    private static func turn(
        _ layout: StoredLayout, at path: ItemIndexPath, to container: LayoutSize, _ bench: Workbench
    ) throws -> Double {
        guard let frame = try layout.layoutAttributesForItem(at: path, preparing: .visible)?.frame,
            let anchor = try layout.anchor(ofItemAt: path, at: LayoutPoint(x: 0, y: frame.y))
        else { throw BenchmarkError("there is no anchor") }
        var offset = LayoutPoint.zero
        let seconds = try bench.stopwatch.seconds {
            try layout.setContainer(container)
            offset = try layout.contentOffset(for: anchor, preparing: .visible)
            _ = try layout.layoutAttributesForElements(
                in: LayoutRect(origin: offset, size: container), preparing: .visible)
        }
        // At the content's end the offset is held back.
        let end = try layout.contentSize().height - container.height
        let place = try layout.layoutAttributesForItem(at: path)?.frame.y ?? -1
        guard place == offset.y || offset.y >= end else { throw BenchmarkError("a turn lost its place") }
        return seconds
    }

    /// Writes lines of up to 140 characters behind their numbers, and a few of 2,000; returns their bytes.
    private static func write(_ items: Int, to path: String, _ numbers: SeededNumbers) throws -> Int {
        var numbers = numbers
        let filler = String(repeating: "answered after a retry, with an entry of the cache; ", count: 40)
        let tails = (0..<1000).map {
            " " + filler.prefix($0 == 0 ? 2000 : Int.random(in: 0...140, using: &numbers)) + "\n"
        }
        var writer = try BufferedFileWriter(path: path)
        var bytes = 0
        for number in 0..<items {
            let tail = tails[Int.random(in: 0..<tails.count, using: &numbers)]
            try writer.write(lineNumber(number))
            try writer.write(tail)
            bytes += 9 + tail.utf8.count
        }
        try writer.flush()
        return bytes
    }

    /// Nine digits, as the first word of a line.
    private static func lineNumber(_ number: Int) -> String { String(String(1_000_000_000 + number).dropFirst()) }
}

extension StoredLayout {
    /// Whether a screen that begins at an item, laid out where it was not, has the item where it should be.
    fileprivate func jump(to item: Int) throws -> Bool {
        let path = ItemIndexPath(section: 0, item: item)
        guard let frame = try layoutAttributesForItem(at: path, preparing: .visible)?.frame else { return false }
        let size = LayoutSize(width: frame.width, height: 800)
        let screen = try layoutAttributesForElements(
            in: LayoutRect(origin: frame.origin, size: size), preparing: .visible)
        return screen.contains { $0.indexPath == path && $0.frame == frame && !$0.isStale }
    }
}
