import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// The store's elements in a rectangle, against looking at every element of a layout computed the reference way.
@Suite struct VisibleTests {
    @Test("The visible elements of a rectangle are the ones found by looking at each", arguments: LayoutKind.allCases)
    func visibleIsBruteForce(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 4, failures: [4_324, 71_572_396_198_368, 260_260_338_277_576]) { seed in
            var random = SeededGenerator(seed: seed)
            // Far beyond 2^24 points, where 32-bit floats lose whole points.
            let longest: Double? = seed % 4 == 0 && kind != .waterfall ? 4_000_000 : nil
            let (test, layout, _) = try TestStore.prepared(
                kind, seed, sections: 0...5, items: 0...60, longest: longest, using: &random)
            // Of an element of more laps the view shows the last thousand.
            if try longest != nil && layout.definition.wraps { return }
            let reference = try test.reference("wall")
            let context = "seed \(seed), \(layout)"
            try expectSame(test, reference, context)
            let offsets = try scroll(reference, test, &random)
            for _ in 0..<16 {
                let rect = randomRect(reference, &random)
                guard try expectVisible(test, reference, rect, offsets, context) else { return }
            }
        }
    }

    @Test("Pinned elements show at the visible rectangle, with any requested rectangle", arguments: LayoutKind.allCases)
    func pinsToWhatIsVisible(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 4, failures: [246_456_145_600_807, 268_479_454_464_771]) { seed in
            var random = SeededGenerator(seed: seed &* 17 &+ 5)
            let (test, layout, _) = try TestStore.prepared(kind, seed, sections: 1...5, items: 0...60, using: &random)
            let reference = try test.reference("wall")
            let pins = reference.placed.contains { $0.pinning != nil }
            #expect(try test.wall.snapshot().hasPinnedElements == pins, "seed \(seed), \(layout)")
            for _ in 0..<12 {
                let rect = randomRect(reference, &random)
                let visible = randomRect(reference, &random)
                let found = try test.wall.layoutAttributesForElements(in: rect, visible: visible)
                guard
                    expectSameElements(
                        found.map(ElementRow.init), reference.elements(in: rect, visible: visible),
                        "\(rect), eye \(visible), seed \(seed), \(layout)")
                else { return }
            }
        }
    }

    @Test(
        "An element that reaches beyond its section is found by a rectangle that touches only that part",
        arguments: [
            #"{"layout":"table","sectionSpacing":90,"background":{"contentInsets":-40}}"#,
            #"{"layout":"table","sectionSpacing":90,"background":{"contentInsets":-40},"wraps":true}"#,
            #"{"layout":"flow","axis":"horizontal","sectionSpacing":70,"background":{"contentInsets":-40}}"#,
            #"{"layout":"compositional","interSectionSpacing":80,"sections":[{"group":{"axis":"horizontal","#
                + #""size":{"width":{"fractionalWidth":1},"height":20},"subitems":"#
                + #"[{"size":{"width":50,"height":20}}]},"#
                + #""decorations":[{"elementKind":"card","contentInsets":{"top":-9,"bottom":-70}}],"#
                + #""boundaryItems":[{"elementKind":"seal","size":{"width":30,"height":400},"alignment":"none"}]}]}"#,
        ])
    func reachingBeyond(json: String) throws {
        let test = try TestStore.ofRandomRows(sections: 3, items: 4...6, seed: 3, json, 300, 200).prepared()
        let reference = try test.reference("wall")
        let size = reference.contentSize
        for place in stride(from: -100, to: max(size.width, size.height) + 100, by: 7) {
            let rect =
                reference.plan.traits.axis == .vertical
                ? LayoutRect(x: 0, y: place, width: size.width, height: 1)
                : LayoutRect(x: place, y: 0, width: 1, height: size.height)
            guard try expectVisible(test, reference, rect, [:], json) else { return }
        }
        #expect(try test.store.verify(deep: true).isWhole)
    }

    /// Scrolls some of the orthogonal sections.
    private func scroll(_ reference: ReferenceLayout, _ test: TestStore, _ random: inout SeededGenerator) throws
        -> [Int: Double]
    {
        for section in reference.sections.indices where Bool.random(using: &random) {
            // A row for a section that does not scroll changes nothing.
            let offset = random.exactLength(in: -50...400)
            try test.execute(
                "INSERT INTO orthogonal_offset (layout, section, offset) VALUES ('wall', \(section), \(offset))")
        }
        return try test.orthogonalOffsets()
    }

    func expectVisible(
        _ test: TestStore, _ reference: ReferenceLayout, _ rect: LayoutRect, _ offsets: [Int: Double], _ context: String
    ) throws -> Bool {
        let expected = reference.elements(in: rect, offsets: offsets)
        let found = try test.wall.layoutAttributesForElements(in: rect)
        guard expectSameElements(found.map(ElementRow.init), expected, "the call, \(rect), \(context)") else {
            return false
        }
        #expect(!found.contains { $0.isStale })
        // A row of viewport refuses what a call answers with nothing.
        guard rect.width >= 0, rect.height >= 0 else { return true }
        return try test.expectVisible(in: rect, expected, context)
    }

    /// Expects everything but rectangles: all frames, sections, totals and single items.
    private func expectSame(_ test: TestStore, _ reference: ReferenceLayout, _ context: String) throws {
        expectSameElements(
            try test.elements("element_frames", layout: "wall"), reference.elements, "element_frames, \(context)")
        expectSameElements(
            try test.elements("item_frames", layout: "wall"), reference.elements.filter { $0.kind == "cell" },
            "item_frames, \(context)")
        let layout = test.wall
        #expect(try layout.contentSize() == reference.contentSize, "\(context)")
        for element in reference.elements where element.kind == "cell" {
            let found = try layout.layoutAttributesForItem(at: element.indexPath ?? ItemIndexPath(section: -1, item: 0))
            guard expectSameElements(found.map { [ElementRow($0)] } ?? [], [element], "one item, \(context)") else {
                return
            }
        }
        for (section, content) in reference.sections.enumerated() {
            for item in [-1, content.items.count] {
                #expect(
                    try layout.layoutAttributesForItem(at: [section, item]) == nil, "\(section)/\(item), \(context)")
            }
        }
        #expect(try layout.layoutAttributesForItem(at: [reference.sections.count, 0]) == nil)
        #expect(try layout.layoutAttributesForItem(at: [-1, 0]) == nil)
        try expectStatus(test, reference, context)
        try expectSections(test, reference, context)
    }

    private func expectStatus(_ test: TestStore, _ reference: ReferenceLayout, _ context: String) throws {
        let from = "FROM layout_status WHERE layout = 'wall'"
        let counts = try test.lines(
            "SELECT section_count, item_count, element_count, stale_sections, is_complete \(from)")
        let items = reference.sections.reduce(0) { $0 + $1.items.count }
        #expect(counts == ["\(reference.sections.count)|\(items)|\(reference.elements.count)|0|1"], "\(context)")
        let size = reference.contentSize
        for (column, length) in [("content_width", size.width), ("content_height", size.height)] {
            #expect(try test.first("SELECT \(column) \(from)", as: Double.self) == length, "\(context)")
        }
    }

    private func expectSections(_ test: TestStore, _ reference: ReferenceLayout, _ context: String) throws {
        guard !reference.plan.traits.isFree else { return }
        var frames: [LayoutRect] = []
        try test.read { connection in
            try connection.forEachRow(
                "SELECT x, y, width, height FROM section_frames WHERE layout = 'wall' ORDER BY section"
            ) { row in
                frames.append(
                    LayoutRect(x: row.double(0), y: row.double(1), width: row.double(2), height: row.double(3)))
            }
        }
        let expected = reference.sections.indices.compactMap { reference.frame(ofSection: $0) }
        #expect(frames == expected, "\(context)")
        let layout = test.wall
        #expect(try expected.indices.map { try layout.frame(ofSection: $0) } == expected, "\(context)")
        for (section, frame) in expected.enumerated() where frame.width > 0 && frame.height > 0 {
            let inside = [
                LayoutPoint(x: frame.x, y: frame.y), LayoutPoint(x: frame.maxX - 1 / 128, y: frame.maxY - 1 / 128),
                LayoutPoint(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2),
            ]
            for point in inside {
                // A mirrored layout's sections hold their far edge instead of the near one.
                guard !reference.plan.traits.isMirrored || point == inside[2] else { continue }
                #expect(try layout.section(at: point) == section, "\(point), \(context)")
            }
        }
        let outside = LayoutPoint(x: -1, y: -1)
        #expect(try layout.section(at: outside) == nil)
    }

    /// Rectangles of all sizes in and around the content, many with their edges on elements' edges.
    func randomRect(_ reference: ReferenceLayout, _ random: inout SeededGenerator) -> LayoutRect {
        let size = reference.contentSize
        func coordinate(_ extent: Double, _ random: inout SeededGenerator) -> Double {
            let extent = max(extent, 1)
            let unit = Double(Int.random(in: -64...1088, using: &random)) / 1024
            return ((unit * extent) * 64).rounded() / 64
        }
        var rect = LayoutRect(
            x: coordinate(size.width, &random), y: coordinate(size.height, &random),
            width: coordinate(min(size.width, 2000), &random), height: coordinate(min(size.height, 2000), &random))
        if let frame = reference.elements.randomElement(using: &random)?.frame {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: rect = LayoutRect(x: frame.maxX, y: frame.y, width: rect.width, height: rect.height)
            case 1: rect = LayoutRect(x: frame.x, y: frame.maxY, width: rect.width, height: rect.height)
            case 2: rect = LayoutRect(x: frame.x - rect.width, y: frame.y, width: rect.width, height: rect.height)
            case 3: rect = LayoutRect(x: frame.x, y: frame.y - rect.height, width: rect.width, height: rect.height)
            case 4: rect = frame
            case 5: rect = LayoutRect(x: frame.maxX - 1 / 64, y: frame.maxY - 1 / 64, width: 1 / 32, height: 1 / 32)
            default: break
            }
        }
        switch Int.random(in: 0..<24, using: &random) {
        case 0: rect.width = 0
        case 1: rect.height = 0
        // Motion reaches as far as a part of the viewport, which would be more laps than an answer may have.
        case 2 where !reference.wraps || reference.plan.traits.motionReach == nil:
            rect = LayoutRect(x: -1e9, y: rect.y, width: 2e9, height: max(rect.height, 0))
        case 3 where !reference.wraps: rect = LayoutRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
        case 4 where !reference.wraps: rect.height = -1
        default: break
        }
        guard reference.wraps else { return rect }
        // Some laps on, or back; a rectangle of many laps would take its time.
        let lap = reference.contentLength + reference.plan.traits.wrapSpacing
        let shift = Double(Int.random(in: -3...3, using: &random)) * lap
        if reference.plan.traits.axis == .vertical {
            rect.y += shift
            rect.height = min(rect.height, max(3 * lap, 10))
        } else {
            rect.x += shift
            rect.x = min(max(rect.x, -4 * lap), 4 * lap)
            rect.width = min(rect.width, max(3 * lap, 10))
        }
        return rect
    }
}
