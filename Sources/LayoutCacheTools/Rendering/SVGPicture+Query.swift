internal import LayoutCache
internal import LayoutEngine

extension SVGPicture {
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
                    + "stroke-width=\"\(SVGText.number(2 * unit))\""
            )
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
        let place = SVGText.place(LayoutRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y))
        return "<rect \(place) fill=\"none\" \(style)><title>\(SVGText.escaped(text))</title></rect>\n"
    }
}
