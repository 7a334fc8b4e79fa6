/// One repetition of the content that a rectangle shows; of a layout that does not wrap, the only one.
package struct ShownLap: Sendable {
    /// As content counts: in a mirrored layout, laps from the far end count the other way round.
    package let number: Int
    /// Its distance from lap 0, in content coordinates.
    package let shift: Double
    /// The range along this lap's content.
    package let low: Double
    package let high: Double
    /// The shown strip across the scroll axis.
    let across: FrozenLines.Strip
    /// Only bands that end after the one, and begin before or at the other, may show something.
    package let bandsAfter: Double
    package let bandsUpTo: Double

    /// Searches are widened by this much, so that the order in which lengths were added cannot hide
    /// an element; the exact test follows.
    static let slack = 0.001
}

extension Placement {
    /// The part of a rectangle that a lap shows.
    ///
    /// - Parameter number: As the content counts along the scroll axis.
    package func lap(_ number: Int, of rect: LayoutRect) -> ShownLap {
        let shift = Double(number) * content.lapLength
        let isMirrored = content.traits.isMirrored
        let (low, high) = (content.low(of: rect) - shift, content.high(of: rect) - shift)
        let cross = content.traits.axis.cross
        return ShownLap(
            number: isMirrored ? -number : number, shift: isMirrored ? -shift : shift, low: low, high: high,
            across: FrozenLines.Strip(start: rect.min(cross), end: rect.max(cross)),
            bandsAfter: low - content.overhang.after - ShownLap.slack - reach,
            bandsUpTo: high + content.overhang.before + ShownLap.slack + reach)
    }
}

/// A part of the content whose elements move together, as far as a rectangle shows them. It is in one lap, and in a
/// sheet it is one of nine parts.
package struct ShownRegion: Sendable {
    /// The repetition that it shows: of rows, or where those are not repeated, of columns.
    package let lap: Int
    /// Which elements of a section it shows.
    package internal(set) var members = Members.all
    /// The part of a sheet; nil for what is no sheet, or scrolls as a whole.
    package let part: SheetPart?
    private var place: ContentPlace
    /// The natural places to search.
    private let along: FrozenLines.Strip
    private var across: FrozenLines.Strip
    private let reach: Double

    package enum Members: Sendable {
        case all
        /// The elements that an orthogonal section's offset moves.
        case moving
        /// The elements that no offset moves.
        case fixed
    }

    init(
        _ lap: Int, _ place: ContentPlace, along: FrozenLines.Strip, across: FrozenLines.Strip, reach: Double,
        part: SheetPart? = nil
    ) {
        self.lap = lap
        self.place = place
        self.along = along
        self.across = across
        self.reach = reach
        self.part = part
    }

    mutating func scroll(by offset: Double) {
        place.crossShift = offset
        across.move(by: offset)
    }

    /// The conversion of frames that count from a place along the scroll axis.
    package func place(from origin: Double) -> ContentPlace {
        var place = place
        place.origin = origin
        return place
    }

    /// The natural places to search, along the scroll axis and across it, that count from a place along it.
    ///
    /// - Parameter motion: How the viewport moves what lies there.
    package func searched(from origin: Double, _ motion: ElementMotion?) -> (
        along: FrozenLines.Strip, across: FrozenLines.Strip
    ) {
        let reach = motion == nil ? 0 : reach
        return (
            FrozenLines.Strip(
                start: along.start - origin - ShownLap.slack - reach, end: along.end - origin + ShownLap.slack + reach),
            FrozenLines.Strip(start: across.start - reach, end: across.end + reach)
        )
    }

    /// Moves a frame from its natural place to where it scrolls; false if it belongs to another part of a sheet.
    @inline(__always)
    package func takes(_ frame: inout LayoutRect) -> Bool { part?.takes(&frame) ?? true }
}
