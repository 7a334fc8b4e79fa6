import LayoutTestSupport

@testable import LayoutEngine

/// Random definitions that hold to the rules, and random sizes for them.
struct CompositionalRandom {
    var generator: SeededGenerator
    /// Whether only such lengths come up as add exactly in doubles: no shares, and no flexible
    /// spacing, whose parts are thirds.
    var isExact = false

    init(seed: UInt64, isExact: Bool = false) {
        generator = SeededGenerator(seed: seed)
        self.isExact = isExact
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    mutating func length(_ range: ClosedRange<Double>) -> Double { generator.exactLength(in: range) }

    mutating func insets(_ largest: Double) -> LayoutInsets {
        guard chance(30) else { return .zero }
        return LayoutInsets(
            top: length(0...largest), leading: length(0...largest), bottom: length(0...largest),
            trailing: length(0...largest))
    }

    mutating func spacing() -> CompositionalSpacing {
        if chance(50) { return .fixed(0) }
        let distance = length(0...9)
        return !isExact && chance(40) ? .flexible(distance) : .fixed(distance)
    }

    mutating func edges() -> CompositionalEdgeSpacing {
        guard chance(25) else { return .none }
        return CompositionalEdgeSpacing(top: spacing(), leading: spacing(), bottom: spacing(), trailing: spacing())
    }

    mutating func badges() -> [CompositionalAnchoredItem] {
        guard chance(12) else { return [] }
        let anchors: [CompositionalAnchor] = [[], [.top, .trailing], [.bottom], [.leading]]
        return [
            CompositionalAnchoredItem(
                elementKind: "badge",
                size: CompositionalSize(width: .absolute(length(1...9)), height: .fractionalHeight(0.5)),
                anchor: anchors[Int.random(in: 0..<4, using: &generator)], itemAnchor: chance(30) ? [.top] : nil,
                offset: LayoutPoint(x: length(-4...4), y: length(-4...4)),
                fractionalOffset: chance(30) ? LayoutPoint(x: 0.5, y: -0.25) : .zero, zIndex: chance(20) ? 5 : nil)
        ]
    }

    /// A dimension in a group that is estimated on the given axes; the largest is what an absolute
    /// one may come to.
    mutating func dimension(
        _ axis: LayoutAxis, estimatedIn parent: GroupProgram.AxisFlags, largest: Double, estimates: Int
    ) -> CompositionalDimension {
        let fractions = [0.125, 0.25, 0.5, 1]
        if chance(estimates) {
            let estimate = length(4...max(5, largest / 2))
            return parent[axis] && chance(35) ? .uniformAcrossSiblings(estimate: estimate) : .estimated(estimate)
        }
        let fraction = fractions[Int.random(in: 0..<4, using: &generator)]
        if !parent[axis], chance(45) {
            return axis == .vertical ? .fractionalHeight(fraction) : .fractionalWidth(fraction)
        }
        if !parent[axis.cross], chance(8) {
            return axis == .vertical ? .fractionalWidth(fraction) : .fractionalHeight(fraction)
        }
        return .absolute(length(4...max(5, largest)))
    }

    mutating func item(
        depth: Int, estimatedIn parent: GroupProgram.AxisFlags, largest: Double, estimates: Int,
        sharedAxis: LayoutAxis? = nil
    ) -> TwinItem {
        let isGroup = depth > 0 && chance(60)
        let size = CompositionalSize(
            width: dimension(.horizontal, estimatedIn: parent, largest: largest, estimates: estimates),
            height: dimension(.vertical, estimatedIn: parent, largest: largest, estimates: estimates))
        return item(
            size: size, isGroup: isGroup, depth: depth, estimates: estimates, largest: largest,
            sharedAxis: sharedAxis)
    }

    mutating func item(
        size: CompositionalSize, isGroup: Bool, depth: Int, estimates: Int, largest: Double,
        sharedAxis: LayoutAxis? = nil
    ) -> TwinItem {
        var size = size
        // Room for the group's insets.
        if isGroup, case .absolute(let width) = size.width, width < 13 { size.width = .absolute(13) }
        if isGroup, case .absolute(let height) = size.height, height < 13 { size.height = .absolute(13) }
        let axis: LayoutAxis = chance(50) ? .horizontal : .vertical
        var content = TwinItem.Content.item
        var estimated = GroupProgram.AxisFlags(horizontal: size.width.isEstimated, vertical: size.height.isEstimated)
        if let sharedAxis { estimated[sharedAxis] = false }
        var gap = spacing()
        if isGroup {
            let kind = Int.random(in: 0..<10, using: &generator)
            if kind == 0 {
                content = .custom(
                    (0..<3).map { _ in
                        LayoutRect(
                            x: length(-5...50), y: length(-5...50), width: length(0...40), height: length(1...40))
                    })
            } else if kind <= 2 {
                let child = item(depth: depth - 1, estimatedIn: estimated, largest: largest / 2, estimates: estimates)
                content = .copies(child, Int.random(in: 1...4, using: &generator))
            } else if kind <= 4, !estimated[axis], !isExact {
                let child = item(
                    depth: depth - 1, estimatedIn: estimated, largest: largest / 2, estimates: estimates,
                    sharedAxis: axis)
                content = .shares(child, Int.random(in: 1...4, using: &generator))
            } else {
                content = .cycle(
                    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                        item(depth: depth - 1, estimatedIn: estimated, largest: largest / 2, estimates: estimates)
                    })
                // Cycles of next to nothing take a long time to fill a group, in the twin above all.
                if gap.minimum < 1 { gap = .fixed(1) }
            }
        }
        return TwinItem(
            size: size, insets: insets(isGroup ? 6 : 3), edges: edges(), badges: badges(), axis: axis, gap: gap,
            content: content)
    }

    mutating func section() -> TwinSection {
        let estimates = [0, 0, 30, 60][Int.random(in: 0..<4, using: &generator)]
        let depth = Int.random(in: 1...3, using: &generator)
        // The outermost group's siblings are the whole section, so it may be uniform in any of them.
        let isUniform = estimates > 0 && chance(40)
        let size = CompositionalSize(
            width: dimension(
                .horizontal, estimatedIn: GroupProgram.AxisFlags(horizontal: isUniform, vertical: false), largest: 200,
                estimates: estimates),
            height: dimension(
                .vertical, estimatedIn: GroupProgram.AxisFlags(horizontal: false, vertical: isUniform), largest: 200,
                estimates: estimates))
        return TwinSection(
            group: item(size: size, isGroup: true, depth: depth, estimates: estimates, largest: 100),
            interGroupSpacing: chance(40) ? length(-3...12) : 0, insets: insets(20),
            behavior: chance(20) ? .continuous : .none, axis: chance(70) ? .vertical : .horizontal,
            rightToLeft: chance(20))
    }

    mutating func measures(_ count: Int) -> [ItemMeasure] {
        (0..<count).map { _ in
            ItemMeasure(width: chance(20) ? .nan : length(0...90), height: chance(20) ? .nan : length(0...90))
        }
    }
}
