internal import LayoutText

extension CompositionalSection {
    /// The most badges of an item or a group, and the most headers, footers or backgrounds of a section. An arbitrary
    /// number: each is an element for each of its hosts, which takes its room and time.
    static let maximumAttachments = 100
}

extension CompositionalBoundaryItem {
    static let keys = DefinitionObject(
        "boundaryItem", "A header or a footer, of a section or of the whole layout.",
        prototype: CompositionalBoundaryItem(elementKind: "", size: .zero, alignment: .none),
        keys: [
            DefinitionKey(
                "elementKind", \.elementKind, .name, isRequired: true, "The kind that you register a view for."),
            DefinitionKey(
                "size", \.size, .object(CompositionalSize.keys), isRequired: true,
                "Its size; fractions are of the section’s width and height."),
            DefinitionKey(
                "alignment", \.alignment, .choice(.none), isRequired: true,
                "The side of the section that it is attached to."),
            DefinitionKey("offset", \.offset, .pair, "Added to its place, in points."),
            DefinitionKey(
                "extendsBoundary", \.extendsBoundary, .flag,
                "If true, it is outside the section’s box, which grows; else over it. Beside the content, it is "
                    + "always inside."),
            DefinitionKey(
                "pinToVisibleBounds", \.pinToVisibleBounds, .flag, "If true, it stays visible while its section is."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: 1, above the cells."),
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(.any),
                "The space around it; only the insets across the scroll axis count."),
        ])
}

extension CompositionalAnchoredItem {
    static let keys = DefinitionObject(
        "badge", "A supplementary that is attached to an item or a group.",
        prototype: CompositionalAnchoredItem(elementKind: "", size: .zero, anchor: []),
        keys: [
            DefinitionKey(
                "elementKind", \.elementKind, .name, isRequired: true, "The kind that you register a view for."),
            DefinitionKey(
                "size", \.size, .object(CompositionalSize.keys), isRequired: true,
                "Its size; fractions are of its host’s."),
            DefinitionKey(
                "anchor", \.anchor, .anchor, "The edges that name the point of attachment on the host."),
            DefinitionKey(
                "itemAnchor", \.itemAnchor, .anchor,
                "The edges that name the point of the badge that is put there. Default: the same."),
            DefinitionKey("offset", \.offset, .pair, "Added to its place, in points."),
            DefinitionKey(
                "fractionalOffset", \.fractionalOffset, .pair, "Added to its place, in units of its size."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: 1, above the cells."),
        ])
}

extension CompositionalDecorationItem {
    static let keys = DefinitionObject(
        "decoration", "A background behind a whole section.",
        prototype: CompositionalDecorationItem(elementKind: ""),
        keys: [
            DefinitionKey(
                "elementKind", \.elementKind, .name, isRequired: true, "The kind that you register a view for."),
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(.any), "The insets of its frame in the section's."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: 0."),
        ])
}

extension DefinitionValue where Value == CompositionalAnchor {
    /// A list of edges, no two of them opposite.
    static var anchor: Self {
        let words = CompositionalAnchor.names.map(\.name)
        return Self(
            .list(of: .choice(words), count: 0...Int.max), placeholder: [],
            check: { (anchor) throws(LayoutError) in
                if anchor.isContradictory { throw LayoutError(path: "", message: "names two opposite edges") }
            },
            write: { anchor in
                .array(CompositionalAnchor.names.filter { anchor.contains($0.edge) }.map { .string($0.name) })
            },
            read: { (json) throws(LayoutError) in
                guard case .array(let names) = json else { throw LayoutError(json, isNot: "an array") }
                var anchor: CompositionalAnchor = []
                for (index, name) in names.enumerated() {
                    do throws(LayoutError) {
                        let word = try LayoutError.word(name, among: words)
                        for edge in CompositionalAnchor.names where edge.name == word { anchor.insert(edge.edge) }
                    } catch {
                        throw error.inside(JSONPath.element(index, of: ""))
                    }
                }
                return anchor
            })
    }
}
