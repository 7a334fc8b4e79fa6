import LayoutTestSupport

@testable import LayoutEngine

/// An item or a group for the twin: a plain tree, which recursion may walk.
final class TwinItem {
    enum Content {
        case item
        case cycle([TwinItem])
        case copies(TwinItem, Int)
        case shares(TwinItem, Int)
        case custom([LayoutRect])
    }

    var size: CompositionalSize
    var insets: LayoutInsets
    var edges: CompositionalEdgeSpacing
    var badges: [CompositionalAnchoredItem]
    var axis: LayoutAxis
    var gap: CompositionalSpacing
    var content: Content

    init(
        size: CompositionalSize, insets: LayoutInsets, edges: CompositionalEdgeSpacing,
        badges: [CompositionalAnchoredItem], axis: LayoutAxis, gap: CompositionalSpacing, content: Content
    ) {
        self.size = size
        self.insets = insets
        self.edges = edges
        self.badges = badges
        self.axis = axis
        self.gap = gap
        self.content = content
    }

    var definition: CompositionalItem {
        switch content {
        case .item: CompositionalItem(size: size, contentInsets: insets, edgeSpacing: edges, supplementaries: badges)
        case .cycle(let list):
            .group(
                axis, size: size, subitems: list.map(\.definition), interItemSpacing: gap, contentInsets: insets,
                edgeSpacing: edges, supplementaries: badges)
        case .copies(let item, let count):
            .group(
                axis, size: size, repeating: item.definition, count: count, interItemSpacing: gap,
                contentInsets: insets, edgeSpacing: edges, supplementaries: badges)
        case .shares(let item, let count):
            .group(
                axis, size: size, dividing: item.definition, count: count, interItemSpacing: gap,
                contentInsets: insets, edgeSpacing: edges, supplementaries: badges)
        case .custom(let frames):
            .group(
                size: size, frames: frames.map { .init(frame: $0) }, contentInsets: insets, edgeSpacing: edges,
                supplementaries: badges)
        }
    }

    var children: [TwinItem] {
        switch content {
        case .item, .custom: []
        case .cycle(let list): list
        case .copies(let item, _), .shares(let item, _): [item]
        }
    }
}

/// Something that the twin placed.
final class TwinBox {
    let item: TwinItem
    var size: LayoutSize
    /// Relative to the inset origin of the box that holds it.
    var origin = LayoutPoint.zero
    var children: [TwinBox] = []
    var firstItem: Int
    /// The frames of a custom group's cells.
    var cells: [LayoutRect] = []

    init(_ item: TwinItem, size: LayoutSize, firstItem: Int) {
        self.item = item
        self.size = size
        self.firstItem = firstItem
    }
}

/// Solves sections straight from the rules: by recursion, again for every group, with no thought of speed or memory. It
/// shares only the definition's value types with the solver.
struct CompositionalTwin {
    var items: [ItemMeasure]
    /// The least lengths of uniform children, by their group, for sections that share them.
    var floors: [ObjectIdentifier: LayoutSize] = [:]

    private static let tolerance = 1.0 / 64

    /// The lengths of an item in a container whose estimated axes are NaN; a share replaces one.
    private func declared(
        _ item: TwinItem, in container: LayoutSize, share: (axis: LayoutAxis, length: Double)?
    ) -> (size: LayoutSize, estimated: Set<LayoutAxis>) {
        var size = LayoutSize.zero
        var estimated: Set<LayoutAxis> = []
        for axis in LayoutAxis.allCases {
            if let share, share.axis == axis {
                size[axis] = share.length
                continue
            }
            switch item.size[axis] {
            case .absolute(let length): size[axis] = length
            case .fractionalWidth(let fraction): size[axis] = fraction * container.width
            case .fractionalHeight(let fraction): size[axis] = fraction * container.height
            case .estimated(let length), .uniformAcrossSiblings(estimate: let length):
                size[axis] = length
                if case .custom = item.content, !item.size[axis].isUniformAcrossSiblings { continue }
                estimated.insert(axis)
            }
        }
        return (size, estimated)
    }

    private func inner(_ item: TwinItem, _ size: LayoutSize, _ estimated: Set<LayoutAxis>) -> LayoutSize {
        var inner = LayoutSize.zero
        for axis in LayoutAxis.allCases {
            inner[axis] = estimated.contains(axis) ? .nan : max(0, size[axis] - item.insets.total(axis))
        }
        return inner
    }

