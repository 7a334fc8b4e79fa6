/// The changes to a frame once its kind has placed it: mirrored first, then rounded.
struct FrameFinish: Sendable {
    var axis: LayoutAxis
    /// The width in which frames are mirrored; nil if they stay, or if the content is turned around as a whole.
    var mirrorWidth: Double?
    /// Whether that is the extent of each band, since it is unknown before the band's items.
    var mirrorsInOwnWidth = false
    /// Whether readers turn the content around along x.
    var isTurned: Bool
    var scale: Double?

    func apply(to frame: inout LayoutRect) {
        // An item that is not shown has no frame.
        guard frame.width >= 0 else { return }
        if let mirrorWidth { frame.mirror(in: mirrorWidth) }
        guard let scale else { return }
        let minX: Double
        let maxX: Double
        if isTurned {
            minX = PixelGrid.roundMirrored(frame.x, scale)
            maxX = PixelGrid.roundMirrored(frame.maxX, scale)
        } else {
            minX = PixelGrid.round(frame.x, scale)
            maxX = PixelGrid.round(frame.maxX, scale)
        }
        let minY = PixelGrid.round(frame.y, scale)
        let maxY = PixelGrid.round(frame.maxY, scale)
        frame = LayoutRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

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
