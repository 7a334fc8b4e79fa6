/// The rule of where the elements of a layout show in a viewport. It knows neither a file nor a cache.
///
/// It answers two questions. Which parts of the content must be searched for a rectangle: ``laps(of:)``,
/// ``regions(in:)``, ``sheet(_:in:_:)`` and so on. And where an element at a natural place shows. A
/// ``ShownRegion`` moves what scrolls, ``frame(of:in:shift:)`` what pins, ``StickyPlaces`` what sticks, and an
/// ``ElementMotion`` what is drawn elsewhere than in its frame.
package struct Placement: Sendable {
    package let content: ContentFacts
    /// The visible rectangle, in content coordinates.
    package let viewport: LayoutRect
    package let movement: Movement
    /// How far the viewport may move a cell from its frame.
    package let reach: Double

    /// Which elements leave their natural places.
    package enum Movement: Sendable {
        /// Everything that a viewport moves.
        case shown
        /// Only pinned elements: cells are sought at their natural places.
        case natural
        /// None, but cells are sought wherever a viewport may move them.
        case scene
    }

    package init(_ content: ContentFacts, viewport: LayoutRect, _ movement: Movement = .shown) {
        self.content = content
        self.viewport = viewport
        self.movement = movement
        reach = movement == .natural ? 0 : content.traits.reach(in: viewport)
    }

    package func seen(from viewport: LayoutRect) -> Placement { Placement(content, viewport: viewport, movement) }

    // MARK: Searching

    /// The laps that show something of a rectangle; nil if there are none, or too many to count.
    package func laps(of rect: LayoutRect) -> ClosedRange<Int>? { content.laps(of: rect.grown(by: reach)) }

    /// The region of a lap in which everything scrolls along.
    package func region(in lap: ShownLap) -> ShownRegion {
        ShownRegion(
            lap.number, ContentPlace(in: content, shift: lap.shift),
            along: AxisRange(start: lap.low, end: lap.high), across: lap.across, reach: reach)
    }

    /// The regions of a section that scrolls orthogonally: what its offset moves, and the rest.
    ///
    /// - Parameter offset: How far cells move against the axis across.
    package func regions(movedBy offset: Double, in lap: ShownLap) -> [ShownRegion] {
        var fixed = region(in: lap)
        fixed.members = .fixed
        var moving = region(in: lap)
        moving.members = .moving
        moving.scroll(by: offset)
        return [fixed, moving]
    }

    // MARK: Showing

    /// The frame of an element that pins, or spans its section.
    ///
    /// - Parameter shift: The distance of the lap from lap 0, in content coordinates.
    package func frame(
        of element: BandBuffer.SectionElement, in section: AxisRange, shift: Double = 0
    ) -> LayoutRect {
        let traits = content.traits
        let lapShift = traits.isMirrored ? -shift : shift
        let low = content.low(of: viewport) - lapShift + traits.pinStart
        let high = content.high(of: viewport) - lapShift - traits.pinEnd
        let visible = LayoutRect(axis: traits.axis, along: low, cross: 0, alongLength: high - low, crossLength: 0)
        return ContentPlace(in: content, shift: shift).frame(
            element.frame(sectionStart: section.start, sectionEnd: section.end, visible: visible, axis: traits.axis))
    }
}

extension LayoutTraits {
    /// How far cells can move by their place in a viewport.
    package func reach(in viewport: LayoutRect) -> Double {
        // A viewport without area moves nothing, not even if its size is negative.
        guard let motionReach, viewport.width > 0, viewport.height > 0 else { return 0 }
        return motionReach * max(viewport.width, viewport.height)
    }
}