    private func share(of group: TwinItem, inner: LayoutSize) -> (axis: LayoutAxis, length: Double)? {
        guard case .shares(let item, let count) = group.content else { return nil }
        let gaps = group.gap.minimum * Double(count - 1)
        let edges = (item.edges.start(group.axis).minimum + item.edges.end(group.axis).minimum) * Double(count)
        return (group.axis, max(0, (inner[group.axis] - gaps - edges) / Double(count)))
    }

    private func edges(_ item: TwinItem, _ axis: LayoutAxis) -> Double {
        item.edges.start(axis).minimum + item.edges.end(axis).minimum
    }

    /// The size of an item when nothing is measured; a group counts each subitem of its list once.
    private func nominal(
        _ item: TwinItem, in container: LayoutSize, share given: (axis: LayoutAxis, length: Double)?
    ) -> LayoutSize {
        var (size, estimated) = declared(item, in: container, share: given)
        if case .item = item.content { return size }
        if case .custom = item.content { return size }
        let box = inner(item, size, estimated)
        let sizes = item.children.map { nominal($0, in: box, share: share(of: item, inner: box)) }
        var repeats = 1.0
        if case .copies(_, let count) = item.content { repeats = Double(count) }
        if case .shares(_, let count) = item.content { repeats = Double(count) }
        let axis = item.axis
        if estimated.contains(axis) {
            let once = zip(item.children, sizes).reduce(0) { $0 + edges($1.0, axis) + $1.1[axis] }
            size[axis] =
                once * repeats + item.gap.minimum * (Double(sizes.count) * repeats - 1) + item.insets.total(axis)
        }
        if estimated.contains(axis.cross) {
            let largest = zip(item.children, sizes).map { edges($0, axis.cross) + $1[axis.cross] }.max() ?? 0
            size[axis.cross] = max(0, largest) + item.insets.total(axis.cross)
        }
        return size
    }

    /// Lays out one instance of an item or a group from the item at the cursor on.
    func layOut(
        _ item: TwinItem, in container: LayoutSize, share given: (axis: LayoutAxis, length: Double)? = nil,
        parent: TwinItem? = nil, cursor: inout Int
    ) -> TwinBox {
        let (size, estimated) = declared(item, in: container, share: given)
        let box = TwinBox(item, size: size, firstItem: cursor)
        switch item.content {
        case .item:
            for axis in estimated {
                let measured = axis == .vertical ? items[cursor].height : items[cursor].width
                if !measured.isNaN { box.size[axis] = measured }
            }
            cursor += 1
        case .custom(let frames):
            box.cells = Array(frames.prefix(items.count - cursor))
            cursor += box.cells.count
        case .cycle, .copies, .shares:
            fill(box, inner: inner(item, size, estimated), estimated: estimated, cursor: &cursor)
        }
        if let parent, let floor = floors[ObjectIdentifier(parent)] {
            for axis in estimated where item.size[axis].isUniformAcrossSiblings {
                box.size[axis] = max(box.size[axis], floor[axis])
            }
        }
        return box
    }

    private func fill(_ box: TwinBox, inner: LayoutSize, estimated: Set<LayoutAxis>, cursor: inout Int) {
        let group = box.item
        let axis = group.axis
        let list = group.children
        let share = share(of: group, inner: inner)
        var limit = Int.max
        var isCounted = false
        if case .copies(_, let count) = group.content { (limit, isCounted) = (count, true) }
        if case .shares(_, let count) = group.content { (limit, isCounted) = (count, true) }
        if !isCounted {
            let advance = list.reduce(0) {
                $0 + edges($1, axis) + nominal($1, in: inner, share: nil)[axis] + group.gap.minimum
            }
            if estimated.contains(axis) || !(advance > 0) { limit = list.count }
        }
        func taken(_ boxes: [TwinBox]) -> Double {
            boxes.reduce(0) { $0 + edges($1.item, axis) + $1.size[axis] } + group.gap.minimum
                * Double(max(0, boxes.count - 1))
        }
        func fits(_ length: Double) -> Bool {
            isCounted || estimated.contains(axis) || length <= inner[axis] + Self.tolerance
        }
        var isPartial = false
        while box.children.count < limit {
            guard cursor < items.count else {
                isPartial = true
                break
            }
            let before = cursor
            let child = layOut(
                list[box.children.count % list.count], in: inner, share: share, parent: group, cursor: &cursor)
            if !box.children.isEmpty, !fits(taken(box.children + [child])) {
                cursor = before
                break
            }
            box.children.append(child)
        }
        growUniform(box)
        place(box, inner: inner, estimated: estimated) { children in
            // The space of a full group: missing children have their nominal sizes.
            var length = taken(children)
            var missing: [TwinItem] = []
            while isPartial, children.count + missing.count < limit {
                let next = list[(children.count + missing.count) % list.count]
                let added = group.gap.minimum + edges(next, axis) + nominal(next, in: inner, share: share)[axis]
                guard fits(length + added) else { break }
                length += added
                missing.append(next)
            }
            return (length, missing)
        }
    }

