internal import LayoutCache
internal import LayoutEngine
internal import LayoutText

/// Draws the pieces of a whole layout on a contact sheet.
struct OverviewPicture {
    var sheet: ContactSheet
    var title: String
    var scale: Double
    /// Of the content, along its scroll axis.
    var length: Double
    var itemCount: Int
    /// With many, hues follow the order of the sections.
    var sectionCount = 0
    var staleSectionCount: Int
    /// Whether the content begins at its far end.
    var isMirrored: Bool
    /// The titles of sections, by index.
    var titles: [Int: String] = [:]
    var theme = PictureOptions.Theme.light
    /// Whether the sections' colours are explained under the picture.
    var showsLegend = false

    /// The whole file: one shape for neighbours that look alike.
    func text(of bins: [Bin]) -> String {
        let width = sheet.size.width
        let legend = showsLegend ? legend(of: bins, width: width - 2 * ContactSheet.margin) : nil
        let bottom = sheet.size.height + 44
        let height = bottom + (legend.map { $0.height + 8 } ?? 0)
        var body = ""
        for column in 0..<sheet.columnCount {
            let pieces = bins[(column * sheet.rowCount)..<((column + 1) * sheet.rowCount)]
            var start = pieces.startIndex
            while start < pieces.endIndex {
                var end = start + 1
                while end < pieces.endIndex, pieces[end] == pieces[start] { end += 1 }
                body += shape(pieces[start], from: start, to: end, column: column)
                start = end
            }
            body += names(in: pieces, column: column)
            body += caption(of: column)
        }
        let explained = legend.map {
            "<g transform=\"translate(\(ContactSheet.margin) 0)\">\($0.text(at: bottom + 4))</g>\n"
        }
        let view = LayoutRect(x: 0, y: 0, width: width, height: height)
        func line(_ text: String, _ y: Double, _ size: Double, _ attributes: String = "", fill: String) -> String {
            SVGText.line(text, x: ContactSheet.margin, y: y, size: size, attributes, fill: fill)
        }
        return """
            \(SVGText.beginning(view, title: title, scale: scale, theme))\
            <defs><pattern id="stale" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
            <rect width="2" height="5" fill="\(SVGPalette.ink)" fill-opacity="0.4"/></pattern></defs>
            <rect width="100%" height="100%" fill="\(SVGPalette.paper)"/>
            \(body)\(line(title, bottom - 22, 13, " font-weight=\"600\"", fill: SVGPalette.ink))
            \(line(summary, bottom - 8, 10, fill: SVGPalette.quiet))
            \(key(right: width - ContactSheet.margin, bottom: bottom - 22))\(explained ?? "")</svg>

            """
    }

    private func legend(of bins: [Bin], width: Double) -> SVGLegend {
        let sections = Set(bins.compactMap(\.section)).sorted()
        return SVGLegend(
            sections: sections.map { ($0, titles[$0]) }, hasStale: bins.contains(where: \.isStale), width: width,
            unit: 1, tone: { SVGPalette.tone(ofSection: $0, of: sectionCount) })
    }

    private var summary: String {
        "\(ReadableNumber.counted(itemCount, "item")), \(SVGText.number(length)) points; "
            + "hatched: stale; dashed: estimated"
            + (staleSectionCount > 0 ? "; \(ReadableNumber.counted(staleSectionCount, "stale section"))" : "")
    }

    /// The titles of the sections whose part of a column has room for a line, where they begin in it.
    private func names(in pieces: ArraySlice<Bin>, column: Int) -> String {
        var body = ""
        var start = pieces.startIndex
        while start < pieces.endIndex {
            let section = pieces[start].section
            var end = start + 1
            while end < pieces.endIndex, pieces[end].section == section { end += 1 }
            let place = frame(of: start..<end, column: column)
            // A letter is about six points wide.
            let letters = Int((place.width - 8) / 5.5)
            if place.height >= 16, letters >= 3, let section, let title = titles[section] {
                body +=
                    SVGText.line(
                        DisplayWidth.cut(title, to: letters), x: place.x + 4, y: place.y + 11, size: 9,
                        " font-weight=\"600\"", fill: SVGPalette.ink) + "\n"
            }
            start = end
        }
        return body
    }

    private static func opacity(eighths: Double) -> Double { 0.45 + 0.5 * eighths / 8 }

    /// Five shades, from few to many cells in the same length.
    private func key(right: Double, bottom: Double) -> String {
        var body = ""
        for step in 0..<5 {
            let place = SVGText.attributes(
                LayoutRect(x: right - 100 + Double(step) * 12, y: bottom - 8, width: 12, height: 8))
            let opacity = SVGText.number(Self.opacity(eighths: Double(step) * 2))
            body += "<rect \(place) fill=\"\(SVGPalette.neutral.middle)\" fill-opacity=\"\(opacity)\"/>\n"
        }
        func word(_ text: String, _ x: Double, _ anchor: String) -> String {
            SVGText.line(text, x: x, y: bottom, size: 10, " text-anchor=\"\(anchor)\"", fill: SVGPalette.quiet) + "\n"
        }
        return body + word("few", right - 104, "end") + word("many", right - 36, "start")
    }

