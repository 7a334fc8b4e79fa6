internal import LayoutEngine
internal import LayoutSQLite

/// The place of the content's rectangles among the bands. It counts along the scroll axis, from the far end in a
/// mirrored layout, and modulo the laps of one that wraps.
package struct BandCoordinates {
    let traits: LayoutTraits
    let wraps: Bool
    /// The extent of the whole content along the scroll axis.
    let contentLength: Double
    /// Around what one lap repeats: all of the content, or the rows of a sheet that scroll.
    let lapMargins: LapMargins
    private let totals: BandSums

    /// The lengths before and after what a lap repeats: the insets and frozen rows of the one sheet that there is.
    struct LapMargins {
        var before = 0.0
        var after = 0.0

        init() {}

        /// - Parameter totals: Of all bands.
        init(_ traits: LayoutTraits, _ totals: BandSums, in preparationID: Int64, _ connection: Connection) throws {
            guard totals.sections == 1,
                let lines = try FrozenLines.first(in: preparationID, connection)
            else { return }
            let rows = lines.scrollingRows(spacing: traits.wrapSpacing)
            (before, after) = (rows.start, -rows.end)
        }
    }

    init(traits: LayoutTraits, wraps: Bool, totals: BandSums, lapMargins: LapMargins = LapMargins()) {
        self.traits = traits
        self.wraps = wraps
        self.totals = totals
        self.lapMargins = lapMargins
        contentLength = Self.contentLength(traits, totals)
    }

    /// The content's extent along the scroll axis: without the spacing after the last section.
    static func contentLength(_ traits: LayoutTraits, _ totals: BandSums) -> Double {
        if traits.isFree { return totals.overhangAfter }
        // If all sections are empty and take no room, there is no spacing after the last one.
        return totals.sectionsTakeRoom(traits) ? max(0, totals.length - traits.sectionSpacing) : totals.length
    }

    /// From one lap to the next; 0 if nothing repeats.
    package var lapLength: Double {
        let length = contentLength - lapMargins.before - lapMargins.after
        return wraps && length > 0 ? length + traits.wrapSpacing : 0
    }

    /// A rectangle along the bands.
    func low(of rect: LayoutRect) -> Double {
        traits.isMirrored ? contentLength - rect.max(traits.axis) : rect.min(traits.axis)
    }

    func high(of rect: LayoutRect) -> Double {
        traits.isMirrored ? contentLength - rect.min(traits.axis) : rect.max(traits.axis)
    }

    /// The rectangle to which pinned elements keep, along the bands of a lap, for a visible rectangle. It is without
    /// the parts that bars and content insets cover.
    ///
    /// - Parameter shift: The lap's distance from lap 0, as bands count.
    func pinningRect(seenFrom eye: LayoutRect, shift: Double) -> LayoutRect {
        let low = low(of: eye) - shift + traits.pinStart
        let high = high(of: eye) - shift - traits.pinEnd
        return LayoutRect(axis: traits.axis, along: low, cross: 0, alongLength: high - low, crossLength: 0)
    }

    /// The laps that show something of a rectangle: elements that hang out of the content belong to a neighbouring lap
    /// as well. Nil if there are too many to count.
    func laps(of rect: LayoutRect) -> ClosedRange<Int>? {
        let length = lapLength
        guard length > 0 else { return 0...0 }
        // Elements that hang out of the last section count from the end of the spacing that the content goes without.
        let overhang = totals.overhangAfter + traits.sectionSpacing
        let first = ((low(of: rect) - lapMargins.before - overhang) / length).rounded(.down)
        let last = ((high(of: rect) - lapMargins.before + totals.overhangBefore) / length).rounded(.down)
        guard first.magnitude < 1e15, last.magnitude < 1e15, first <= last else { return nil }
        return Int(first)...Int(last)
    }

    /// The parts of the bands' axis that a rectangle shows, each once however many laps show it.
    func ranges(of rect: LayoutRect) -> [(low: Double, high: Double)] {
        guard let laps = laps(of: rect) else { return [] }
        let (low, high) = (low(of: rect), high(of: rect))
        guard laps.count <= 4 else { return [(0, contentLength)] }
        return laps.map { (low - Double($0) * lapLength, high - Double($0) * lapLength) }
    }
}

extension LayoutTraits {
    /// How far cells can move by their place in a viewport.
    func reach(in viewport: LayoutRect) -> Double {
        // A viewport without area moves nothing, not even if its size is negative.
        guard let motionReach, viewport.width > 0, viewport.height > 0 else { return 0 }
        return motionReach * max(viewport.width, viewport.height)
    }
}