    private func growUniform(_ box: TwinBox) {
        for axis in LayoutAxis.allCases {
            let uniform = box.children.filter { child in
                if case .shares = box.item.content, axis == box.item.axis { return false }
                return child.item.size[axis].isUniformAcrossSiblings
            }
            let largest = uniform.map { $0.size[axis] }.max() ?? 0
            for child in uniform { child.size[axis] = largest }
        }
    }

    private func place(
        _ box: TwinBox, inner: LayoutSize, estimated: Set<LayoutAxis>,
        full: ([TwinBox]) -> (length: Double, missing: [TwinItem])
    ) {
        let group = box.item
        let axis = group.axis
        let cross = axis.cross
        let (length, missing) = full(box.children)
        let everyone = box.children.map(\.item) + missing
        var flexible = group.gap.isFlexible ? everyone.count - 1 : 0
        for item in everyone {
            flexible += [item.edges.start(axis), item.edges.end(axis)].filter(\.isFlexible).count
        }
        var extra = 0.0
        if flexible > 0, !estimated.contains(axis) { extra = max(0, inner[axis] - length) / Double(flexible) }
        func distance(_ spacing: CompositionalSpacing) -> Double { spacing.minimum + (spacing.isFlexible ? extra : 0) }
        let thickest = box.children.map { edges($0.item, cross) + $0.size[cross] }.max() ?? 0
        let thickness = estimated.contains(cross) ? max(0, thickest) : inner[cross]
        var place = 0.0
        for (index, child) in box.children.enumerated() {
            if index > 0 { place += distance(group.gap) }
            place += distance(child.item.edges.start(axis))
            child.origin[axis] = place
            child.origin[cross] = across(child, thickness, cross)
            place += child.size[axis] + distance(child.item.edges.end(axis))
        }
        if estimated.contains(axis) { box.size[axis] = place + group.insets.total(axis) }
        if estimated.contains(cross) { box.size[cross] = thickness + group.insets.total(cross) }
    }

    /// The origin of a box in a strip of the given thickness.
    func across(_ box: TwinBox, _ thickness: Double, _ axis: LayoutAxis) -> Double {
        let (start, end) = (box.item.edges.start(axis), box.item.edges.end(axis))
        let rest = max(0, thickness - edges(box.item, axis) - box.size[axis])
        guard start.isFlexible else { return start.minimum }
        return start.minimum + rest / (end.isFlexible ? 2 : 1)
    }

    /// The cells and badges of a box whose own origin is given, in the order of the items.
    func collect(
        _ box: TwinBox, at origin: LayoutPoint, shared: Set<LayoutAxis> = [],
        cells: inout [LayoutRect], badges: inout [BandBuffer.Element]
    ) {
        var frame = LayoutRect(x: origin.x, y: origin.y, width: box.size.width, height: box.size.height)
        if case .item = box.item.content {
            if !box.item.size.width.isEstimated || shared.contains(.horizontal) {
                frame.x += box.item.insets.leading
                frame.width = max(0, frame.width - box.item.insets.leading - box.item.insets.trailing)
            }
            if !box.item.size.height.isEstimated || shared.contains(.vertical) {
                frame.y += box.item.insets.top
                frame.height = max(0, frame.height - box.item.insets.top - box.item.insets.bottom)
            }
            cells.append(frame)
        }
        for badge in box.item.badges {
            badges.append(
                .init(kind: 0, frame: badge.frame(on: frame), zIndex: badge.zIndex ?? 1, host: box.firstItem))
        }
        let inset = LayoutPoint(x: origin.x + box.item.insets.leading, y: origin.y + box.item.insets.top)
        cells += box.cells.map { $0.offsetBy(x: inset.x, y: inset.y) }
        var sharedInside: Set<LayoutAxis> = []
        if case .shares = box.item.content { sharedInside = [box.item.axis] }
        for child in box.children {
            collect(
                child, at: LayoutPoint(x: inset.x + child.origin.x, y: inset.y + child.origin.y), shared: sharedInside,
                cells: &cells, badges: &badges)
        }
    }
}
