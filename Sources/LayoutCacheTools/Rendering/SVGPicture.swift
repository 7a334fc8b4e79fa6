internal import LayoutCache
internal import LayoutEngine

/// Draws elements as SVG.
///
/// Coordinates count from the rectangle's origin: many programs that show SVG compute in 32-bit floats, which cannot
/// separate two points far down a long content.
struct SVGPicture {
    let rect: LayoutRect
    private let name: String
    private let contentSize: LayoutSize
    /// The size that looks like one point if the picture is shown as large as a phone. Lines, margins and captions of
    /// large pictures grow with it.
    let unit: Double
    /// Whether cells above other ones are frozen rows and columns, and shown as such.
    private let hasFrozenCells: Bool
    /// Whether lines run from right to left, and headings with them.
    private let isRightToLeft: Bool
    private let options: PictureOptions
    /// Whether wide cells have their pictures beside their texts.
    var isList = false
    /// The titles of the sections that are drawn, by index: for the legend.
    var sectionTitles: [Int: String] = [:]
    private var body = ""
    var overlay = ""
    /// The query plan in words; empty if it is not shown.
    var querySummary = ""
    private var elementCount = 0
    private var staleCount = 0
    private var sections: Set<Int> = []
    /// Whether a cell lies below another one.
    private var isOutline = false

    init(
        of rect: LayoutRect, name: String, contentSize: LayoutSize, hasFrozenCells: Bool, isRightToLeft: Bool = false,
        options: PictureOptions
    ) {
        self.options = options
        self.rect = rect
        self.name = name
        self.contentSize = contentSize
        self.hasFrozenCells = hasFrozenCells
        self.isRightToLeft = isRightToLeft
        unit = max(rect.width / 390, rect.height / 844)
    }

    private var margin: Double { 14 * unit }
    private var lineHeight: Double { (querySummary.isEmpty ? 18 : 34) * unit }
    private var captionHeight: Double { lineHeight + (legend.map { $0.height + 6 * unit } ?? 0) }

    private var legend: SVGLegend? {
        guard options.showsLegend else { return nil }
        return SVGLegend(
            sections: sections.sorted().map { ($0, sectionTitles[$0]) }, hasStale: staleCount > 0, width: rect.width,
            unit: unit)
    }

    /// The whole picture, in coordinates that count from the rectangle's origin.
    var canvas: LayoutRect {
        LayoutRect(
            x: -margin, y: -margin, width: rect.width + 2 * margin, height: rect.height + 2 * margin + captionHeight)
    }

    mutating func draw(_ elements: [Element]) {
        elementCount += elements.count
        staleCount += elements.count { $0.attributes.isStale }
        sections.formUnion(elements.compactMap(\.attributes.section))
        isOutline = isOutline || elements.contains { $0.outline?.isNested == true }
        let ordered = elements.sorted { Self.isBelow($0.attributes, $1.attributes) }
        // Each with the frame of the next one of its kind, gathered from the end.
        var following: [LayoutAttributes.Kind: LayoutRect] = [:]
        let next = ordered.reversed().map { following.updateValue($0.attributes.frame, forKey: $0.attributes.kind) }
        var former: LayoutRect?
        for (element, next) in zip(ordered, next.reversed()) {
            let frame = element.attributes.frame
            let isAbove =
                element.attributes.kind == .cell && former.map { Self.part(of: $0, leftFreeBy: frame) != $0 } ?? false
            draw(element, under: next, castsShadow: isAbove)
            if element.attributes.kind == .cell { former = frame }
        }
    }

    /// By z-index; elements with the same one are ordered as in a collection view: decorations under cells, cells under
    /// supplementaries.
    private static func isBelow(_ first: LayoutAttributes, _ second: LayoutAttributes) -> Bool {
        func order(_ element: LayoutAttributes) -> (Int, Int, Int, Int, Int) {
            let kind = element.kind == .decoration ? 0 : element.kind == .cell ? 1 : 2
            return (element.zIndex, kind, element.lap, element.section ?? -1, element.item)
        }
        return order(first) < order(second)
    }

