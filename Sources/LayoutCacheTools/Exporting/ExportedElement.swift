package import LayoutEngine

/// An element of a layout at its natural position, for export.
package struct ExportedElement: Sendable {
    /// `cell`, `supplementary` or `decoration`.
    package var kind: String
    /// The kind’s name; nil for a cell.
    package var elementKind: String?
    /// The 0-based index of its section; nil for what belongs to the layout as a whole.
    package var section: Int?
    /// The item’s index in its section; 0 for what is a section’s own.
    package var item: Int
    /// In content coordinates, in points.
    package var frame: LayoutRect
    /// Elements with greater values are in front.
    package var zIndex: Int
    /// The item’s key.
    package var key: String?
    /// The item’s JSON, as it was imported.
    package var payload: String?
    /// Whether it may be out of date.
    package var isStale: Bool
    /// The section’s title, on what is a section’s own.
    package var title: String?
}
