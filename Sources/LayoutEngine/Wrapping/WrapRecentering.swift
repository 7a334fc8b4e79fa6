/// The classic carousel: several sets of the same items one after another. The offset jumps back by whole sets when it
/// strays too far from the middle.
package struct WrapRecentering: Sendable, Hashable {
    /// The length of all sets together, in points, with spacing between items and none at the ends.
    private let contentLength: Double
    /// The length of one set with the spacing after it.
    private let setLength: Double

    /// The classic carousel made of copies of a stored set, whose length and spacing are in points.
    package init(copiesOf length: Double, spacing: Double, sets: Int) {
        setLength = length > 0 && sets > 0 ? length + spacing : 0
        contentLength = setLength > 0 ? Double(sets) * setLength - spacing : 0
    }

    /// The offset after re-centring, and whether it moved.
    ///
    /// It moves only when it is more than one set away from the content's centre. Then it keeps its distance from the
    /// centre modulo one set. The remainder has the sign of the distance, as C's `fmod` has it. An empty data set moves
    /// nothing.
    package func recenter(_ offset: Double) -> (offset: Double, moved: Bool) {
        let center = contentLength / 2
        let distance = offset - center
        guard setLength > 0, contentLength > 0, abs(distance) > setLength else { return (offset, false) }
        return (center + distance.truncatingRemainder(dividingBy: setLength), true)
    }
}
