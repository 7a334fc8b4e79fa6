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
