package import LayoutCache
package import LayoutEngine

/// The change from one layout to another around an item, for a viewer that draws it in between.
package struct TransitionScene: Sendable {
    /// The other layout, after what shows of it was laid out.
    package var target: BrowsedLayout
    /// The item that stays, in content coordinates of each layout.
    package var held: (source: LayoutRect, target: LayoutRect)
    /// The elements that at least one of them shows, with their attributes in the source: opacity 0 for
    /// new ones.
    package var elements: [LayoutScene.Element]
    /// Their attributes in the target: opacity 0 for elements that go.
    package var targets: [LayoutAttributes]
}

extension StoredLayout {
    /// The change to another layout of the data set.
    ///
    /// - Parameters:
    ///   - anchor: The point that stays. Its place is in the visible part, in points of the source.
    ///   - goal: Its place in the visible part at the end, in points of the target.
    ///   - size: The visible part of the source, in points.
    ///   - scale: The length of a point of the target, in points of the source.
    ///   - textLimit: Up to how many elements their keys and titles are looked up.
    ///   - fields: The shown fields of an item.
    ///   - preparing: The scope to lay out first.
    /// - Returns: nil if the item is in neither layout.
    /// - Throws: As ``transition(to:anchor:)``.
    /// - Complexity: O(log bands + visible elements).
    package func transitionScene(
        to target: StoredLayout, holding anchor: ScrollAnchor, goal: LayoutPoint, size: LayoutSize, scale: Double,
        textLimit: Int = 4000, fields: ItemFields = ItemFields(), preparing: PreparationScope = .nothing
    ) throws -> TransitionScene? {
        var end = anchor
        end.point?.place = goal
        let endSize = LayoutSize(width: size.width / scale, height: size.height / scale)
        try requireFew(around: (anchor, size), preparing)
        try target.requireFew(around: (end, endSize), preparing)
        return try transition(to: target, from: (anchor, size), to: (end, endSize), preparing: preparing) {
            transition, source, target in
            guard let start = transition.source.held, let end = transition.target.held else { return nil }
            var scene = LayoutScene(elements: transition.elements.map { LayoutScene.Element(attributes: $0.source) })
            if scene.elements.count <= textLimit { try scene.readTexts(fields, from: source) }
            return TransitionScene(
                target: try BrowsedLayout(target), held: (start, end), elements: scene.elements,
                targets: transition.elements.map { element in
                    var attributes = element.target
                    attributes.frame = attributes.frame.offsetBy(x: -transition.shift.x, y: -transition.shift.y)
                    return attributes
                })
        }
    }

    /// More elements are not drawn one by one.
    private static let elementLimit = 20_000.0

    private func requireFew(around hold: Hold, _ preparing: PreparationScope) throws {
        // Until there are bands, the number of elements in a rectangle is unknown.
        let count = try read(preparing, viewing: .item(hold.anchor.indexPath), isBrief: true) { layout in
            let place = try TransitionPlace(layout, holding: hold.anchor, viewSize: hold.viewSize)
            return try layout.estimatedCount(in: place.near(layout.traits.axis))
        }
        guard count <= Self.elementLimit else {
            throw LayoutError(
                .invalidArgument, "about \(Int(count)) elements show around the item",
                advice: "Ask for a smaller part; \(Int(Self.elementLimit)) elements are the limit.")
        }
    }
}
