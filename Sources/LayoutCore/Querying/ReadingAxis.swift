internal import LayoutEngine

/// The scroll axis in the direction of reading: from the content's beginning, which in a mirrored layout is at
/// its right.
///
/// Rules of scrolling refer to beginning and end, and are applied in these coordinates; inputs and results are
/// converted here, once. Each conversion is its own inverse.
struct ReadingAxis {
    let axis: LayoutAxis
    let isMirrored: Bool
    let contentLength: Double
    let containerLength: Double

    init(_ layout: LayoutReader) throws {
        axis = layout.traits.axis
        isMirrored = layout.traits.isMirrored
        contentLength = try layout.content.length
        containerLength = layout.record.container[axis]
    }

    /// The offset of a container: from the content's left edge or its beginning, to the other of the two.
    func offset(_ offset: Double) -> Double {
        isMirrored ? contentLength - containerLength - offset : offset
    }

    func velocity(_ velocity: Double) -> Double { isMirrored ? -velocity : velocity }

    func frame(_ frame: LayoutRect) -> LayoutRect {
        guard isMirrored else { return frame }
        var mirrored = frame
        mirrored.x = contentLength - frame.maxX
        return mirrored
    }
}
