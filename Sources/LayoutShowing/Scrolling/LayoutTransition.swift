public import LayoutCore
public import LayoutEngine
internal import LayoutSQLite

/// The change from one layout of a data set to another, around an item that stays in place.
///
/// For a pinch between column counts, or any other animated change of layout: ``attributes(at:)`` interpolates between
/// the elements that the two layouts show. All frames are in content coordinates of the source. The viewport stays at
/// ``sourceOffset`` throughout; after progress 1, show the target at ``targetOffset``.
///
/// A transition is a value: it reads nothing more, and later changes of the store do not change it.
public struct LayoutTransition: Sendable {
    /// An element that at least one of the layouts shows.
    public struct Element: Sendable, Hashable {
        /// Its attributes at progress 0.
        package internal(set) var source: LayoutAttributes
        /// Its attributes at progress 1, in content coordinates of the source.
        package internal(set) var target: LayoutAttributes
        /// True if the source does not show it, so that it fades in.
        public internal(set) var isEntering: Bool
        /// True if the target does not show it, so that it fades out.
        public internal(set) var isLeaving: Bool
    }

    package let source: Place
    package let target: Place
    /// The elements that at least one of the layouts shows, in no particular order.
    public private(set) var elements: [Element] = []

    /// The content offset of the source at which the anchor's item is in place, in points.
    public var sourceOffset: LayoutPoint { source.offset }

    /// The content offset of the target at which the anchor's item is in place, in points.
    ///
    /// Near an end of the content, the target cannot be scrolled that far, and the offset is clamped. The item stays in
    /// place during the transition, and moves by the difference afterwards.
    public var targetOffset: LayoutPoint { target.offset }

    /// How far the target's content is from its place in the source. The offsets may be clamped; the held place itself
    /// stays.
    package var shift: LayoutPoint {
        LayoutPoint(x: source.fixed.x - target.fixed.x, y: source.fixed.y - target.fixed.y)
    }

    fileprivate init(
        from layout: LayoutReader, _ hold: StoredLayout.Hold, to other: LayoutReader, _ otherHold: StoredLayout.Hold
    ) throws {
        (source, target) = (try Place(layout, holding: hold), try Place(other, holding: otherHold))
        let (before, after) = (try source.elements(of: layout), try target.elements(of: other))
        let shift = shift
        // As the item that stays grows or shrinks, so does everything around it that only one layout has.
        let (start, end) = (source.held ?? source.visible, target.held ?? target.visible)
        elements.reserveCapacity(before.count / 3 + after.count / 3)
        for key in Set(before.keys).union(after.keys) {
            let (old, new) = (before[key], after[key])
            let isLeaving = new.map { !$0.frame.overlaps(target.visible) } ?? true
            let isEntering = old.map { !$0.frame.overlaps(source.visible) } ?? true
            guard var first = old ?? new, var last = new ?? old, !isLeaving || !isEntering else { continue }
            if old == nil { first.frame = first.frame.mapped(from: end, to: start) }
            if new == nil { last.frame = last.frame.mapped(from: start, to: end) }
            if isEntering { first.alpha = 0 }
            if isLeaving { last.alpha = 0 }
            last.frame = last.frame.offsetBy(x: shift.x, y: shift.y)
            elements.append(Element(source: first, target: last, isEntering: isEntering, isLeaving: isLeaving))
        }
    }

    /// The attributes of all ``elements`` between the layouts.
    ///
    /// Frames, transforms and opacities are interpolated linearly, and elements of only one layout fade. Elements keep
    /// one z-index throughout: the target's, or the source's for elements that leave.
    ///
    /// - Parameter progress: 0 is the source, 1 the target. Values beyond follow a gesture that overshoots.
    /// - Complexity: O(elements).
    public func attributes(at progress: Double) -> [LayoutAttributes] { elements.map { $0.attributes(at: progress) } }

