/// Two claims, one for each axis.
struct AxisFlags: Sendable, Hashable {
    var horizontal = false
    var vertical = false

    subscript(axis: LayoutAxis) -> Bool {
        get { axis == .vertical ? vertical : horizontal }
        set { if axis == .vertical { vertical = newValue } else { horizontal = newValue } }
    }

    /// Whether either is true.
    var isAny: Bool { horizontal || vertical }
}
