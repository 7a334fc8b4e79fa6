/// A solver's input about one item. It is its own size, its own origin if the data gives frames, and its span in a line
/// or a sheet.
///
/// A value that is not known yet is `nan`, not an optional. Solvers read millions of these in a row, and a NaN keeps
/// the numbers in one flat, branch-free record.
package struct ItemMeasure: Sendable {
    package var width: Double
    package var height: Double
    /// The item's own origin, used by canvas layouts only.
    package var x: Double
    package var y: Double
    /// How many columns it covers; 0 is the whole line, or all columns.
    package var span: Int32
    /// How many rows of a sheet it covers.
    package var rowSpan: Int32

    @inlinable package init(
        width: Double = .nan, height: Double = .nan, x: Double = .nan, y: Double = .nan, span: Int32 = 1,
        rowSpan: Int32 = 1
    ) {
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.span = span
        self.rowSpan = rowSpan
    }

    /// The measured extent on the given axis, or the given one if nothing was measured.
    @inlinable package func length(_ axis: LayoutAxis, or fallback: Double) -> Double {
        let length = axis == .vertical ? height : width
        return length.isNaN ? fallback : length
    }

    /// The number of columns that it covers; more than there are means all.
    package func span(of columns: Int) -> Int { span <= 0 || Int(span) > columns ? columns : Int(span) }
}

/// A solver's input about one section: its place in order, and the overrides in its own row.
///
/// `nil`: the definition's value. Sizes and insets are in points.
package struct SectionMeasure: Sendable, Hashable {
    /// The 0-based rank of the section in its data set.
    package var index: Int
    /// Whether a section that takes room comes before it.
    package var followsSection: Bool
    package var headerWidth: Double?
    package var headerHeight: Double?
    package var footerWidth: Double?
    package var footerHeight: Double?
    package var insetTop: Double?
    package var insetLeading: Double?
    package var insetBottom: Double?
    package var insetTrailing: Double?
    /// Whether any of its items has a span.
    package var hasSpans = false
    /// Its overrides of the layout's definition, as JSON text.
    package var definition: String?
    /// Whether it is shown as its header alone.
    package private(set) var isCollapsed = false

    /// Whether its row sets any part of its header, footer or insets.
    var hasOwnMeasures: Bool {
        headerWidth != nil || headerHeight != nil || footerWidth != nil || footerHeight != nil || insetTop != nil
            || insetLeading != nil || insetBottom != nil || insetTrailing != nil
    }

    package init(
        index: Int, headerWidth: Double? = nil, headerHeight: Double? = nil, footerWidth: Double? = nil,
        footerHeight: Double? = nil, insetTop: Double? = nil, insetLeading: Double? = nil, insetBottom: Double? = nil,
        insetTrailing: Double? = nil
    ) {
        self.index = index
        followsSection = index > 0
        self.headerWidth = headerWidth
        self.headerHeight = headerHeight
        self.footerWidth = footerWidth
        self.footerHeight = footerHeight
        self.insetTop = insetTop
        self.insetLeading = insetLeading
        self.insetBottom = insetBottom
        self.insetTrailing = insetTrailing
    }

    /// This section, shown as its header alone. Its items, its footer and the inset after them are gone.
    package func collapsed(along axis: LayoutAxis) -> SectionMeasure {
        var section = self
        section.isCollapsed = true
        section.footerWidth = 0
        section.footerHeight = 0
        if axis == .vertical { section.insetBottom = 0 } else { section.insetTrailing = 0 }
        return section
    }

    /// The definition's insets with this section's own in their place.
    package func insets(over defaults: LayoutInsets) -> LayoutInsets {
        LayoutInsets(
            top: insetTop ?? defaults.top, leading: insetLeading ?? defaults.leading,
            bottom: insetBottom ?? defaults.bottom, trailing: insetTrailing ?? defaults.trailing)
    }
}
