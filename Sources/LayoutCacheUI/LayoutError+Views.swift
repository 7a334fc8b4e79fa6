#if LAYOUT_VIEWS
extension LayoutError.Code {
    /// A provider of the app returned no view for an element, or one that the collection view has not dequeued.
    public static let missingView = Self(rawValue: "missingView")
}
#endif
