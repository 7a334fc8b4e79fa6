import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Points, fractions and the elements ahead, against looking at every element.
@Suite struct PlaceTests {
    private func prepared(_ kind: LayoutKind, _ seed: UInt64, _ random: inout SeededGenerator) throws -> (
        TestStore, String
    ) {
        let (test, layout, _) = try TestStore.prepared(kind, seed, sections: 1...4, items: 0...60, using: &random)
        return (test, "seed \(seed), \(layout)")
    }

    @Test("The topmost cell at a point is the one found there", arguments: LayoutKind.allCases)
    func points(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 13 &+ 2)
            let (test, context) = try prepared(kind, seed, &random)
            let reference = try test.reference("wall")
            guard !reference.wraps else { return }
            let wall = test.wall
            let snapshot = try wall.snapshot()
            let cells = reference.elements.filter { $0.kind == "cell" }
            let stride = reference.plan.traits.zIndexStride
            for _ in 0..<40 {
                var point = LayoutPoint(
                    x: random.exactLength(in: -10...max(reference.contentSize.width, 1)),
                    y: random.exactLength(in: -10...max(reference.contentSize.height, 1)))
                // Many points are on edges and corners.
                if let frame = cells.randomElement(using: &random)?.frame, Bool.random(using: &random) {
                    point.x = [frame.x, frame.maxX, frame.x + frame.width / 2].randomElement(using: &random) ?? point.x
                    point.y =
                        [frame.y, frame.maxY, frame.y + frame.height / 2].randomElement(using: &random) ?? point.y
                }
                let under = cells.filter {
                    $0.frame.x <= point.x && point.x < $0.frame.maxX && $0.frame.y <= point.y && point.y < $0.frame.maxY
                }
                func height(_ cell: ElementRow) -> (Int, Int, Int) {
                    let section = cell.section ?? 0
                    return (cell.zIndex + (stride > 0 ? stride * section + cell.item : 0), section, cell.item)
                }
                let expected = under.max { height($0) < height($1) }
                let found = try snapshot.indexPath(at: point)
                #expect(found == expected?.indexPath, "\(point), \(context)")
                #expect(try wall.indexPath(at: point) == found, "\(point), \(context)")
            }
        }
    }

    @Test("A fraction of what can be scrolled through leads to an offset and back", arguments: LayoutKind.allCases)
    func fractions(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 19 &+ 4)
            let (test, context) = try prepared(kind, seed, &random)
            let reference = try test.reference("wall")
            let wall = test.wall
            let snapshot = try wall.snapshot()
            let traits = reference.plan.traits
            let axis = traits.axis
            let lap = reference.wraps && reference.contentLength > 0
            let least = lap ? 0 : -reference.scrollInsets.start
            let most =
                lap
                ? reference.contentLength + traits.wrapSpacing
                : max(reference.contentLength - snapshot.containerSize[axis] + reference.scrollInsets.end, least)
            for fraction in [0, 0.25, 0.5, 0.625, 1, -3, 7] {
                let offset = try snapshot.contentOffset(atFraction: fraction)[axis]
                let inside = min(max(fraction, 0), 1)
                let along = least + inside * (most - least)
                let expected =
                    traits.isMirrored ? reference.contentLength - snapshot.containerSize[axis] - along : along
                #expect(abs(offset - expected) < 1e-6, "\(fraction), \(context)")
                let back = try wall.fraction(of: wall.contentOffset(atFraction: fraction))
                // The end of a lap is the beginning of the next one.
                let expectedBack = most <= least ? 0 : lap && inside == 1 ? 0 : inside
                #expect(
                    min(abs(back - expectedBack), lap ? 1 - abs(back - expectedBack) : 1) < 1e-9,
                    "\(fraction), \(context)")
            }
        }
    }

    @Test("A content that is half a point too long is scrolled through like any other")
    func hairline() throws {
        let test = try TestStore.ofOneSection(
            items: 3, height: "20.5", definition: #"{"layout":"table"}"#, container: LayoutSize(width: 100, height: 61))
        try test.store.prepare("wall")
        let wall = test.wall
        #expect(try wall.contentOffset(atFraction: 0.5) == LayoutPoint(x: 0, y: 0.25))
        #expect(try wall.fraction(of: LayoutPoint(x: 0, y: 0.25)) == 0.5)
        #expect(try wall.fraction(of: LayoutPoint(x: 0, y: 7)) == 1)
    }

    @Test(
        "Elements come in the order in which they become visible, and passed ones can be cancelled",
        arguments: LayoutKind.allCases)
    func ahead(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 23 &+ 6)
            let (test, context) = try prepared(kind, seed, &random)
            let reference = try test.reference("wall")
            guard !reference.wraps else { return }
            let snapshot = try test.wall.snapshot()
            let cells = reference.elements.filter { $0.kind == "cell" }
            for _ in 0..<12 {
                let rect = LayoutRect(
                    x: random.exactLength(in: -50...max(reference.contentSize.width, 1)),
                    y: random.exactLength(in: -50...max(reference.contentSize.height, 1)),
                    width: random.exactLength(in: 20...300), height: random.exactLength(in: 20...300))
                let velocity = LayoutPoint(
                    x: Double(Int.random(in: -2...2, using: &random)), y: Double(Int.random(in: -2...2, using: &random))
                )
                let screens = Double(Int.random(in: 1...4, using: &random))
                let found = try snapshot.elements(aheadOf: rect, velocity: velocity, screens: screens)
                let direct = try test.wall.elements(aheadOf: rect, velocity: velocity, screens: screens)
                #expect(
                    direct.entering.map(\.itemID) == found.entering.map(\.itemID)
                        && direct.toCancel.map(\.itemID) == found.toCancel.map(\.itemID), "\(rect), \(context)")
                func expect(_ found: [PrefetchPlan.Item], _ velocities: [LayoutPoint], _ what: String) {
                    let expected = reached(cells, by: rect, velocities, screens)
                    #expect(Set(found.map(\.itemID)) == Set(expected.keys), "\(what), \(rect), \(velocity), \(context)")
                    let times = found.map { expected[$0.itemID] ?? -1 }
                    #expect(
                        zip(times, times.dropFirst()).allSatisfy { $0.0 <= $0.1 + 1e-9 },
                        "\(what), \(times), \(context)")
                    #expect(found.allSatisfy { $0.key == "k\($0.itemID)" })
                }
                guard velocity != .zero else {
                    var along = LayoutPoint.zero
                    along[reference.plan.traits.axis] = 1
                    expect(found.entering, [along, LayoutPoint(x: -along.x, y: -along.y)], "at rest")
                    #expect(found.toCancel.isEmpty)
                    continue
                }
                expect(found.entering, [velocity], "ahead")
                expect(found.toCancel, [LayoutPoint(x: -velocity.x, y: -velocity.y)], "behind")
            }
        }
    }

    /// Which items a rectangle on its way meets, and when: by trying every moment at which an edge meets an edge.
    private func reached(
        _ cells: [ElementRow], by rect: LayoutRect, _ velocities: [LayoutPoint], _ screens: Double
    ) -> [Int64: Double] {
        var times: [Int64: Double] = [:]
        for velocity in velocities {
            let scale = screens / max(abs(velocity.x) / rect.width, abs(velocity.y) / rect.height)
            let way = LayoutPoint(x: velocity.x * scale, y: velocity.y * scale)
            for cell in cells where !cell.frame.overlaps(rect) {
                var moments = [0.0, 1]
                for axis in LayoutAxis.allCases where way[axis] != 0 {
                    moments.append((cell.frame.min(axis) - rect.max(axis)) / way[axis])
                    moments.append((cell.frame.max(axis) - rect.min(axis)) / way[axis])
                }
                moments = moments.filter { $0 >= 0 && $0 <= 1 }.sorted()
                for (from, to) in zip(moments, moments.dropFirst()) where to - from > 1e-9 {
                    let middle = (from + to) / 2
                    guard rect.offsetBy(x: way.x * middle, y: way.y * middle).overlaps(cell.frame), let id = cell.itemID
                    else { continue }
                    times[id] = min(times[id] ?? .infinity, from)
                    break
                }
            }
        }
        return times
    }
}
