/// The changes to a frame once its kind has placed it: mirrored first, then rounded.
struct FrameFinish: Sendable {
    var axis: LayoutAxis
    /// The width in which frames are mirrored; nil if they stay, or if the content is turned around as a whole.
    var mirrorWidth: Double?
    /// Whether that is the extent of each band, since it is unknown before the band's items.
    var mirrorsInOwnWidth = false
    /// The container's width, the least in which a band mirrors.
    var leastWidth = 0.0
    /// Whether readers turn the content around along x.
    var isTurned: Bool
    var scale: Double?
    /// The container's extent across the scroll axis; nil if the content scrolls that way as well.
    var crossLimit: Double?

    func apply(to frame: inout LayoutRect) {
        // An item that is not shown has no frame.
        guard frame.width >= 0 else { return }
        if let mirrorWidth { frame.mirror(in: mirrorWidth) }
        guard let scale else { return }
        let (minX, maxX) = (rounded(frame.x, .horizontal, scale), rounded(frame.maxX, .horizontal, scale))
        let (minY, maxY) = (rounded(frame.y, .vertical, scale), rounded(frame.maxY, .vertical, scale))
        frame = LayoutRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    private func rounded(_ edge: Double, _ edgeAxis: LayoutAxis, _ scale: Double) -> Double {
        let rounded =
            isTurned && edgeAxis == .horizontal
            ? PixelGrid.roundMirrored(edge, scale) : PixelGrid.round(edge, scale)
        guard let crossLimit, edgeAxis != axis else { return rounded }
        // The container may end within a pixel. Then the edge there stays, and no other one passes it.
        if abs(edge - crossLimit) <= Self.slack { return crossLimit }
        return edge < crossLimit ? min(rounded, crossLimit) : max(rounded, crossLimit)
    }

    /// The possible loss of sums, in points.
    private static let slack = 1e-6

    /// Finishes the strips of a sheet's columns; its rows are on the grid already.
    private func apply(to lines: inout FrozenLines) {
        let (left, right) = (finished(lines.left), finished(lines.right))
        (lines.left, lines.right) = mirrorWidth == nil ? (left, right) : (right, left)
    }

    private func finished(_ strip: FrozenLines.Strip) -> FrozenLines.Strip {
        var frame = LayoutRect(x: strip.start, y: 0, width: strip.length, height: 0)
        apply(to: &frame)
        return FrozenLines.Strip(start: frame.x, end: frame.maxX)
    }

    /// Finishes the frames of a band: all cells, and the other elements from those with the given indices on.
    func apply(to band: inout BandBuffer, elements: Int, sectionElements: Int) {
        if mirrorsInOwnWidth {
            var known = self
            if band.crossLength > 0 { band.crossLength = max(band.crossLength, leastWidth) }
            (known.mirrorWidth, known.mirrorsInOwnWidth) = (band.crossLength, false)
            return known.apply(to: &band, elements: elements, sectionElements: sectionElements)
        }
        for index in band.cells.indices { apply(to: &band.cells[index].frame) }
        if var lines = band.frozenLines {
            apply(to: &lines)
            band.frozenLines = lines
        }
        for index in elements..<band.elements.count { apply(to: &band.elements[index].frame) }
        for index in sectionElements..<band.sectionElements.count {
            apply(to: &band.sectionElements[index].frame)
        }
    }
}
