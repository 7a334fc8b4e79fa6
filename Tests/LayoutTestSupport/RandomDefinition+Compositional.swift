extension DefinitionText {
    /// One to three sections of nested groups, with headers, footers, badges and backgrounds.
    mutating func compositionalSections(_ random: inout SeededGenerator) {
        let isVertical = isVertical
        let sections = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            Self.section(isVertical: isVertical, &random)
        }
        add("sections", "[" + sections.joined(separator: ",") + "]")
    }

    /// The items around the whole layout, a quarter of the time.
    mutating func compositionalBoundaryItems(_ random: inout SeededGenerator) {
        guard Int.random(in: 0..<4, using: &random) == 0 else { return }
        add(
            "boundaryItems",
            "[\(Self.boundaryItem("prologue", isVertical ? "top" : "leading", &random)),"
                + "\(Self.boundaryItem("epilogue", isVertical ? "bottom" : "trailing", &random)),"
                + "\(Self.boundaryItem("seal", "none", &random))]")
    }

    private var isVertical: Bool { !has("axis", "\"horizontal\"") }

    private static func section(isVertical: Bool, _ random: inout SeededGenerator) -> String {
        var text = DefinitionText()
        text.add("group", group(depth: 0, isVertical: isVertical, &random))
        text.maybe("interGroupSpacing", 0...10, &random)
        text.maybeInsets("contentInsets", &random)
        if Int.random(in: 0..<3, using: &random) == 0 {
            let behaviors = [
                "continuous", "continuousGroupLeadingBoundary", "paging", "groupPaging", "groupPagingCentered",
            ]
            text.add("orthogonalScrolling", "\"\(behaviors.randomElement(using: &random) ?? "none")\"")
            if Bool.random(using: &random) { text.addMotion(&random) }
        }
        var items: [String] = []
        if Bool.random(using: &random) { items.append(boundaryItem("header", isVertical ? "top" : "leading", &random)) }
        if Bool.random(using: &random) {
            items.append(boundaryItem("footer", isVertical ? "bottom" : "trailing", &random))
        }
        if !items.isEmpty { text.add("boundaryItems", "[" + items.joined(separator: ",") + "]") }
        if Int.random(in: 0..<3, using: &random) == 0 {
            text.add("decorations", "[{\"elementKind\":\"background\",\"contentInsets\":\(insets(&random))}]")
        }
        if Int.random(in: 0..<4, using: &random) == 0 { text.add("supplementariesFollowContentInsets", "false") }
        return text.text
    }

    private static func boundaryItem(_ kind: String, _ alignment: String, _ random: inout SeededGenerator) -> String {
        var text = DefinitionText()
        text.add("elementKind", "\"\(kind)\"")
        text.add("size", Self.size(10...60, 10...40, &random))
        text.add("alignment", "\"\(alignment)\"")
        if Int.random(in: 0..<3, using: &random) == 0 {
            text.add("offset", "[\(random.exactLength(in: -10...10)),\(random.exactLength(in: -10...10))]")
        }
        if Int.random(in: 0..<3, using: &random) == 0 { text.add("extendsBoundary", "false") }
        text.maybeTrue("pinToVisibleBounds", &random)
        return text.text
    }

    /// Fractions are powers of two, and gaps that share the remaining space are across the scroll axis.
    private static func group(depth: Int, isVertical: Bool, _ random: inout SeededGenerator) -> String {
        var text = DefinitionText()
        let runsVertically = Bool.random(using: &random)
        text.add("axis", runsVertically ? "\"vertical\"" : "\"horizontal\"")
        text.add(
            "size",
            "{\"width\":\(dimension("fractionalWidth", 60...200, &random)),"
                + "\"height\":\(dimension("fractionalHeight", 60...200, &random))}")
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            text.add("repeating", child(depth: depth, isVertical: isVertical, &random))
            text.add("count", "\(Int.random(in: 1...3, using: &random))")
        case 1:
            text.add("dividing", child(depth: depth, isVertical: isVertical, &random))
            text.add("count", "\([1, 2, 4].randomElement(using: &random) ?? 1)")
        case 2 where depth == 0:
            let frames = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                "[" + (0..<4).map { _ in "\(random.exactLength(in: 1...60))" }.joined(separator: ",") + "]"
            }
            text.add("frames", "[" + frames.joined(separator: ",") + "]")
            return text.text
        default:
            let children = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                child(depth: depth, isVertical: isVertical, &random)
            }
            text.add("subitems", "[" + children.joined(separator: ",") + "]")
        }
        if runsVertically != isVertical, Int.random(in: 0..<3, using: &random) == 0 {
            text.add("interItemSpacing", "{\"flexible\":\(random.exactLength(in: 0...8))}")
        } else {
            text.maybe("interItemSpacing", 0...8, &random)
        }
        if Int.random(in: 0..<4, using: &random) == 0 { text.add("contentInsets", insets(&random)) }
        return text.text
    }

    private static func child(depth: Int, isVertical: Bool, _ random: inout SeededGenerator) -> String {
        if depth < 2, Int.random(in: 0..<4, using: &random) == 0 {
            return group(depth: depth + 1, isVertical: isVertical, &random)
        }
        var text = DefinitionText()
        text.add(
            "size",
            "{\"width\":\(dimension("fractionalWidth", 16...90, &random)),"
                + "\"height\":\(dimension("fractionalHeight", 16...90, &random))}")
        if Int.random(in: 0..<4, using: &random) == 0 {
            var badge = DefinitionText()
            badge.add("elementKind", "\"badge\"")
            badge.add("size", size(4...16, 4...16, &random))
            badge.add("anchor", "[\"top\",\"trailing\"]")
            if Bool.random(using: &random) { badge.add("fractionalOffset", "[0.5,-0.5]") }
            text.add("supplementaries", "[\(badge.text)]")
        }
        if Int.random(in: 0..<5, using: &random) == 0 { text.add("contentInsets", insets(&random)) }
        return text.text
    }

    private static func dimension(
        _ fractional: String, _ range: ClosedRange<Double>, _ random: inout SeededGenerator
    ) -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "{\"\(fractional)\":\(1 / Double(1 << Int.random(in: 0...2, using: &random)))}"
        case 1, 2: "{\"estimated\":\(random.exactLength(in: range))}"
        default: "\(random.exactLength(in: range))"
        }
    }
}
