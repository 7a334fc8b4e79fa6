/// One section of a compositional layout: a group, repeated for as long as there are items.
public struct CompositionalSection: Sendable, Hashable {
    /// The outermost group.
    public var group: CompositionalItem
    /// Between consecutive groups along the axis on which they stack, in points. A negative distance
    /// laps groups over each other, by no more than the later one's length.
    public var interGroupSpacing: Double
    /// Around the groups, inside headers and footers. A section's own row can override each of them.
    public var contentInsets: LayoutInsets
    /// `none` for a section that scrolls with its layout; otherwise groups stack on the other axis.
    public var orthogonalScrolling: OrthogonalScrollingBehavior
    /// The motion of cells of a section that scrolls orthogonally, by their place in its viewport. `nil`: none.
    public var motion: LayoutMotion?
    /// Its headers, footers and other supplementaries at its edges.
    public var boundaryItems: [CompositionalBoundaryItem]
    /// Its backgrounds.
    public var decorations: [CompositionalDecorationItem]
    /// True if boundary items keep within the section's insets across the scroll axis.
    public var supplementariesFollowContentInsets: Bool
    /// `nil`: the layout's setting.
    public var contentInsetsReference: CompositionalDefinition.InsetsReference?
    /// The replacements of the section in containers of certain sizes: the first whose condition holds.
    public var variants: [CompositionalVariant]

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        group: CompositionalItem, interGroupSpacing: Double = 0, contentInsets: LayoutInsets = .zero,
        orthogonalScrolling: OrthogonalScrollingBehavior = .none, motion: LayoutMotion? = nil,
        boundaryItems: [CompositionalBoundaryItem] = [], decorations: [CompositionalDecorationItem] = [],
        supplementariesFollowContentInsets: Bool = true,
        contentInsetsReference: CompositionalDefinition.InsetsReference? = nil, variants: [CompositionalVariant] = []
    ) {
        self.group = group
        self.interGroupSpacing = interGroupSpacing
        self.contentInsets = contentInsets
        self.orthogonalScrolling = orthogonalScrolling
        self.motion = motion
        self.boundaryItems = boundaryItems
        self.decorations = decorations
        self.supplementariesFollowContentInsets = supplementariesFollowContentInsets
        self.contentInsetsReference = contentInsetsReference
        self.variants = variants
    }
}