    /// - Parameters:
    ///   - next: The frame of the next one of its kind, which is drawn over this.
    ///   - castsShadow: Whether it covers the former cell except for a strip, as a card does.
    private mutating func draw(_ drawn: Element, under next: LayoutRect?, castsShadow: Bool) {
        let element = drawn.attributes
        let frame = element.frame.offsetBy(x: -rect.x, y: -rect.y)
        let family = SVGPalette.family(ofSection: element.section)
        // Between neighbours that touch, half a line stays free to separate them.
        let inset = min(0.5 * unit, frame.width / 4, frame.height / 4)
        let box = LayoutRect(
            x: frame.x + inset, y: frame.y + inset, width: frame.width - 2 * inset, height: frame.height - 2 * inset)
        let radius = SVGText.number(min(3 * unit, box.width / 4, box.height / 4))
        let place = "\(SVGText.attributes(box)) rx=\"\(radius)\""
        let line = SVGText.number(min(0.75 * unit, inset * 2))
        body += "<g\(Self.motion(of: element, in: frame))><title>\(SVGText.escaped(Self.tip(drawn)))</title>"
        if castsShadow { body += shadow(of: box, radius) }
        switch element.kind {
        case .cell where drawn.picture != nil: body += pictured(drawn, in: frame, box, family)
        case .cell where !isRow(drawn):
            let fill = hasFrozenCells && element.zIndex > 0 ? family.middle : family.pale
            body += "<rect \(place) fill=\"\(fill)\" stroke=\"\(family.middle)\" stroke-width=\"\(line)\"/>"
        // A header, or a row of an outline.
        case .cell, .supplementary: body += row(frame, family)
        case .decoration:
            body +=
                "<rect \(place) fill=\"\(family.pale)\" fill-opacity=\"0.35\" stroke=\"\(family.middle)\""
                + " stroke-width=\"\(line)\""
                + " stroke-dasharray=\"\(SVGText.number(4 * unit)) \(SVGText.number(3 * unit))\"/>"
        }
        if element.isStale { body += "<rect \(place) fill=\"url(#stale)\"/>" }
        if element.kind != .cell || drawn.picture == nil {
            let free = Self.part(of: frame, leftFreeBy: next?.offsetBy(x: -rect.x, y: -rect.y))
            let isIndex = drawn.label == nil && element.kind == .cell
            drawLabel(of: drawn, in: free, colour: isIndex ? family.middle : family.dark)
        }
        body += "</g>\n"
    }

    /// As on the page: paper that cells pass under, and a hairline.
    private func row(_ frame: LayoutRect, _ family: SVGPalette.Family) -> String {
        let line = LayoutRect(x: frame.x, y: frame.maxY - unit, width: frame.width, height: unit)
        return "<rect \(SVGText.attributes(frame)) fill=\"\(SVGPalette.paper)\"/>"
            + "<rect \(SVGText.attributes(line)) fill=\"\(family.middle)\"/>"
    }

    /// A cell with a picture that covers it, and a line around it. A wide row of a list is paper with a hairline, a
    /// square picture, and the name over the key.
    private func pictured(
        _ drawn: Element, in frame: LayoutRect, _ box: LayoutRect, _ family: SVGPalette.Family
    ) -> String {
        func image(_ box: LayoutRect) -> String {
            "<image \(SVGText.attributes(box)) preserveAspectRatio=\"xMidYMid slice\""
                + " href=\"\(SVGText.escaped(drawn.picture ?? ""))\"/>"
        }
        guard isList, frame.width >= 3 * frame.height else {
            return image(box) + "<rect \(SVGText.attributes(box)) fill=\"none\" stroke=\"\(family.middle)\""
                + " stroke-width=\"\(SVGText.number(0.75 * unit))\"/>"
        }
        let margin = min(4 * unit, frame.height / 8)
        let side = frame.height - 2 * margin - unit
        let left = isRightToLeft ? frame.maxX - margin - side : frame.x + margin
        var text = row(frame, family) + image(LayoutRect(x: left, y: frame.y + margin, width: side, height: side))
        let size = 9 * unit
        let before = side + margin + 8 * unit
        let start = SVGText.number(isRightToLeft ? frame.maxX - before : frame.x + before)
        let anchor = isRightToLeft ? " text-anchor=\"end\"" : ""
        let room = Int(min(max((frame.width - before - 8 * unit) / (0.6 * size), 0), 1000))
        let middle = frame.y + frame.height / 2
        func write(_ words: String, at y: Double, size: Double, _ attributes: String) {
            text += "<text x=\"\(start)\" y=\"\(SVGText.number(y))\" dy=\"0.35em\"\(anchor)"
            text += " font-size=\"\(SVGText.number(size))\" \(attributes)>"
            text += "\(SVGText.escaped(DisplayWidth.cut(words, to: room)))</text>"
        }
        let name = drawn.label ?? Self.indices(drawn.attributes)
        guard let key = drawn.key, drawn.title != nil, frame.height >= 2.8 * size else {
            write(name, at: middle, size: size, "fill=\"\(SVGPalette.ink)\"")
            return text
        }
        write(name, at: middle - 0.65 * size, size: size, "fill=\"\(SVGPalette.ink)\" font-weight=\"600\"")
        write(key, at: middle + 0.75 * size, size: size - unit, "fill=\"\(SVGPalette.quiet)\"")
        return text
    }

