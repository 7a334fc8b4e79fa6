public import LayoutEngine

/// The appearance of a picture of a layout.
public struct PictureOptions: Sendable, Hashable {
    /// The text on a cell.
    public enum Label: Sendable, Hashable {
        /// Its title, name, label or text, or the only text in its payload; else its key, or its indices. Headers and
        /// footers show their section's title.
        case name
        /// Its section's and its own index, such as `12/7`.
        case index
        /// Its item's key.
        case key
        /// The member `title` of its payload; headers and footers show their section's title.
        case title
        /// The value that an SQLite JSON path, such as `$.artist`, finds in its payload.
        case payload(path: String)
    }

    /// The colours of a picture.
    public enum Theme: String, Sendable, Hashable, CaseIterable {
        /// Dark on light.
        case light
        /// Light on dark in a viewer whose system is dark, and else dark on light.
        case auto
    }

    /// The text on a cell.
    public var label: Label
    /// The colours.
    public var theme: Theme
    /// The number of units of the picture for one point of the content.
    public var scale: Double
    /// The line under the picture; nil for the layout's name.
    public var title: String?
    /// True if the sections' colours are explained under the picture.
    public var showsLegend: Bool
    /// True if the bands and blocks that are read for the rectangle are drawn over it, and counted under it.
    public var showsQuery: Bool
    /// The size of the sheet of an overview, in points, at least 320 × 100. It decides how many columns there are.
    /// Captions take a little more under it.
    public var sheetSize: LayoutSize

    /// Creates options; omitted parts have their defaults.
    public init(
        label: Label = .name, theme: Theme = .light, scale: Double = 1, title: String? = nil,
        showsLegend: Bool = false, showsQuery: Bool = false,
        sheetSize: LayoutSize = LayoutSize(width: 640, height: 800)
    ) {
        self.label = label
        self.theme = theme
        self.scale = scale
        self.title = title
        self.showsLegend = showsLegend
        self.showsQuery = showsQuery
        self.sheetSize = sheetSize
    }
}
