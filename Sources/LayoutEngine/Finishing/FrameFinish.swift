/// The changes to a frame once its kind has placed it: mirrored first, then rounded.
struct FrameFinish: Sendable {
    var axis: LayoutAxis
    /// The width in which frames are mirrored; nil if they stay, or if the content is turned around as a whole.
    var mirrorWidth: Double?
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

    /// Finishes the frames of a band: all cells, and the other elements from those with the given indices on.
    func apply(to band: inout BandBuffer, elements: Int, sectionElements: Int) {
        for index in band.cells.indices { apply(to: &band.cells[index].frame) }
        for index in elements..<band.elements.count { apply(to: &band.elements[index].frame) }
        for index in sectionElements..<band.sectionElements.count {
            apply(to: &band.sectionElements[index].frame)
        }
    }
}