    /// Three rectangles, each a little larger than the one in it: programs differ in their blurs.
    private func shadow(of box: LayoutRect, _ radius: String) -> String {
        [3.0, 2, 1].map { step in
            let reach = step * 1.2 * unit
            let place = SVGText.attributes(
                LayoutRect(
                    x: box.x - reach, y: box.y - reach - 0.6 * unit, width: box.width + 2 * reach,
                    height: box.height + 2 * reach))
            return "<rect \(place) rx=\"\(radius)\" fill=\"\(SVGPalette.ink)\" fill-opacity=\"0.07\"/>"
        }.joined()
    }

    /// The attributes of a group that is drawn with an element's transform and opacity; none for most elements.
    private static func motion(of element: LayoutAttributes, in frame: LayoutRect) -> String {
        var attributes = ""
        if element.alpha < 1 { attributes += " opacity=\"\(SVGText.number(element.alpha))\"" }
        let transform = element.transform
        guard transform != .identity else { return attributes }
        let center = LayoutPoint(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
        func point(_ point: LayoutPoint) -> String { "\(SVGText.number(point.x)) \(SVGText.number(point.y))" }
        let place = LayoutPoint(x: center.x + transform.translation.x, y: center.y + transform.translation.y)
        return attributes + " transform=\"translate(\(point(place)))"
            + " rotate(\(SVGText.number(transform.rotation * 180 / .pi))) scale(\(SVGText.number(transform.scale)))"
            + " translate(\(point(LayoutPoint(x: -center.x, y: -center.y))))\""
    }

    /// The strip at a frame's beginning that another, which covers the rest of it, leaves free. The whole frame if
    /// the two are arranged otherwise. So the labels of a stack's cards stay visible.
    private static func part(of frame: LayoutRect, leftFreeBy other: LayoutRect?) -> LayoutRect {
        guard let other else { return frame }
        var part = frame
        if other.x <= frame.x, other.maxX >= frame.maxX, other.y > frame.y, other.y < frame.maxY {
            part.height = other.y - frame.y
        } else if other.y <= frame.y, other.maxY >= frame.maxY, other.x > frame.x, other.x < frame.maxX {
            part.width = other.x - frame.x
        }
        return part
    }

    /// Writes the label into the part of the element that shows, as large as fits.
    private mutating func drawLabel(of drawn: Element, in frame: LayoutRect, colour: String) {
        guard drawn.attributes.kind != .decoration else { return }
        let low = LayoutPoint(x: max(frame.x, 0), y: max(frame.y, 0))
        // A moved element shows another part of its frame, and its label is in the middle.
        let shown =
            drawn.attributes.transform != .identity
            ? frame
            : LayoutRect(
                x: low.x, y: low.y, width: min(frame.maxX, rect.width) - low.x,
                height: min(frame.maxY, rect.height) - low.y)
        guard let (label, size) = Self.fitting(drawn, in: shown, unit) else { return }
        // The heading of a section begins where its lines do, and a cell's label is in its middle.
        let isHeading = drawn.attributes.kind == .supplementary && drawn.attributes.itemID == nil
        let row = isRow(drawn) ? drawn.outline : nil
        let indent = row.map { nameStart(of: $0, in: shown) } ?? 0
        // So do the rows of an outline, behind their signs.
        func line(_ text: String, from start: Double, _ weight: String = "") -> String {
            let x = SVGText.number(isRightToLeft ? shown.width - start : start)
            return "<text x=\"\(x)\" y=\"50%\" dy=\"0.35em\"\(isRightToLeft ? " text-anchor=\"end\"" : "")\(weight)"
                + " font-size=\"\(SVGText.number(size))\" fill=\"\(colour)\">\(SVGText.escaped(text))</text>"
        }
        var texts = ""
        if let row {
            let sign = row.isCollapsed ? (isRightToLeft ? "◂" : "▸") : "▾"
            if row.isBranch { texts = line(sign, from: indent - 12 * unit) }
            texts += line(label, from: indent)
        } else if isHeading {
            texts = line(label, from: 9 * unit, " font-weight=\"700\"")
        } else {
            texts =
                "<text x=\"50%\" y=\"50%\" dy=\"0.35em\" text-anchor=\"middle\""
                + " font-size=\"\(SVGText.number(size))\" fill=\"\(colour)\">\(SVGText.escaped(label))</text>"
        }
        // A picture within the picture clips, should the font be wider than that.
        body += "<svg \(SVGText.attributes(shown))>\(texts)</svg>"
    }

