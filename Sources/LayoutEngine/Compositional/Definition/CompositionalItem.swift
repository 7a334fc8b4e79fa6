/// An item of a compositional layout, or a group of items and further groups.
///
/// A group is itself something that a group can hold, to any depth, so both are one type. The tree
/// is kept flat, in pre-order: copying, comparing and destroying it are loops, and a deep
/// definition cannot exhaust a small thread's stack.
public struct CompositionalItem: Sendable, Hashable {
    /// A leaf of a custom group: its place relative to the group's inset origin.
    public struct CustomFrame: Sendable, Hashable {
        /// Its frame, in points, relative to the group's box inside its insets.
        public var frame: LayoutRect
        /// `nil` means as high as any other cell of the section.
        public var zIndex: Int?
        /// True if the frame is in fractions of the group's box inside its insets.
        public var isFractional = false

        /// Makes one from its parts; omitted ones have their defaults.
        public init(frame: LayoutRect, zIndex: Int? = nil) {
            self.frame = frame
            self.zIndex = zIndex
        }

        /// Makes one from fractions of the group's box inside its insets.
        public init(fractional frame: LayoutRect, zIndex: Int? = nil) {
            self.frame = frame
            self.zIndex = zIndex
            isFractional = true
        }

        /// The frame in points in a box of a size, with gaps between fractional frames.
        func resolved(in box: LayoutSize, spacing: LayoutPoint) -> CustomFrame {
            guard isFractional else { return self }
            let (width, height) = (box.width + spacing.x, box.height + spacing.y)
            return CustomFrame(
                frame: LayoutRect(
                    x: frame.x * width, y: frame.y * height, width: max(0, frame.width * width - spacing.x),
                    height: max(0, frame.height * height - spacing.y)), zIndex: zIndex)
        }
    }

    /// How a group takes up its subitems.
    enum GroupFill: Sendable, Hashable {
        /// The list is cycled until the next one does not fit.
        case subitems
        /// A number of copies, at their own size.
        case repeating(count: Int)
        /// A number of copies, which share the group's length.
        case dividing(count: Int)
    }

    enum Content: Sendable, Hashable {
        case item
        case group(axis: LayoutAxis, filling: GroupFill, interItemSpacing: CompositionalSpacing)
        case custom(frames: [CustomFrame])
    }

    /// An item or a group without what it holds, which follows it in the array.
    struct Node: Sendable, Hashable {
        var size: CompositionalSize
        var contentInsets: LayoutInsets
        var edgeSpacing: CompositionalEdgeSpacing
        var supplementaries: [CompositionalAnchoredItem]
        var content: Content
        /// The number of nodes of this subtree, itself included.
        var count: Int
        /// The gaps between the fractional frames of a custom group.
        var frameSpacing = LayoutPoint.zero
    }

    /// The tree in pre-order; the first node is this item itself.
    var nodes: ContiguousArray<Node>

    /// A plain item: one cell.
    public init(
        size: CompositionalSize, contentInsets: LayoutInsets = .zero,
        edgeSpacing: CompositionalEdgeSpacing = .none, supplementaries: [CompositionalAnchoredItem] = []
    ) {
        self.init(
            size: size, content: .item, contentInsets: contentInsets, edgeSpacing: edgeSpacing,
            supplementaries: supplementaries, holding: [])
    }

    /// A group that cycles through a list of subitems until the next one does not fit.
    ///
    /// A group whose own length is estimated has no limit to fill, and uses the list once.
    ///
    /// - Complexity: O(items and groups in it).
    public static func group(
        _ axis: LayoutAxis, size: CompositionalSize, subitems: [CompositionalItem],
        interItemSpacing: CompositionalSpacing = .fixed(0), contentInsets: LayoutInsets = .zero,
        edgeSpacing: CompositionalEdgeSpacing = .none, supplementaries: [CompositionalAnchoredItem] = []
    ) -> CompositionalItem {
        CompositionalItem(
            size: size, content: .group(axis: axis, filling: .subitems, interItemSpacing: interItemSpacing),
            contentInsets: contentInsets, edgeSpacing: edgeSpacing, supplementaries: supplementaries,
            holding: subitems)
    }

    /// A group of exactly `count` copies of a subitem at its own size.
    ///
    /// - Complexity: O(items and groups in the subitem).
    public static func group(
        _ axis: LayoutAxis, size: CompositionalSize, repeating subitem: CompositionalItem, count: Int,
        interItemSpacing: CompositionalSpacing = .fixed(0), contentInsets: LayoutInsets = .zero,
        edgeSpacing: CompositionalEdgeSpacing = .none, supplementaries: [CompositionalAnchoredItem] = []
    ) -> CompositionalItem {
        CompositionalItem(
            size: size,
            content: .group(axis: axis, filling: .repeating(count: count), interItemSpacing: interItemSpacing),
            contentInsets: contentInsets, edgeSpacing: edgeSpacing, supplementaries: supplementaries,
            holding: [subitem])
    }

    /// A group of exactly `count` copies of a subitem, which share the group's length equally: the
    /// subitem's own length along the axis is ignored.
    ///
    /// - Complexity: O(items and groups in the subitem).
    public static func group(
        _ axis: LayoutAxis, size: CompositionalSize, dividing subitem: CompositionalItem, count: Int,
        interItemSpacing: CompositionalSpacing = .fixed(0), contentInsets: LayoutInsets = .zero,
        edgeSpacing: CompositionalEdgeSpacing = .none, supplementaries: [CompositionalAnchoredItem] = []
    ) -> CompositionalItem {
        CompositionalItem(
            size: size,
            content: .group(axis: axis, filling: .dividing(count: count), interItemSpacing: interItemSpacing),
            contentInsets: contentInsets, edgeSpacing: edgeSpacing, supplementaries: supplementaries,
            holding: [subitem])
    }

    /// A custom group: as many items as frames, which count from the group's inset origin.
    ///
    /// - Parameter spacing: The gaps between frames that are fractions, in points.
    public static func group(
        size: CompositionalSize, frames: [CustomFrame], spacing: LayoutPoint = .zero,
        contentInsets: LayoutInsets = .zero, edgeSpacing: CompositionalEdgeSpacing = .none,
        supplementaries: [CompositionalAnchoredItem] = []
    ) -> CompositionalItem {
        var item = CompositionalItem(
            size: size, content: .custom(frames: frames), contentInsets: contentInsets, edgeSpacing: edgeSpacing,
            supplementaries: supplementaries, holding: [])
        item.nodes[0].frameSpacing = spacing
        return item
    }

    private init(
        size: CompositionalSize, content: Content, contentInsets: LayoutInsets, edgeSpacing: CompositionalEdgeSpacing,
        supplementaries: [CompositionalAnchoredItem], holding subitems: [CompositionalItem]
    ) {
        var nodes: ContiguousArray<Node> = [
            Node(
                size: size, contentInsets: contentInsets, edgeSpacing: edgeSpacing, supplementaries: supplementaries,
                content: content, count: 1)
        ]
        for subitem in subitems { nodes.append(contentsOf: subitem.nodes) }
        nodes[0].count = nodes.count
        self.nodes = nodes
    }

    init(nodes: ContiguousArray<Node>) { self.nodes = nodes }
}
