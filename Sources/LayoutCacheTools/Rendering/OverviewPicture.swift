internal import LayoutCache
internal import LayoutText
internal import LayoutEngine

/// Draws the pieces of a whole layout in columns.
struct OverviewPicture {
    static let columnCount = 6
    static let rowCount = 200
    static var pieceCount: Int { columnCount * rowCount }

    private static let columnWidth = 90.0
    private static let gap = 14.0
    private static let rowHeight = 4.0
    private static let margin = 14.0

    var title: String
    var scale: Double
    /// Of the content, along its scroll axis.
    var length: Double
    var itemCount: Int
    /// With many, hues follow the order of the sections.
    var sectionCount = 0
    var staleBandCount: Int
    /// Whether the content begins at its far end.
    var isMirrored: Bool
    /// The titles of sections, by index.
    var titles: [Int: String] = [:]
    /// Whether the sections' colours are explained under the picture.
    var showsLegend = false

    /// The whole file: one shape for neighbours that look alike.
    func text(of bins: [OverviewBin]) -> String {
        let width = Self.margin * 2 + Double(Self.columnCount) * (Self.columnWidth + Self.gap) - Self.gap
        let legend = showsLegend ? legend(of: bins, width: width - 2 * Self.margin) : nil
        let bottom = Self.margin * 2 + Double(Self.rowCount) * Self.rowHeight + 44
        let height = bottom + (legend.map { $0.height + 8 } ?? 0)
        var body = ""
        for column in 0..<Self.columnCount {
            let pieces = bins[(column * Self.rowCount)..<((column + 1) * Self.rowCount)]
            var start = pieces.startIndex
            while start < pieces.endIndex {
                var end = start + 1
                while end < pieces.endIndex, pieces[end] == pieces[start] { end += 1 }
                body += shape(pieces[start], from: start, to: end, column: column)
                start = end
            }
            body += names(in: pieces)
            body += caption(of: column)
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(SVGText.number(width)) \(SVGText.number(height))" \
            width="\(SVGText.number(width * scale))" height="\(SVGText.number(height * scale))" \
            font-family="Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif">
            <title>\(SVGText.escaped(title))</title>
            <defs><pattern id="stale" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
            <rect width="2" height="5" fill="\(SVGPalette.ink)" fill-opacity="0.4"/></pattern></defs>
            <rect width="100%" height="100%" fill="\(SVGPalette.paper)"/>
            \(body)<text x="\(Self.margin)" y="\(SVGText.number(bottom - 22))" font-size="13" font-weight="600" \
            fill="\(SVGPalette.ink)">\(SVGText.escaped(title))</text>
            <text x="\(Self.margin)" y="\(SVGText.number(bottom - 8))" font-size="10" \
            fill="\(SVGPalette.quiet)">\(summary)</text>
            \(key(right: width - Self.margin, bottom: bottom - 8))\(Self.group(legend, at: bottom + 4))</svg>

            """
    }

    private func legend(of bins: [OverviewBin], width: Double) -> SVGLegend {
        let sections = Set(bins.compactMap(\.section)).sorted()
        return SVGLegend(
            sections: sections.map { ($0, titles[$0]) }, hasStale: bins.contains(where: \.isStale), width: width,
            unit: 1, tone: { SVGPalette.tone(ofSection: $0, of: sectionCount) })
    }

    private static func group(_ legend: SVGLegend?, at top: Double) -> String {
        legend.map { "<g transform=\"translate(\(margin) 0)\">\($0.text(at: top))</g>\n" } ?? ""
    }

    private var summary: String {
        "\(Counted.text(itemCount, "item")), \(SVGText.number(length)) points; hatched: stale; dashed: estimated"
            + (staleBandCount > 0 ? "; \(Counted.text(staleBandCount, "stale band"))" : "")
    }

    /// The titles of the sections that take at least four rows of a column, where they begin in it.
    private func names(in pieces: ArraySlice<OverviewBin>) -> String {
        var body = ""
        var start = pieces.startIndex
        while start < pieces.endIndex {
            let section = pieces[start].section
            var end = start + 1
            while end < pieces.endIndex, pieces[end].section == section { end += 1 }
            if end - start >= 4, let section, let title = titles[section] {
                let column = start / Self.rowCount
                let x = Self.margin + Double(column) * (Self.columnWidth + Self.gap) + 4
                let y = Self.margin + Double(start - column * Self.rowCount) * Self.rowHeight + 11
                body +=
                    "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" font-size=\"9\" font-weight=\"600\""
                    + " fill=\"\(SVGPalette.ink)\">\(SVGText.escaped(Self.cut(title)))</text>\n"
            }
            start = end
        }
        return body
    }

    /// A title that fits a column.
    private static func cut(_ title: String) -> String {
        let most = 15
        return title.count <= most ? title : String(title.prefix(most - 1)) + "…"
    }

    private static func opacity(eighths: Double) -> Double { 0.45 + 0.5 * eighths / 8 }

    /// Five shades, from few to many cells in the same length.
    private func key(right: Double, bottom: Double) -> String {
        var body = ""
        for step in 0..<5 {
            let place = SVGText.place(
                LayoutRect(x: right - 100 + Double(step) * 12, y: bottom - 8, width: 12, height: 8))
            let opacity = SVGText.number(Self.opacity(eighths: Double(step) * 2))
            body += "<rect \(place) fill=\"\(SVGPalette.neutral.middle)\" fill-opacity=\"\(opacity)\"/>\n"
        }
        func word(_ text: String, _ x: Double, _ anchor: String) -> String {
            "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(bottom))\" font-size=\"10\""
                + " text-anchor=\"\(anchor)\" fill=\"\(SVGPalette.quiet)\">\(text)</text>\n"
        }
        return body + word("few", right - 104, "end") + word("many", right - 36, "start")
    }

    private func shape(_ bin: OverviewBin, from start: Int, to end: Int, column: Int) -> String {
        guard bin.section != nil || bin.density > 0 else { return "" }
        let family = SVGPalette.family(ofSection: bin.section)
        let place = SVGText.place(
            LayoutRect(
                x: Self.margin + Double(column) * (Self.columnWidth + Self.gap),
                y: Self.margin + Double(start - column * Self.rowCount) * Self.rowHeight, width: Self.columnWidth,
                height: Double(end - start) * Self.rowHeight))
        let low = isMirrored ? Self.pieceCount - end : start
        let at = SVGText.number(length * Double(low) / Double(Self.pieceCount))
        let what = bin.section.map { "section \($0) at \(at)" } ?? "at \(at)"
        let opacity = SVGText.number(Self.opacity(eighths: Double(bin.density)))
        let tone = SVGPalette.tone(ofSection: bin.section ?? bin.place, of: sectionCount)
        let line = bin.isEstimated ? " stroke=\"\(family.dark)\" stroke-width=\"0.75\" stroke-dasharray=\"3 2\"" : ""
        return "<g><title>\(what)</title><rect \(place) fill=\"\(tone)\" fill-opacity=\"\(opacity)\"\(line)/>"
            + (bin.isStale ? "<rect \(place) fill=\"url(#stale)\"/>" : "") + "</g>\n"
    }

    /// The caption at the beginning of a column.
    private func caption(of column: Int) -> String {
        let x = Self.margin + Double(column) * (Self.columnWidth + Self.gap)
        let start = length * Double(isMirrored ? Self.columnCount - column : column) / Double(Self.columnCount)
        return "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(Self.margin - 4))\" font-size=\"8\""
            + " fill=\"\(SVGPalette.quiet)\">\(SVGText.number(start.rounded()))</text>\n"
    }
}
