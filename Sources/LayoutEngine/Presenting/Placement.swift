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
            along: FrozenLines.Strip(start: lap.low, end: lap.high), across: lap.across, reach: reach)
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
        of element: BandBuffer.SectionElement, in section: FrozenLines.Strip, shift: Double = 0
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
