internal import LayoutEngine
internal import LayoutText

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

/// Spells numbers and words for SVG.
enum SVGText {
    /// A length with a thousandth of a point at most, which no screen resolves.
    static func number(_ value: Double) -> String {
        let rounded = ReadableNumber.rounding(value, 3)
        return JSONValue.number(rounded.isFinite ? rounded : value).text
    }

    /// Text for an element or an attribute. Characters that XML does not have are replaced, and so are characters that
    /// would reorder the text around them.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar.controlsDisplay || scalar == "\u{FFFE}" || scalar == "\u{FFFF}" {
                escaped += "\u{FFFD}"
            } else if let entity = scalar.markupEntity {
                escaped += entity
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func attributes(_ rect: LayoutRect) -> String {
        """
        x="\(number(rect.x))" y="\(number(rect.y))" width="\(number(rect.width))" \
        height="\(number(rect.height))"
        """
    }

    /// A line of text.
    static func line(
        _ text: String, x: Double, y: Double, size: Double, _ attributes: String = "", fill: String
    ) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\"\(attributes) fill=\"\(fill)\">"
            + "\(escaped(text))</text>"
    }

    /// The beginning of a file, up to the style sheet of its theme.
    static func beginning(_ view: LayoutRect, title: String, scale: Double, _ theme: PictureOptions.Theme) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" \
        viewBox="\([view.x, view.y, view.width, view.height].map(number).joined(separator: " "))" \
        width="\(number(view.width * scale))" height="\(number(view.height * scale))" \
        font-family="Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif">
        <title>\(escaped(title))</title>
        \(SVGPalette.Theme.style(theme))
        """
    }
}

/// Counts the cells of a terminal that a text takes.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        // Nearly all text is plain, and its length is at hand.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        var width = CharacterWidth()
        return text.unicodeScalars.reduce(0) { $0 + width.add($1).columns }
    }

    /// As ``of(_:)-(String)``, of text as UTF-8.
    package static func of(_ utf8: ContiguousArray<UInt8>) -> Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return of(String(decoding: utf8, as: UTF8.self))
    }

    /// The beginning of a text that fits, with an ellipsis where something is missing.
    package static func cut(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        var cut = ""
        var taken = 0
        for character in text {
            let cells = of(String(character))
            guard taken + cells < width else { break }
            cut.append(character)
            taken += cells
        }
        return cut + "…"
    }
}
