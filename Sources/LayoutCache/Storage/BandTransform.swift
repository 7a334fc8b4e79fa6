internal import LayoutEngine

/// The place of a band in the content: the one conversion from the coordinates of bands to the content's.
///
/// Along the scroll axis bands count from their own origin: from the far end in a mirrored layout, in lap 0 of one that
/// wraps. Across it, they count as content does at a section's offset 0.
struct BandTransform {
    let traits: LayoutTraits
    /// The extent of the whole content along the scroll axis.
    let contentLength: Double
    /// The origin of the band; 0 for places from the content's beginning.
    var origin = 0.0
    /// The distance of the lap from lap 0, as content counts.
    var shift = 0.0
    /// How far the band's cells were scrolled across the scroll axis.
    var crossShift = 0.0

    init(traits: LayoutTraits, contentLength: Double, origin: Double = 0, shift: Double = 0) {
        self.traits = traits
        self.contentLength = contentLength
        self.origin = origin
        self.shift = shift
    }

    /// A frame of the band, in the coordinates of content.
    func frame(_ local: LayoutRect) -> LayoutRect {
        guard !traits.isFree else { return local }
        var frame = local
        if traits.axis == .vertical {
            frame.x -= crossShift
            frame.y = origin + local.y + shift
        } else {
            frame.x =
                traits.isMirrored
                ? contentLength - (origin + local.x) - local.width + shift : origin + local.x + shift
            frame.y -= crossShift
        }
        return frame
    }
}
