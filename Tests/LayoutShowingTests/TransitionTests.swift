import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutShowing

/// Transitions between two layouts, held against what each of them shows.
@Suite struct TransitionTests {
    private static let phone = LayoutSize(width: 390, height: 844)
    /// JSON and container of each layout.
    private static let definitions = [
        (#"{"layout":"flow","lineSpacing":4,"itemSpacing":4}"#, phone),
        (#"{"layout":"waterfall","columns":5}"#, phone),
        (#"{"layout":"justified","rowHeight":90}"#, LayoutSize(width: 844, height: 390)),
        (#"{"layout":"table","header":{"height":30},"pinHeaders":true}"#, phone),
        (#"{"layout":"flow","axis":"horizontal","rightToLeft":true}"#, phone),
    ]

    private func makeStore(items: Int = 3_000, _ random: inout SeededGenerator) throws -> LayoutStore {
        let store = try LayoutStore.inMemory()
        let photos = (0..<items).map {
            SourceItem(
                section: "\($0 / 400)", key: "k\($0)", width: Double.random(in: 30...120, using: &random),
                height: Double.random(in: 30...120, using: &random))
        }
        try store.importItems(photos, into: "photos", mode: .replace)
        for (number, layout) in Self.definitions.enumerated() {
            try store.defineLayout(
                "rung \(number)", dataset: "photos", definition: LayoutDefinition(json: layout.0), container: layout.1)
        }
        return store
    }

    /// The answer of a layout, by what tells its elements apart.
    private func shown(_ layout: StoredLayout, at offset: LayoutPoint, in container: LayoutSize) throws -> Set<String> {
        let rect = LayoutRect(origin: offset, size: container)
        return Set(try layout.layoutAttributesForElements(in: rect).map { text($0, x: 0, y: 0) })
    }

    private func text(_ element: LayoutAttributes, x: Double, y: Double) -> String {
        let frame = element.frame.offsetBy(x: -x, y: -y)
        func rounded(_ value: Double) -> Double { (value * 1024).rounded() / 1024 + 0 }
        return "\(element.kind) \(element.elementKind ?? "") \(element.indexPath as ItemIndexPath?) "
            + "\(rounded(frame.x)) \(rounded(frame.y)) \(rounded(frame.width)) \(rounded(frame.height))"
    }

    @Test("A transition begins with what the source shows, ends with the target's, and keeps its item in place")
    func ends() throws {
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed)
            let store = try makeStore(&random)
            let numbers = Array(Self.definitions.indices.shuffled(using: &random).prefix(2))
            let (source, target) = (store.layout("rung \(numbers[0])"), store.layout("rung \(numbers[1])"))
            if Bool.random(using: &random) { try source.prepare() }
            if Bool.random(using: &random) { try target.prepare() }
            let path = ItemIndexPath(
                section: .random(in: 0...7, using: &random), item: .random(in: 0..<200, using: &random))
            let edge = ScrollAnchor.Edge.allCases.randomElement(using: &random) ?? .start
            let anchor = ScrollAnchor(edge: edge, indexPath: path, distance: .random(in: -50...50, using: &random))
            let transition = try source.transition(to: target, anchor: anchor)
            let places = numbers.map { Self.definitions[$0].1 }

            let first = transition.attributes(at: 0)
            #expect(
                Set(first.filter { $0.alpha > 0 }.map { text($0, x: 0, y: 0) })
                    == (try shown(source, at: transition.sourceOffset, in: places[0])))
            #expect(try source.contentOffset(for: anchor) == transition.sourceOffset)
            #expect(try target.contentOffset(for: anchor) == transition.targetOffset)

            // Both ends differ by one translation, which keeps the item's edge in place.
            let cell = try #require(try target.layoutAttributesForItem(at: path))
            let isHeld = { (element: LayoutTransition.Element) in
                element.target.indexPath == path && element.target.kind == .cell
            }
            guard let held = transition.elements.first(where: isHeld) else {
                // The distance has the item outside of both.
                let visible = LayoutRect(origin: transition.targetOffset, size: places[1])
                #expect(!cell.frame.overlaps(visible), "seed \(seed)")
                return
            }
            let (dx, dy) = (held.target.frame.x - cell.frame.x, held.target.frame.y - cell.frame.y)
            let last = zip(transition.elements, transition.attributes(at: 1)).filter { !$0.0.isLeaving }.map(\.1)
            #expect(
                Set(last.map { text($0, x: dx, y: dy) })
                    == (try shown(target, at: transition.targetOffset, in: places[1])))
            #expect(last.allSatisfy { $0.alpha == 1 }, "seed \(seed)")
        }
    }

    @Test("A layout that was never prepared is laid out only where it shows")
    func unprepared() throws {
        var random = SeededGenerator(seed: 3)
        let store = try makeStore(items: 20_000, &random)
        try store.layout("rung 0").prepare()
        let anchor = ScrollAnchor(edge: .start, indexPath: [20, 5])
        let transition = try store.layout("rung 0").transition(to: store.layout("rung 1"), anchor: anchor)
        #expect(transition.elements.allSatisfy { !$0.target.isStale })
        let status = try #require(try store.status().first { $0.name == "rung 1" })
        #expect(!status.isComplete && status.staleSections > 30)
    }

    @Test("Layouts of other data sets and stores are refused, and cancelled anchors lead to the nearest item")
    func refusals() throws {
        var random = SeededGenerator(seed: 5)
        let store = try makeStore(&random)
        let other = try makeStore(&random)
        try store.createDataset("empty")
        try store.defineLayout("empty", dataset: "empty", definition: .table(), container: Self.phone)
        let anchor = ScrollAnchor(edge: .start, indexPath: [99, 99_999])
        let wall = store.layout("rung 0")
        for target in [store.layout("empty"), other.layout("rung 0")] {
            #expect(refusal { try wall.transition(to: target, anchor: anchor) }?.code == .invalidArgument)
        }
        #expect(throws: LayoutError.self) { try wall.transition(to: store.layout("none"), anchor: anchor) }
        let transition = try wall.transition(to: store.layout("rung 3"), anchor: anchor)
        #expect(transition.elements.contains { $0.source.indexPath == [7, 199] })
        let empty = try store.layout("empty").transition(to: store.layout("empty"), anchor: anchor)
        #expect(empty.elements.isEmpty && empty.attributes(at: .nan).isEmpty)
    }
}
