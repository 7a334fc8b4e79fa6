extension LayoutDefinition {
    /// Whether frames can differ between two containers.
    ///
    /// Tables, cards, flows and waterfalls go by the extent across their scroll axis alone, sheets and
    /// canvases by neither; a compositional layout may take fractions of both.
    public func depends(onChangeFrom old: LayoutSize, to new: LayoutSize) throws(DefinitionError) -> Bool {
        switch kind {
        case .spreadsheet, .canvas: return false
        case .compositional: return old != new
        case .table, .card, .flow, .waterfall:
            let cross = try makePlan(in: old).traits.axis.cross
            return old[cross] != new[cross]
        }
    }
}