    /// The place of a transition in one of its two layouts.
    package struct Place: Sendable {
        /// The content offset that keeps the item in place. In a container it is one that the layout can be scrolled
        /// to.
        package var offset: LayoutPoint
        /// The visible rectangle.
        package var visible: LayoutRect
        /// The point that stays on the screen.
        var fixed: LayoutPoint
        /// The frame of the item; nil for a limit of the content, and an empty layout.
        package var held: LayoutRect?

        package init(_ layout: LayoutReader, holding hold: StoredLayout.Hold) throws {
            let (anchor, viewSize, traits) = (hold.anchor, hold.viewSize, layout.traits)
            let axis = traits.axis
            held = try layout.anchoredFrame(for: anchor)
            offset = try layout.anchoredOffset(for: anchor).offset
            visible = LayoutRect(origin: offset, size: layout.record.container)
            guard let point = anchor.point else {
                fixed = offset
                let frame = held ?? visible
                fixed[axis] = (anchor.edge == .start) != traits.isMirrored ? frame.min(axis) : frame.max(axis)
                return
            }
            fixed = held.map(point.point(of:)) ?? .zero
            if let viewSize {
                offset = LayoutPoint(x: fixed.x - point.place.x, y: fixed.y - point.place.y)
                visible = LayoutRect(origin: offset, size: viewSize)
            }
            guard !traits.isFree else { return }
            // Across the axis nothing scrolls: the corner of the viewport stays.
            fixed[axis.cross] = viewSize == nil ? offset[axis.cross] : 0
            guard let viewSize else { return }
            // A view of another breadth shows its content somewhere across: elements that reach out of it included.
            let breadth = max(try layout.contentSize[axis.cross], viewSize[axis.cross])
            visible = LayoutRect(
                axis: axis, along: visible.min(axis), cross: -breadth, alongLength: visible.length(axis),
                crossLength: 3 * breadth)
        }

        /// The visible rectangle, and one length of it before and after.
        package func near(_ axis: LayoutAxis) -> LayoutRect {
            visible.widened(along: axis, before: visible.length(axis), behind: visible.length(axis))
        }

        /// The elements in the visible rectangle, and those within one length of it along the scroll axis.
        fileprivate func elements(of layout: LayoutReader) throws -> [LayoutAttributes.Identity: LayoutAttributes] {
            let found = try layout.elements(in: near(layout.traits.axis), visible: visible)
            return Dictionary(found.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
        }
    }
}

extension LayoutTransition.Element {
    /// The attributes between the layouts.
    ///
    /// - Parameter progress: 0 is the source, 1 the target. Values beyond follow a gesture that overshoots.
    public func attributes(at progress: Double) -> LayoutAttributes {
        let progress = progress.isFinite ? progress : 0
        func value(_ number: (LayoutAttributes) -> Double) -> Double {
            // Exact at both ends, where a sum of differences would round.
            number(source) * (1 - progress) + number(target) * progress
        }
        var attributes = isLeaving ? source : target
        attributes.frame = LayoutRect(
            x: value(\.frame.x), y: value(\.frame.y), width: max(value(\.frame.width), 0),
            height: max(value(\.frame.height), 0))
        attributes.transform = LayoutTransform(
            scale: max(value(\.transform.scale), 0), rotation: value(\.transform.rotation),
            translation: LayoutPoint(x: value(\.transform.translation.x), y: value(\.transform.translation.y)))
        attributes.alpha = min(max(value(\.alpha), 0), 1)
        attributes.isStale = source.isStale || target.isStale
        return attributes
    }
}

extension LayoutRect {
    /// The place beside a rectangle that corresponds to this one's beside another.
    fileprivate func mapped(from: LayoutRect, to: LayoutRect) -> LayoutRect {
        // A cell without extent has no ratio.
        let ratioX = from.width > 0 && to.width > 0 ? to.width / from.width : 1
        let ratioY = from.height > 0 && to.height > 0 ? to.height / from.height : 1
        return LayoutRect(
            x: to.x + (x - from.x) * ratioX, y: to.y + (y - from.y) * ratioY, width: width * ratioX,
            height: height * ratioY)
    }
}

extension StoredLayout {
    /// The change from this layout to another one of the same data set, around an item that stays in place.
    ///
    /// The layouts may differ in kind, container, measure and axis. The part that shows around the item is laid out
    /// first. For a layout that was never prepared, that is one short transaction.
    ///
    /// - Parameters:
    ///   - target: A layout of the same data set, in the same store.
    ///   - anchor: The item, and its distance from an edge of the viewport in both layouts, from
    ///     ``anchor(ofItemAt:at:edge:preparing:)``. One from ``pinchAnchor(at:contentOffset:)`` keeps the point under a
    ///     finger in place along the scroll axis.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there, and `invalidArgument` for one of another
    ///   data set or store.
    /// - Complexity: O(log bands + visible elements).
    public func transition(to target: StoredLayout, anchor: ScrollAnchor) throws -> LayoutTransition {
        try transition(to: target, from: (anchor, nil), to: (anchor, nil)) { transition, _, _ in transition }
    }