    private func isRow(_ drawn: Element) -> Bool { isOutline && drawn.outline != nil }

    /// The distance to the name of a row from the side at which it begins.
    private func nameStart(of row: ItemDetails.OutlineRow, in frame: LayoutRect) -> Double {
        min(Double(row.level) * 14 * unit, frame.width / 2) + 21 * unit
    }

    /// The label as it fits into a box, and the size of its font; nil if it would be too small to read.
    private static func fitting(_ drawn: Element, in box: LayoutRect, _ unit: Double) -> (
        label: String, size: Double
    )? {
        // A digit is some 0.6 of its font's size wide; a tenth stays free on each side.
        let widest = box.width * 0.8 / 0.6
        guard let name = drawn.label else {
            // Indices are written smaller to fit, since a part of them means something else.
            let label = indices(drawn.attributes)
            let size = min(12 * unit, box.height * 0.62, widest / Double(max(1, DisplayWidth.of(label))))
            return size >= 3.5 * unit && !label.isEmpty ? (label, size) : nil
        }
        // Names have one size, as in a book, and are cut.
        let size = 9 * unit
        let label = DisplayWidth.cut(name, to: Int(min(widest / size, 1000)))
        // Fewer letters of a longer name would name nothing.
        let isReadable = label == name || label.count > leastLetters
        return box.height >= 1.2 * size && !label.isEmpty && isReadable ? (label, size) : nil
    }

    private static let leastLetters = 4

    private static func indices(_ element: LayoutAttributes) -> String {
        let section = element.section.map(String.init) ?? ""
        switch element.kind {
        case .cell: return "\(section)/\(element.item)"
        case .supplementary where element.itemID != nil: return element.elementKind ?? ""
        case .supplementary, .decoration: return "\(element.elementKind ?? "") \(section)"
        }
    }

    /// The text that a viewer shows under the pointer.
    private static func tip(_ drawn: Element) -> String {
        let element = drawn.attributes
        let names = [indices(element), drawn.key, drawn.title].compactMap { $0 }.filter { !$0.isEmpty }
        return names.joined(separator: " · ") + ": " + words(of: element.frame) + (element.isStale ? " (stale)" : "")
    }

    private static func words(of rect: LayoutRect) -> String {
        let numbers = [rect.width, rect.height, rect.x, rect.y].map(SVGText.number)
        return "\(numbers[0]) × \(numbers[1]) at \(numbers[2]), \(numbers[3])"
    }

    var text: String {
        let hole = LayoutRect(x: 0, y: 0, width: rect.width, height: rect.height)
        let clip = LayoutRect(x: canvas.x, y: canvas.y, width: canvas.width, height: rect.height + 2 * margin)
        let step = SVGText.number(6 * unit)
        // Shown pale: all of the canvas with the rectangle as a hole.
        let veil = [canvas, hole].map { rect in
            let numbers = [rect.x, rect.y, rect.width, rect.height, -rect.width].map(SVGText.number)
            return "M\(numbers[0]) \(numbers[1])h\(numbers[2])v\(numbers[3])h\(numbers[4])z"
        }.joined()
        return """
            \(SVGText.beginning(canvas, title: options.title ?? name, scale: options.scale, options.theme))<defs>
            <pattern id="stale" width="\(step)" height="\(step)" patternUnits="userSpaceOnUse" \
            patternTransform="rotate(45)"><rect width="\(SVGText.number(2 * unit))" height="\(step)" \
            fill="\(SVGPalette.ink)" fill-opacity="0.28"/></pattern>
            <clipPath id="canvas"><rect \(SVGText.attributes(clip))/></clipPath>
            </defs>
            <rect \(SVGText.attributes(canvas)) fill="\(SVGPalette.paper)"/>
            <g clip-path="url(#canvas)">
            \(body)\(overlay)</g>
            <path d="\(veil)" fill="\(SVGPalette.paper)" fill-opacity="0.78" fill-rule="evenodd"/>
            <rect \(SVGText.attributes(hole)) fill="none" stroke="\(SVGPalette.ink)" \
            stroke-width="\(SVGText.number(1.5 * unit))" rx="\(SVGText.number(2 * unit))"/>
            \(caption)
            </svg>

            """
    }

