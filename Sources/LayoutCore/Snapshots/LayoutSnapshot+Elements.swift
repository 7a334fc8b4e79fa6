package import LayoutEngine

extension LayoutSnapshot {
    /// The elements of a rectangle, in a form that is valid for many visible rectangles.
    ///
    /// - Throws: What ``layoutAttributesForElements(in:visible:)`` throws.
    /// - Complexity: O(log bands + found).
    ///
    /// - Parameter offsets: The offsets of sections that scroll orthogonally, by their index, if they differ from the
    ///   stored ones.
    package func elements(
        in rect: LayoutRect, seenFrom visible: LayoutRect, offsets: [Int: Double] = [:]
    ) throws -> ElementsInRect {
        try read { layout in
            try ElementsInRect(
                VisibleQuery(layout, rect: rect, viewport: visible, for: .pinnedApart(offsets: offsets)))
        }
    }
}
