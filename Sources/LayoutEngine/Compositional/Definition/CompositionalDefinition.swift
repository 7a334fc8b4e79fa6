/// A compositional layout as a value: sections of nested groups, with headers, badges and backgrounds.
///
/// Geometry follows UIKit. UIKit does not document everything; these are our own choices:
///
/// - A first subitem that is too long for its group is placed all the same, so that every group
///   takes at least one item.
/// - A fraction of the container's length along the scroll axis is of the whole container, insets
///   not subtracted.
/// - In a partly filled group, flexible spacing is what it would be in a full one whose missing items have their
///   estimated sizes. So the last group lines up with those before it.
/// - A `dividing` group subtracts its subitem's edge spacing, too, before it shares its length.
/// - A section grows to the union of its box and of the offset frame of an extending boundary item, at the item's end
///   of it. Several items at one end extend it by the largest need.
/// - A boundary item whose alignment names neither end of the scroll axis covers the section's content, centred along
///   the scroll axis. An example is `leading` in a layout that scrolls vertically.
/// - When a section's outermost group is uniform across siblings, every uniform sibling in it takes the maximum over
///   all its group's instances in the section.
/// - A badge of a group, as opposed to one of an item, is attached to the group's box and belongs to
///   the group's first item.
/// - z-indexes: cells 0, or 1 in a section with a decoration; boundary and anchored items 1;
///   decorations 0. One that is given wins.
///
/// Most sections are solved in bands, with no more memory than one group takes. Some are solved as a whole, because an
/// item can move items far before it:
///
/// - orthogonal sections,
/// - sections whose outermost group is uniform across siblings,
/// - sections with a boundary item centred along the scroll axis,
/// - sections in which a nested group of estimated length has to fit into a group of known length.
public struct CompositionalDefinition: Sendable, Hashable {
    /// The environment's insets that narrow the sections across the scroll axis.
    public enum InsetsReference: String, Sendable, Hashable, CaseIterable {
        /// None of them.
        case none
        /// The area not covered by bars and rounded corners.
        case safeArea
        /// The margins of the view.
        case layoutMargins
        /// A width in which lines of text are short enough to read.
        case readableContent
    }

    /// The environment's insets, as numbers: there is no window here to ask.
    public struct ReferenceInsets: Sendable, Hashable {
        /// The insets that ``InsetsReference/safeArea`` refers to, in points.
        public var safeArea: LayoutInsets
        /// The insets that ``InsetsReference/layoutMargins`` refers to, in points.
        public var layoutMargins: LayoutInsets
        /// The insets that ``InsetsReference/readableContent`` refers to, in points.
        public var readableContent: LayoutInsets

        /// Makes one from its parts; omitted ones have their defaults.
        public init(
            safeArea: LayoutInsets = .zero, layoutMargins: LayoutInsets = .zero, readableContent: LayoutInsets = .zero
        ) {
            self.safeArea = safeArea
            self.layoutMargins = layoutMargins
            self.readableContent = readableContent
        }

        package subscript(reference: InsetsReference) -> LayoutInsets {
            switch reference {
            case .none: .zero
            case .safeArea: safeArea
            case .layoutMargins: layoutMargins
            case .readableContent: readableContent
            }
        }
    }

    /// The deepest nesting of groups that is accepted. Solving does not recurse, so the number is a choice. It is far
    /// beyond any layout made by hand, and short enough for its JSON path to be read.
    package static let maximumDepth = 1000

    /// The axis on which sections stack and the layout scrolls.
    public var axis: LayoutAxis
    /// At least one; a data set with more sections repeats the last.
    public var sections: [CompositionalSection]
    /// Between sections, never before the first or after the last, in points.
    public var interSectionSpacing: Double
    /// True if everything is mirrored across, so that leading is right.
    public var rightToLeft: Bool
    /// Headers and footers of the whole layout, before its first and after its last section.
    public var boundaryItems: [CompositionalBoundaryItem]
    /// The insets that narrow sections without their own setting.
    public var contentInsetsReference: InsetsReference
    /// The insets that references name.
    public var insets: ReferenceInsets

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        axis: LayoutAxis = .vertical, sections: [CompositionalSection], interSectionSpacing: Double = 0,
        rightToLeft: Bool = false, boundaryItems: [CompositionalBoundaryItem] = [],
        contentInsetsReference: InsetsReference = .safeArea, insets: ReferenceInsets = ReferenceInsets()
    ) {
        self.axis = axis
        self.sections = sections
        self.interSectionSpacing = interSectionSpacing
        self.rightToLeft = rightToLeft
        self.boundaryItems = boundaryItems
        self.contentInsetsReference = contentInsetsReference
        self.insets = insets
    }

    /// The index of the definition's section for the given place, the last one repeating.
    func sectionIndex(for index: Int) -> Int { min(max(0, index), sections.count - 1) }
}