    private func shape(_ bin: Bin, from start: Int, to end: Int, column: Int) -> String {
        guard bin.section != nil || bin.density > 0 else { return "" }
        let family = SVGPalette.family(ofSection: bin.section)
        let place = SVGText.attributes(frame(of: start..<end, column: column))
        let low = isMirrored ? sheet.pieceCount - end : start
        let at = SVGText.number(length * Double(low) / Double(sheet.pieceCount))
        let what = bin.section.map { "section \($0) at \(at)" } ?? "at \(at)"
        let opacity = SVGText.number(Self.opacity(eighths: Double(bin.density)))
        let tone = SVGPalette.tone(ofSection: bin.section ?? bin.place, of: sectionCount)
        let line = bin.isEstimated ? " stroke=\"\(family.dark)\" stroke-width=\"0.75\" stroke-dasharray=\"3 2\"" : ""
        return "<g><title>\(what)</title><rect \(place) fill=\"\(tone)\" fill-opacity=\"\(opacity)\"\(line)/>"
            + (bin.isStale ? "<rect \(place) fill=\"url(#stale)\"/>" : "") + "</g>\n"
    }

    /// The place of some neighbours. Rows of content that begins at its far end run to the left.
    private func frame(of pieces: Range<Int>, column: Int) -> LayoutRect {
        let first = column * sheet.rowCount
        return sheet.frame(
            of: (pieces.lowerBound - first)..<(pieces.upperBound - first), column: column,
            isMirrored: isMirrored && sheet.axis == .horizontal)
    }

    private func caption(of column: Int) -> String {
        let first = column * sheet.rowCount
        let place = frame(of: first..<(first + 1), column: column)
        let isMirroredRow = isMirrored && sheet.axis == .horizontal
        let start = length * Double(isMirrored ? sheet.columnCount - column : column) / Double(sheet.columnCount)
        return SVGText.line(
            SVGText.number(start.rounded()), x: isMirroredRow ? place.maxX : place.x, y: place.y - 4, size: 8,
            isMirroredRow ? " text-anchor=\"end\"" : "", fill: SVGPalette.quiet) + "\n"
    }

    /// The columns of a contact sheet: content runs down the first one, then the next. Content that scrolls sideways
    /// runs along rows instead, which are called columns here too.
    ///
    /// The page of the browser folds content by the same rule: see `Page/Parts/fold.js`. All of the content fills the
    /// columns at some scale, and each is as broad as the content at that scale. There are as many of them as fit
    /// beside each other. None is narrower than what can be seen.
    struct ContactSheet {
        static let gap = 12.0
        static let margin = 14.0
        private static let leastBreadth = 72.0
        private static let pieceLength = 4.0
        /// As many shapes as a viewer draws at once: an arbitrary number. Half as many would be twice as coarse.
        private static let mostPieces = 4096

        let size: LayoutSize
        /// The axis that content runs along.
        let axis: LayoutAxis
        let columnCount: Int
        let breadth: Double
        private let columnLength: Double
        /// How many pieces there are in a column.
        let rowCount: Int

        /// - Parameters:
        ///   - size: The sheet's, with its margins.
        ///   - content: The content's size.
        init(size: LayoutSize, axis: LayoutAxis, content: LayoutSize) {
            self.size = size
            self.axis = axis
            columnLength = size[axis] - 2 * Self.margin
            // With a gap after the last column, too.
            let room = size[axis.cross] - 2 * Self.margin + Self.gap
            func fitting(_ breadth: Double) -> Int {
                // Rounding must not take away a column that fits exactly.
                max(1, Int(min(room / (breadth + Self.gap) + 1e-9, Double(Self.mostPieces))))
            }
            let most = fitting(Self.leastBreadth)
            let scale = columnLength / max(content[axis], 1)
            var count = 1
            while count < most, fitting(content[axis.cross] * scale * Double(count + 1)) > count { count += 1 }
            columnCount = count
            rowCount = max(1, min(Int(min(columnLength / Self.pieceLength, 1e6)), Self.mostPieces / count))
            // The columns share the sheet: none of it is left beside them.
            breadth = room / Double(count) - Self.gap
        }

        var pieceCount: Int { columnCount * rowCount }

        /// The place of some neighbours in a column.
        ///
        /// - Parameter isMirrored: Whether the column begins at its far end.
        func frame(of pieces: Range<Int>, column: Int, isMirrored: Bool) -> LayoutRect {
            let step = columnLength / Double(rowCount)
            let low = Double(isMirrored ? rowCount - pieces.upperBound : pieces.lowerBound)
            return LayoutRect(
                axis: axis, along: Self.margin + low * step, cross: Self.margin + Double(column) * (breadth + Self.gap),
                alongLength: Double(pieces.count) * step, crossLength: breadth)
        }
    }

    /// A piece of a layout's content along its scroll axis, as an overview shows it.
    struct Bin: Equatable {
        /// The section that takes most of it; nil if none does.
        var section: Int?
        /// A section in it if none takes most of it; nil for an empty one, too.
        var place: Int?
        /// Cells for each point of its length, against the average: in eighths, since finer shades are not
        /// distinguishable. Eight are four times the average and more.
        var density = 0
        var isStale = false
        var isEstimated = false

        /// The greatest ratios to the average in the first eighth, the second, and so on. The eighths are of
        /// log₅(1 + ratio), as on the page of the browser.
        private static let steps = [0.2228, 0.4953, 0.8286, 1.2361, 1.7344, 2.3437, 3.0888]

        /// All pieces of a content, in their order.
        static func bins(of pieces: [LayoutReader.OverviewPiece]) -> [Bin] {
            let average = pieces.reduce(0) { $0 + $1.cells } / Double(max(pieces.count, 1))
            return pieces.map { piece in
                Bin(
                    section: piece.section, place: piece.section == nil ? piece.place : nil,
                    density: piece.cells > 0 && average > 0 ? 1 + steps.count { $0 < piece.cells / average } : 0,
                    isStale: piece.isStale, isEstimated: piece.isEstimated)
            }
        }
    }
}
