/// The inner content of a section that scrolls at a right angle to its layout.
///
/// Frames are stored for an inner offset of 0; these values are the section's scroll range and stops.
package struct OrthogonalContent: Sendable, Hashable {
    /// A group's place on the inner axis, leading inset included, at inner offset 0.
    package struct GroupExtent: Sendable, Hashable {
        package var start: Double
        package var length: Double
    }

    package var behavior: OrthogonalScrollingBehavior
    /// The length of the inner content: leading inset, groups with their spacing, trailing inset.
    package var contentLength: Double
    /// The length of the inner scroller's viewport: the container's full extent.
    package var viewportLength: Double
    /// The section's inset at the leading end of the inner axis.
    package var leadingInset: Double
    package var groups: ContiguousArray<GroupExtent>
    /// How its cells move by their place in the inner viewport; nil: they do not.
    package var motion: LayoutMotion?
}

/// The scrolling of a section at a right angle to its layout, and its stops: UIKit's six behaviours.
public enum OrthogonalScrollingBehavior: String, Sendable, CaseIterable {
    /// It scrolls with its layout.
    case none
    /// It rests anywhere.
    case continuous
    /// It rests where a group begins.
    case continuousGroupLeadingBoundary
    /// It rests at multiples of the container's extent, one at a time.
    case paging
    /// It rests where a group begins, one at a time.
    case groupPaging
    /// It rests where a group is in the middle of the container, one at a time.
    case groupPagingCentered
}
