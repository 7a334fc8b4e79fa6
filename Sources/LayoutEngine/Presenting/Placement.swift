/// The rule of where the elements of a layout show in a viewport. It knows neither a file nor a cache.
///
/// It answers two questions. Which parts of the content must be searched for a rectangle: ``laps(of:)``,
/// ``regions(in:)``, ``sheet(_:in:_:)`` and so on. And where an element at a natural place shows. A
/// ``Placement/Region`` moves what scrolls, ``frame(of:in:shift:)`` what pins, ``StickyPlaces`` what sticks, and an
/// ``LayoutMotion/Directed`` what is drawn elsewhere than in its frame.
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
    package func region(in lap: Lap) -> Region {
        Region(
            lap.number, ContentFacts.Place(in: content, shift: lap.shift),
            along: AxisRange(start: lap.low, end: lap.high), across: lap.across, reach: reach)
    }

    /// The regions of a section that scrolls orthogonally: what its offset moves, and the rest.
    ///
    /// - Parameter offset: How far cells move against the axis across.
    package func regions(movedBy offset: Double, in lap: Lap) -> [Region] {
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
        return ContentFacts.Place(in: content, shift: shift).frame(
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

extension Placement {
    /// One repetition of the content that a rectangle shows; of a layout that does not wrap, the only one.
    package struct Lap: Sendable {
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

    /// The part of a rectangle that a lap shows.
    ///
    /// - Parameter number: As the content counts along the scroll axis.
    package func lap(_ number: Int, of rect: LayoutRect) -> Lap {
        let shift = Double(number) * content.lapLength
        let isMirrored = content.traits.isMirrored
        let (low, high) = (content.low(of: rect) - shift, content.high(of: rect) - shift)
        let cross = content.traits.axis.cross
        return Lap(
            number: isMirrored ? -number : number, shift: isMirrored ? -shift : shift, low: low, high: high,
            across: AxisRange(start: rect.min(cross), end: rect.max(cross)),
            bandsAfter: low - content.overhang.after - Lap.slack - reach,
            bandsUpTo: high + content.overhang.before + Lap.slack + reach)
    }

    /// A part of the content whose elements move together, as far as a rectangle shows them. It is in one lap, and in a
    /// sheet it is one of nine parts.
    package struct Region: Sendable {
        /// The repetition that it shows: of rows, or where those are not repeated, of columns.
        package let lap: Int
        /// Which elements of a section it shows.
        package internal(set) var members = Members.all
        /// The part of a sheet; nil for what is no sheet, or scrolls as a whole.
        package let part: SheetPart?
        private var place: ContentFacts.Place
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
            _ lap: Int, _ place: ContentFacts.Place, along: AxisRange, across: AxisRange, reach: Double,
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
        package func place(from origin: Double) -> ContentFacts.Place {
            var place = place
            place.origin = origin
            return place
        }

        /// The natural places to search, along the scroll axis and across it, that count from a place along it.
        ///
        /// - Parameter motion: How the viewport moves what lies there.
        package func searched(from origin: Double, _ motion: LayoutMotion.Directed?) -> (
            along: AxisRange, across: AxisRange
        ) {
            let reach = motion == nil ? 0 : reach
            return (
                AxisRange(
                    start: along.start - origin - Lap.slack - reach, end: along.end - origin + Lap.slack + reach),
                AxisRange(start: across.start - reach, end: across.end + reach)
            )
        }

        /// Moves a frame from its natural place to where it scrolls; false if it belongs to another part of a sheet.
        @inline(__always)
        package func takes(_ frame: inout LayoutRect) -> Bool { part?.takes(&frame) ?? true }
    }
}