    /// The line under the rectangle; with the query, a second one about what was read; then the legend.
    private var caption: String {
        let top = rect.height + margin
        let whole =
            "\(elementCount) elements\(staleCount > 0 ? ", \(staleCount) stale" : ""), "
            + "of \(SVGText.number(contentSize.width)) × \(SVGText.number(contentSize.height)) points"
        let read = "\(Self.words(of: rect)) · \(whole) · \(querySummary)"
        func line(_ content: String, _ y: Double, _ size: Double, _ attributes: String = "", fill: String) -> String {
            // Narrow pictures get smaller captions rather than cut ones.
            let fitting = min(size * unit, rect.width / (0.56 * Double(max(1, DisplayWidth.of(content)))))
            return SVGText.line(content, x: 0, y: y, size: fitting, attributes, fill: fill)
        }
        return line(options.title ?? name, top + 8 * unit, 13, " font-weight=\"600\"", fill: SVGPalette.ink)
            + (querySummary.isEmpty ? "" : "\n" + line(read, top + 24 * unit, 10, fill: SVGPalette.quiet))
            + (legend.map { "\n" + $0.text(at: top + lineHeight) } ?? "")
    }

    /// An element with the texts that a picture shows of it.
    struct Element {
        var attributes: LayoutAttributes
        var key: String?
        var title: String?
        /// The text on it, if it is not made of its indices.
        var label: String?
        /// nil unless it is a row that can be collapsed.
        var outline: ItemDetails.OutlineRow?
        /// Its picture, as a data URL; nil for a cell without one.
        var picture: String?
    }

    /// Draws what is read for the rectangle over its elements: bands as strips, blocks as dashed boxes.
    mutating func draw(_ explanation: QueryExplanation) {
        for block in explanation.blocks {
            overlay += outline(
                of: block.frame, text: "block of \(block.elementCount)",
                "stroke=\"\(SVGPalette.accent)\" stroke-width=\"\(SVGText.number(unit))\""
                    + " stroke-dasharray=\"\(SVGText.number(4 * unit)) \(SVGText.number(3 * unit))\"")
        }
        for band in explanation.bands {
            let state = band.isEstimated ? ", estimated" : band.isStale ? ", stale" : ""
            overlay += outline(
                of: band.frame, text: "band of \(band.elementCount)\(state)",
                "stroke=\"\(band.isStale ? SVGPalette.alarm : SVGPalette.accent)\" "
                    + "stroke-width=\"\(SVGText.number(2 * unit))\"")
        }
        let counts = explanation.steps.prefix { $0.name != "elements" }.map { step in
            let name = step.name == "tree" ? "nodes" : step.name
            let noun = step.readCount == 1 && name.utf8.last == UInt8(ascii: "s") ? String(name.dropLast()) : name
            return step.readCount == step.keptCount
                ? "\(step.readCount) \(noun)" : "\(step.keptCount) of \(step.readCount) \(noun)"
        }
        querySummary = "read: " + counts.joined(separator: ", ")
    }

    /// A frame's outline, as far as the picture goes: programs that show SVG are slow with what is a million units
    /// long.
    private func outline(of frame: LayoutRect, text: String, _ style: String) -> String {
        let low = LayoutPoint(x: max(frame.x - rect.x, canvas.x * 2), y: max(frame.y - rect.y, canvas.y * 2))
        let high = LayoutPoint(
            x: min(frame.maxX - rect.x, rect.width - canvas.x * 2),
            y: min(frame.maxY - rect.y, rect.height - canvas.y * 2))
        guard high.x > low.x, high.y > low.y else { return "" }
        let place = SVGText.attributes(LayoutRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y))
        return "<rect \(place) fill=\"none\" \(style)><title>\(SVGText.escaped(text))</title></rect>\n"
    }
}