/// The facts about a layout as a whole that decide where its elements show, and how its content counts.
///
/// Places are natural ones along the scroll axis. They count from the end at which the content begins: the far one in a
/// mirrored layout. Of a layout that wraps, they are in lap 0.
package struct ContentFacts: Sendable {
    package let traits: LayoutTraits
    /// The extent along the scroll axis.
    package let length: Double
    /// The extent across it.
    package let crossLength: Double
    /// How far elements reach out of what they belong to, at most.
    package let overhang: Margins
    /// Around what one lap repeats: the insets and frozen rows of the one sheet that there is.
    package let lapMargins: Margins
    package let isOfOneSection: Bool

    /// Lengths before and after something along the scroll axis.
    package struct Margins: Sendable, Hashable {
        package var before = 0.0
        package var after = 0.0

        package init(before: Double = 0, after: Double = 0) {
            self.before = before
            self.after = after
        }
    }

    /// - Parameter sheet: The lines of the one sheet that there is; nil for any other content.
    package init(
        traits: LayoutTraits, length: Double, crossLength: Double, overhang: Margins, isOfOneSection: Bool,
        sheet: FrozenLines? = nil
    ) {
        self.traits = traits
        self.length = length
        self.crossLength = crossLength
        self.overhang = overhang
        self.isOfOneSection = isOfOneSection
        let rows = isOfOneSection ? sheet?.scrollingRows(spacing: traits.wrapSpacing) : nil
        lapMargins = rows.map { Margins(before: $0.start, after: -$0.end) } ?? Margins()
    }

    /// From one lap to the next; 0 if nothing repeats.
    package var lapLength: Double {
        let repeated = length - lapMargins.before - lapMargins.after
        return traits.wraps && repeated > 0 ? repeated + traits.wrapSpacing : 0
    }

    /// Whether the rows of the only sheet go round, so that its frozen ones belong to no lap.
    var goesRound: Bool { isOfOneSection && lapLength > 0 }

    /// The strip of the content that a range along the scroll axis is.
    ///
    /// - Parameter shift: The distance of its lap from lap 0, in content coordinates.
    package func frame(of range: AxisRange, shift: Double = 0) -> LayoutRect {
        ContentPlace(in: self, origin: range.start, shift: shift).frame(
            LayoutRect(axis: traits.axis, along: 0, cross: 0, alongLength: range.length, crossLength: crossLength))
    }

    // MARK: Rectangles of the content

    /// The beginning of a rectangle along the scroll axis.
    package func low(of rect: LayoutRect) -> Double {
        traits.isMirrored ? length - rect.max(traits.axis) : rect.min(traits.axis)
    }

    package func high(of rect: LayoutRect) -> Double {
        traits.isMirrored ? length - rect.min(traits.axis) : rect.max(traits.axis)
    }

    /// The laps that show something of a rectangle: elements that hang out of the content belong to a neighbouring lap
    /// as well. Nil if there are too many to count.
    package func laps(of rect: LayoutRect) -> ClosedRange<Int>? {
        let length = lapLength
        guard length > 0 else { return 0...0 }
        // Elements that hang out of the last section count from the end of the spacing that the content goes without.
        let overhang = overhang.after + traits.sectionSpacing
        let first = ((low(of: rect) - lapMargins.before - overhang) / length).rounded(.down)
        let last = ((high(of: rect) - lapMargins.before + self.overhang.before) / length).rounded(.down)
        guard first.magnitude < 1e15, last.magnitude < 1e15, first <= last else { return nil }
        return Int(first)...Int(last)
    }

    /// The parts of the content's axis that a rectangle shows, each once however many laps show it.
    package func ranges(of rect: LayoutRect) -> [(low: Double, high: Double)] {
        guard let laps = laps(of: rect) else { return [] }
        let (low, high) = (low(of: rect), high(of: rect))
        guard laps.count <= 4 else { return [(0, length)] }
        return laps.map { (low - Double($0) * lapLength, high - Double($0) * lapLength) }
    }
}

/// From places that count from an origin along the scroll axis to places of the content: the one conversion.
package struct ContentPlace: Sendable {
    private let axis: LayoutAxis
    private let isFree: Bool
    private let isMirrored: Bool
    private let contentLength: Double
    /// The place along the scroll axis from which frames count.
    package var origin: Double
    /// The distance of the lap from lap 0, in content coordinates.
    package var shift: Double
    /// How far the elements were scrolled across the scroll axis.
    package var crossShift = 0.0

    package init(in content: ContentFacts, origin: Double = 0, shift: Double = 0) {
        axis = content.traits.axis
        isFree = content.traits.isFree
        isMirrored = content.traits.isMirrored
        contentLength = content.length
        self.origin = origin
        self.shift = shift
    }

    /// The natural place of a frame, in content coordinates.
    package func frame(_ local: LayoutRect) -> LayoutRect {
        guard !isFree else { return local }
        var frame = local
        if axis == .vertical {
            frame.x -= crossShift
            frame.y = origin + local.y + shift
        } else {
            frame.x = isMirrored ? contentLength - (origin + local.x) - local.width + shift : origin + local.x + shift
            frame.y -= crossShift
        }
        return frame
    }
}

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
    let across: AxisRange
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
            across: AxisRange(start: rect.min(cross), end: rect.max(cross)),
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
    private let along: AxisRange
    private var across: AxisRange
    private let reach: Double

    package enum Members: Sendable {
        case all
        /// The elements that an orthogonal section's offset moves.
        case moving
        /// The elements that no offset moves.
        case fixed
    }

    init(
        _ lap: Int, _ place: ContentPlace, along: AxisRange, across: AxisRange, reach: Double,
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
        along: AxisRange, across: AxisRange
    ) {
        let reach = motion == nil ? 0 : reach
        return (
            AxisRange(
                start: along.start - origin - ShownLap.slack - reach, end: along.end - origin + ShownLap.slack + reach),
            AxisRange(start: across.start - reach, end: across.end + reach)
        )
    }

    /// Moves a frame from its natural place to where it scrolls; false if it belongs to another part of a sheet.
    @inline(__always)
    package func takes(_ frame: inout LayoutRect) -> Bool { part?.takes(&frame) ?? true }
}
