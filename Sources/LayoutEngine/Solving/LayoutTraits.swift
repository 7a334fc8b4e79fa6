/// The properties of a prepared layout beside its bands: how it scrolls and mirrors, its pinned parts, and the
/// distances between its parts.
///
/// A value, made from a definition in a container and kept with what was prepared, so that readers need
/// neither. Lengths are in points.
package struct LayoutTraits: Sendable, Hashable {
    /// The axis on which sections stack and the content scrolls.
    package var axis: LayoutAxis
    /// Whether coordinates along the scroll axis count from the content's far end (right-to-left layouts
    /// that scroll horizontally).
    package var isMirrored: Bool
    /// Whether elements have absolute frames on one plane rather than bands that stack (canvas).
    package var isFree: Bool
    /// The distance between consecutive sections; not before the first nor after the last.
    package var sectionSpacing: Double
    /// The content's extent across the scroll axis, if it is known beforehand; `nil` if it is the furthest edge of the
    /// elements.
    package var contentCrossLength: Double?
    /// Whether the content repeats endlessly in both directions.
    package var wraps: Bool
    /// The distance that a wrapped layout keeps between its last and its first element.
    package var wrapSpacing: Double
    /// Whether the content repeats endlessly across the scroll axis (spreadsheets).
    package var wrapsAcross = false
    /// The distance between the last and the first element where the content repeats across the scroll axis.
    package var crossWrapSpacing = 0.0
    /// The distance of pinned elements from the beginning of the visible rectangle, and from its end: the extent of the
    /// layout's content insets.
    package var pinStart: Double
    package var pinEnd: Double
    /// The growth of a z-index from one section to the next in card stacks, where later elements cover earlier ones.
    /// From one item to the next it grows by 1. In other layouts 0.
    package var zIndexStride: Int
    /// Whether a section without items takes no room, nor any spacing beside it.
    package var hidesEmptySections = false
    /// Whether frames are mirrored across the scroll axis, so that what stays visible of a sheet is at the right.
    package var isMirroredAcross = false
    /// How items with a sticky level stick; nil: they do not.
    package var stickyRule: StickyRule?
    /// The greatest distance by which cells move by their place in the viewport, as a part of the viewport's longer
    /// side; nil: none moves.
    package var motionReach: Double?
    /// Whether items are rows of their section's background.
    package var groupsRows = false
    /// Whether each item is a separate line, so that branches of an outline can be collapsed.
    package var stacksItems = false

    package init(
        axis: LayoutAxis, isMirrored: Bool = false, isFree: Bool = false, sectionSpacing: Double = 0,
        contentCrossLength: Double?, wraps: Bool = false, wrapSpacing: Double = 0, pinStart: Double = 0,
        pinEnd: Double = 0, zIndexStride: Int = 0
    ) {
        self.axis = axis
        self.isMirrored = isMirrored
        self.isFree = isFree
        self.sectionSpacing = sectionSpacing
        self.contentCrossLength = contentCrossLength
        self.wraps = wraps
        self.wrapSpacing = wrapSpacing
        self.pinStart = pinStart
        self.pinEnd = pinEnd
        self.zIndexStride = zIndexStride
    }
}

extension LayoutTraits {
    /// The classic carousel: several sets of the same items one after another. The offset jumps back by whole sets when
    /// it strays too far from the middle.
    ///
    /// It moves only when it is more than one set away from the middle. Then it keeps its distance from the middle
    /// modulo one set. The remainder has the sign of the distance, as C's `fmod` has it. An empty data set moves
    /// nothing.
    ///
    /// - Parameter length: The length of a set, in points, without the spacing after it.
    package func recentered(_ offset: Double, inSets sets: Int, of length: Double) -> (offset: Double, moved: Bool) {
        let setLength = length + wrapSpacing
        let contentLength = Double(sets) * setLength - wrapSpacing
        let center = contentLength / 2
        let distance = offset - center
        guard length > 0, sets > 0, setLength > 0, contentLength > 0, abs(distance) > setLength else {
            return (offset, false)
        }
        return (center + distance.truncatingRemainder(dividingBy: setLength), true)
    }
}

/// The treatment of a sticky item when the next one comes.
public enum StickyRule: String, Sendable, Hashable, CaseIterable {
    /// The next one pushes it out.
    case push
    /// Items of different levels are stacked; one pushes items of its level and of inner ones.
    case stack
}
