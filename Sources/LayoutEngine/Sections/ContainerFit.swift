internal import LayoutText

/// Checks that insets leave something of a container.
enum ContainerFit {
    /// Throws unless more than nothing is left of the container's extent on the axis. A container without extent is a
    /// layout that is not visible yet, and works.
    static func check(
        remaining: Double, of container: LayoutSize, on axis: LayoutAxis, path: String
    ) throws(LayoutError) {
        guard remaining <= 0, container[axis] > 0 else { return }
        let extent = axis == .vertical ? "height" : "width"
        let length = JSONValue.number(container[axis]).text
        throw LayoutError(path: path, message: "leaves no \(extent) in a container of \(extent) \(length)")
    }
}

/// The greatest difference between two computed lengths or ratios that count as equal.
///
/// A millionth of a point is far below any pixel and far above the loss of sums. Lines are broken by
/// ``PixelGrid/fitTolerance``.
let sumTolerance = 1e-6
