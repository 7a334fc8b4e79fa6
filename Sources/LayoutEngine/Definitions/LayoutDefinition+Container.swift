extension LayoutDefinition {
    /// Whether frames can differ between two containers.
    ///
    /// Tables, cards, flows and waterfalls go by the extent across their scroll axis alone, sheets and canvases by
    /// neither. A compositional layout may take fractions of both.
    ///
    /// - Parameters:
    ///   - old: The one container, in points.
    ///   - new: The other container, in points.
    package func depends(onChangeFrom old: LayoutSize, to new: LayoutSize) -> Bool {
        switch kind.definition.containerDependence {
        case .none: return false
        case .both: return old != new
        case .extent(let axis): return old[axis.cross] != new[axis.cross]
        }
    }
}
