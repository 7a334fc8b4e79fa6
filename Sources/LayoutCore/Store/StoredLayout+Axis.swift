public import LayoutEngine

extension StoredLayout {
    /// The axis along which the layout scrolls, as prepared; a canvas scrolls along both, and is
    /// vertical here.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    public func scrollAxis() throws -> LayoutAxis {
        try read { $0.traits.axis }
    }
}
