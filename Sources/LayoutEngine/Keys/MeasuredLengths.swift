/// The lengths of an item that a layout must take from its row: the rest may stay unmeasured.
package struct MeasuredLengths: Sendable, Hashable {
    package var width: Bool
    package var height: Bool

    package init(width: Bool, height: Bool) {
        self.width = width
        self.height = height
    }

    package static let none = MeasuredLengths(width: false, height: false)

    /// The lengths that are also in another set.
    package func intersection(_ other: Self) -> Self {
        Self(width: width && other.width, height: height && other.height)
    }

    /// The length along an axis alone.
    init(along axis: LayoutAxis) { self.init(width: axis == .horizontal, height: axis == .vertical) }
}

extension DefinitionKind {
    var measuredLengths: MeasuredLengths { MeasuredLengths(width: true, height: true) }
}
