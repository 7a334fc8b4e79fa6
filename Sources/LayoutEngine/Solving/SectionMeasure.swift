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

    /// A solver's starting point in a section.
    package struct Start: Sendable {
        /// The 0-based rank in its section of the first item that will be placed.
        package var itemIndex: Int
        /// The solver's state at the end of the band before this one. It is empty at the beginning of a section, and
        /// for solvers that carry nothing over.
        package var state: [Double]
        /// The summary of the section's items outside the run that will be placed.
        package var summaryElsewhere: Summary

        package init(itemIndex: Int = 0, state: [Double] = [], summaryElsewhere: Summary = .unknown) {
            self.itemIndex = itemIndex
            self.state = state
            self.summaryElsewhere = summaryElsewhere
        }

        /// Whether this is the beginning of the section, so that its header and leading inset come first.
        package var isSectionStart: Bool { itemIndex == 0 }
    }

    /// The summary of a run of items for its whole section, if a layout needs it: whether all of them have one size.
    ///
    /// Summaries merge, in any order and any grouping, so that what is known of the rest of a section can be kept in a
    /// tree. Flow layouts use it for the last line of a section. A band of equal items may keep its frames with other
    /// ones of that size: ``LayoutTraits/LineRepetition``.
    package enum Summary: Sendable, Hashable {
        /// No item yet, or a layout that does not ask.
        case unknown
        case uniform(width: Double, height: Double)
        case mixed

        /// The summary of two runs of items taken together.
        package func merged(with other: Summary) -> Summary {
            switch (self, other) {
            case (.unknown, let other): other
            case (let mine, .unknown): mine
            default: self == other ? self : .mixed
            }
        }

        /// The stored form of the summary: `NULL`, an empty text for sizes that differ, `50.0x44.0` for one size.
        package var text: String? {
            switch self {
            case .unknown: nil
            case .mixed: ""
            case .uniform(let width, let height): "\(width)x\(height)"
            }
        }

        /// Reads the form that ``text`` writes; any other text means sizes that differ.
        package init(text: String?) {
            guard let text else {
                self = .unknown
                return
            }
            let parts = text.split(separator: "x")
            guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]) else {
                self = .mixed
                return
            }
            self = .uniform(width: width, height: height)
        }
    }
}