    /// The change from this layout to another one, on another thread.
    public func transition(to target: StoredLayout, anchor: ScrollAnchor) async throws -> LayoutTransition {
        try await BlockingWork.run { try transition(to: target, anchor: anchor) }
    }

    /// An item that stays in place, and the size of a view; nil for the layout's container. The view shows the item
    /// beyond the limits of scrolling if need be.
    package typealias Hold = (anchor: ScrollAnchor, viewSize: LayoutSize?)

    /// Reads from one snapshot what two layouts show around an item, after laying that out.
    package func transition<T>(
        to target: StoredLayout, from start: Hold, to end: Hold,
        preparing: PreparationScope = .visible, _ body: (LayoutTransition, LayoutReader, LayoutReader) throws -> T
    ) throws -> T {
        try requireSameDataset(as: target)
        if preparing != .nothing {
            try prepare(around: start)
            try target.prepare(around: end)
        }
        return try read(with: target) { source, other in
            try body(LayoutTransition(from: source, start, to: other, end), source, other)
        }
    }

    /// - Throws: ``LayoutError`` `notFound`, and `invalidArgument` for a layout of another data set or store.
    package func requireSameDataset(as other: StoredLayout) throws {
        guard store === other.store else {
            throw LayoutError(
                .invalidArgument, "“\(other.name)” is a layout of another store",
                advice: "Pass a layout that the same store returned.")
        }
        guard try read(with: other, { $0.record.datasetID == $1.record.datasetID }) else {
            throw LayoutError(
                .invalidArgument, "“\(name)” and “\(other.name)” are layouts of different data sets",
                advice: "Pass a layout of the same data set.")
        }
    }

    /// Lays out what is visible with the held item in place.
    private func prepare(around hold: Hold) throws {
        let anchor = hold.anchor
        let path = PreparationExtent.item(anchor.indexPath)
        let itemID = anchor.isAtLimit ? nil : try read(.nothing, viewing: path) { try $0.itemID(of: anchor) }
        let extent = itemID.map { PreparationExtent.items([$0]) } ?? path
        var known: LayoutRect?
        // Laying out the part before the item moves the item.
        for _ in 0..<Self.mostPreparations {
            let visible = try read(.visible, viewing: extent, isBrief: true) {
                try LayoutTransition.Place($0, holding: hold).visible
            }
            if visible == known { return }
            known = visible
            try read(.visible, viewing: .visible(visible), isBrief: true) { _ in }
        }
    }
}

extension LayoutAttributes {
    package struct Identity: Hashable {
        var kind: Kind
        var elementKind: String?
        /// A cell is known by its item: index paths differ while a layout is stale.
        var itemID: Int64?
        var indexPath: ItemIndexPath?
        var lap: Int
    }

    /// Its identity in its lap, among the elements of another state too.
    package var identity: Identity {
        let itemID = kind == .cell ? itemID : nil
        return Identity(
            kind: kind, elementKind: elementKind, itemID: itemID, indexPath: itemID == nil ? indexPath : nil, lap: lap)
    }

    /// The attributes in the coordinates of the view.
    package func placed(by window: ContentWindow) -> LayoutAttributes {
        var element = self
        element.frame = window.viewRect(frame)
        element.host = host.map { .frame(window.viewRect($0.frame)) }
        return element
    }
}
