/// The legend of a picture's colours: a swatch and a title for each section, in rows.
struct SVGLegend {
    private struct Entry {
        var title: String
        var fill: String
        var line: String
    }

    private let entries: [Entry]
    private let width: Double
    private let unit: Double

    /// A readable number of sections; there are eight colours.
    private static let limit = 12

    /// - Parameters:
    ///   - sections: The indices of the sections that are drawn, ascending, and their titles.
    ///   - width: Of the picture.
    ///   - unit: The size that looks like one point.
    ///   - tone: The colour of a section; nil: the colours of its cells.
    init(
        sections: [(index: Int, title: String?)], hasStale: Bool, width: Double, unit: Double,
        tone: ((Int) -> String)? = nil
    ) {
        self.width = width
        self.unit = unit
        var entries = sections.prefix(Self.limit).map { section in
            let family = SVGPalette.family(ofSection: section.index)
            let fill = tone?(section.index)
            return Entry(
                title: "\(section.index) \(section.title ?? "")", fill: fill ?? family.pale,
                line: fill ?? family.middle)
        }
        if sections.count > Self.limit {
            entries.append(Entry(title: "and \(sections.count - Self.limit) more", fill: "none", line: "none"))
        }
        if hasStale { entries.append(Entry(title: "stale", fill: "url(#stale)", line: SVGPalette.quiet)) }
        self.entries = entries
    }

    private var columnCount: Int { max(1, Int(min(width / (120 * unit), 1000))) }
    private var rowHeight: Double { 14 * unit }

    var height: Double { Double((entries.count + columnCount - 1) / columnCount) * rowHeight }

    /// The legend, its first row at `top`.
    func text(at top: Double) -> String {
        let columnWidth = width / Double(columnCount)
        let size = 9 * unit
        return entries.enumerated().map { place, entry in
            let x = Double(place % columnCount) * columnWidth
            let y = top + Double(place / columnCount) * rowHeight
            let swatch =
                "<rect x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" width=\"\(SVGText.number(size))\""
                + " height=\"\(SVGText.number(size))\" fill=\"\(entry.fill)\" stroke=\"\(entry.line)\""
                + " stroke-width=\"\(SVGText.number(0.75 * unit))\"/>"
            let title = DisplayWidth.cut(
                entry.title, to: max(2, Int(min((columnWidth - 18 * unit) / (0.6 * size), 1000))))
            return swatch
                + SVGText.line(title, x: x + 14 * unit, y: y + 0.85 * size, size: size, fill: SVGPalette.ink)
        }.joined(separator: "\n")
    }
}
