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
        var writer = JSONWriter()
        writer.write(container[axis])
        throw LayoutError(path: path, message: "leaves no \(extent) in a container of \(extent) \(writer.text)")
    }
}

/// How far beyond the space there is something may reach and still fit, in points.
///
/// Without it three thirds would not fit into a whole: 1/3 of 100 added up three times may end a hair
/// beyond 100. A millionth of a point is far below any pixel and far above what sums can lose.
let fitTolerance = 1e-6
