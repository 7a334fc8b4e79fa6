/// The inner content of a section that scrolls at a right angle to its layout.
///
/// Frames are stored for an inner offset of 0; what is told here is how far the section can scroll
/// and where it may come to rest.
public struct OrthogonalContent: Sendable, Hashable {
    /// UIKit's six behaviours.
    public enum Behavior: String, Sendable, CaseIterable {
        case none
        case continuous
        case continuousGroupLeadingBoundary
        case paging
        case groupPaging
        case groupPagingCentered
    }

    /// A group's place on the inner axis, leading inset included, at inner offset 0.
    public struct GroupExtent: Sendable, Hashable {
        public var start: Double
        public var length: Double

        public init(start: Double, length: Double) {
            self.start = start
            self.length = length
        }
    }

    public var behavior: Behavior
    /// The length of the inner content: leading inset, groups with their spacing, trailing inset.
    public var contentLength: Double
    /// The length of the inner scroller's viewport: the container's full extent.
    public var viewportLength: Double
    /// The section's inset at the leading end of the inner axis.
    public var leadingInset: Double
    public var groups: ContiguousArray<GroupExtent>

    public init(
        behavior: Behavior, contentLength: Double, viewportLength: Double, leadingInset: Double,
        groups: ContiguousArray<GroupExtent>
    ) {
        self.behavior = behavior
        self.contentLength = contentLength
        self.viewportLength = viewportLength
        self.leadingInset = leadingInset
        self.groups = groups
    }
}
