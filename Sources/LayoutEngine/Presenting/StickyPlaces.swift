/// The rule for items that stick to the edges of a viewport.
package struct StickyPlaces: Sendable {
    /// The header that pins where items stick, along the scroll axis: they stick below it, and it pushes them out.
    package struct Header: Sendable {
        let natural: Double
        let length: Double
        /// The place to which the end of its section pushes it.
        let limit: Double

        /// Its lower edge, if that much sticks below it.
        func end(at line: Double, before length: Double) -> Double {
            max(natural, min(line, limit - length)) + self.length
        }
    }

    /// The items that may stick to the edges of a viewport, in numbers: every step of scrolling goes through them.
    package struct Marks: Sendable {
        /// An item at its natural place along the scroll axis, or where it sticks.
        package struct Mark: Sendable {
            /// Its place in the order of the data, among the items that may stick.
            package var index: Int
            package var begin: Double
            package var length: Double

            package init(index: Int, begin: Double, length: Double) {
                self.index = index
                self.begin = begin
                self.length = length
            }

            func moved(to place: Double) -> Mark { Mark(index: index, begin: place, length: length) }
        }

        /// The items of one level, or where levels do not matter, of all: for each edge in the order of the data.
        struct Group: Sendable {
            var starts: ContiguousArray<Mark> = []
            var ends: ContiguousArray<Mark> = []
        }

        let rule: StickyRule
        /// From the outermost level inwards.
        private(set) var groups: ContiguousArray<Group>

        /// - Parameter levelCount: The number of levels that items have.
        package init(_ rule: StickyRule, levelCount: Int) {
            self.rule = rule
            groups = ContiguousArray(repeating: Group(), count: rule == .push ? min(levelCount, 1) : levelCount)
        }

        /// Adds an item, in the order of the data.
        ///
        /// - Parameter level: Its level's place among the levels that there are.
        package mutating func append(_ mark: Mark, level: Int, isAtEnd: Bool) {
            let group = rule == .push ? 0 : level
            if isAtEnd { groups[group].ends.append(mark) } else { groups[group].starts.append(mark) }
        }
    }

    private let placement: Placement
    /// The visible range, without the parts that bars and pinned headers cover.
    private let start: Double
    private let end: Double
    private let line: Double
    private let header: Header?

    /// A z-index above all cells that do not stick; each level is below the one outside it.
    package static func zIndex(ofLevel level: Int) -> Int { 100 - level }

    /// Comparisons of computed lengths allow this much.
    private static let tolerance = 1e-6

    /// - Parameter header: The one that pins at ``Placement/stickyLine``.
    package init(_ placement: Placement, below header: Header?) {
        self.placement = placement
        self.header = header
        line = placement.stickyLine
        end = placement.content.high(of: placement.viewport) - placement.content.traits.pinEnd
        start = header?.end(at: line, before: 0) ?? line
    }

    /// The range whose items, and the nearest ones on both sides of it, decide.
    package var range: ClosedRange<Double> {
        let viewport = (placement.content.low(of: placement.viewport), placement.content.high(of: placement.viewport))
        // A line may lie beyond what is visible, and a point more is more than comparisons allow.
        return min(viewport.0, end) - 1...max(viewport.1, start) + 1
    }

    /// The items that stick, where they do, from the outermost inwards at each edge, and how much of them sticks at the
    /// start.
    package func stuck(_ marks: Marks) -> (items: [Marks.Mark], lengthAtStart: Double) {
        switch marks.rule {
        case .push: pushed(marks)
        case .stack: stacked(marks)
        }
    }

    /// The frame of an item that sticks, in content coordinates.
    package func frame(_ natural: LayoutRect, _ stuck: Marks.Mark) -> LayoutRect {
        let traits = placement.content.traits
        let along = traits.isMirrored ? placement.content.length - stuck.begin - stuck.length : stuck.begin
        return LayoutRect(
            axis: traits.axis, along: along, cross: natural.min(traits.axis.cross), alongLength: stuck.length,
            crossLength: natural.length(traits.axis.cross))
    }

    // MARK: Rules

    private func pushed(_ marks: Marks) -> (items: [Marks.Mark], lengthAtStart: Double) {
        guard let group = marks.groups.first else { return ([], 0) }
        var items: [Marks.Mark] = []
        var lengthAtStart = 0.0
        if let item = last(of: group.starts, beginningAtOrBefore: start, after: -1) {
            lengthAtStart = item.mark.length
            items.append(item.mark.moved(to: min(beginning(ofLength: lengthAtStart), item.next - lengthAtStart)))
        }
        if let item = first(of: group.ends, endingBeyond: end, before: .max) {
            items.append(item.mark.moved(to: max(end - item.mark.length, item.previousEnd)))
        }
        return (items, lengthAtStart)
    }

    private func stacked(_ marks: Marks) -> (items: [Marks.Mark], lengthAtStart: Double) {
        var atStart: ContiguousArray<(mark: Marks.Mark, next: Double)> = []
        var atEnd: ContiguousArray<Marks.Mark> = []
        atStart.reserveCapacity(marks.groups.count)
        var (startLength, endLength) = (0.0, 0.0)
        var (lastAtStart, lastAtEnd) = (-1, Int.max)
        for group in marks.groups {
            if let item = last(of: group.starts, beginningAtOrBefore: start + startLength, after: lastAtStart),
                startLength + endLength + item.mark.length < end - start - Self.tolerance
            {
                atStart.append(item)
                lastAtStart = item.mark.index
                startLength += item.mark.length
            }
            if let item = first(of: group.ends, endingBeyond: end - endLength, before: lastAtEnd),
                startLength + endLength + item.mark.length < end - start - Self.tolerance
            {
                atEnd.append(item.mark)
                lastAtEnd = item.mark.index
                endLength += item.mark.length
            }
        }
        var items: [Marks.Mark] = []
        items.reserveCapacity(atStart.count + atEnd.count)
        var place = beginning(ofLength: startLength)
        var rest = startLength
        for (mark, next) in atStart {
            place = min(place, next - rest)
            items.append(mark.moved(to: place))
            place += mark.length
            rest -= mark.length
        }
        place = end
        for mark in atEnd {
            place -= mark.length
            items.append(mark.moved(to: place))
        }
        return (items, startLength)
    }

    /// The beginning of the first item that sticks at the start.
    private func beginning(ofLength length: Double) -> Double { header?.end(at: line, before: length) ?? line }

    /// The last item that begins at or before a line, if it comes after another one, and the beginning of the one that
    /// follows it.
    private func last(
        of marks: ContiguousArray<Marks.Mark>, beginningAtOrBefore line: Double, after outer: Int
    ) -> (mark: Marks.Mark, next: Double)? {
        let limit = line + Self.tolerance
        guard let place = marks.lastIndex(where: { $0.begin <= limit }), marks[place].index > outer else { return nil }
        return (marks[place], place + 1 < marks.count ? marks[place + 1].begin : .infinity)
    }

    /// The first item that ends beyond a line, if it comes before another one, and the end of the one before it.
    private func first(
        of marks: ContiguousArray<Marks.Mark>, endingBeyond line: Double, before outer: Int
    ) -> (mark: Marks.Mark, previousEnd: Double)? {
        let limit = line + Self.tolerance
        guard let place = marks.firstIndex(where: { $0.begin + $0.length > limit }), marks[place].index < outer else {
            return nil
        }
        return (marks[place], place > 0 ? marks[place - 1].begin + marks[place - 1].length : -.infinity)
    }

    /// How an element pins, for a viewer that scrolls on by itself: one of its edges keeps to the viewport's, inside
    /// a range. In content coordinates.
    package struct PinRange: Sendable, Hashable {
        /// Its natural place, with its whole length.
        package var frame: LayoutRect
        package var edge: ClosedRange<Double>
        /// Whether its far edge keeps to the far edge of the viewport.
        package var keepsToEnd: Bool
        /// The length to which it shrinks at an edge; nil if it keeps its length.
        package var minimumLength: Double?
        /// How far it keeps from the edge.
        package var inset: Double
    }
}

extension Placement {
    /// Whether items may stick in what is visible.
    package var mayStick: Bool {
        guard content.traits.stickyRule != nil, content.lapLength == 0 else { return false }
        let (low, high) = (content.low(of: viewport), content.high(of: viewport))
        return low.isFinite && high.isFinite && low <= high
    }

    /// The place along the scroll axis at which items stick if no header pins there.
    package var stickyLine: Double { content.low(of: viewport) + content.traits.pinStart }

    /// The header that pins at ``stickyLine``, among the elements of the section that lies there.
    package func stickyHeader(
        among elements: some Sequence<BandBuffer.SectionElement>, of section: AxisRange
    ) -> StickyPlaces.Header? {
        let (axis, line) = (content.traits.axis, stickyLine)
        for element in elements where element.pins && element.edge == .start {
            let natural = section.start + element.frame.min(axis)
            guard natural <= line + 1e-6 else { continue }
            let length = frame(of: element, in: section).length(axis)
            return StickyPlaces.Header(natural: natural, length: length, limit: section.end - element.reserve - length)
        }
        return nil
    }
}

extension BandBuffer.SectionElement {
    /// The element, with room for what sticks below it, that its section's end pushes out together with it.
    package func making(roomFor length: Double) -> Self {
        guard pins, edge == .start else { return self }
        var element = self
        element.reserve += length
        return element
    }
}

extension Placement {
    /// - Parameter shift: The distance of the lap from lap 0.
    package func pinRange(
        of element: BandBuffer.SectionElement, in section: AxisRange, shift: Double
    ) -> StickyPlaces.PinRange {
        let (traits, place) = (content.traits, ContentFacts.Place(in: content, shift: shift))
        /// Its frame while the viewport is far away.
        func frame(seenFrom along: Double) -> LayoutRect {
            let visible = LayoutRect(axis: traits.axis, along: along, cross: 0, alongLength: 0, crossLength: 0)
            return place.frame(
                element.frame(
                    sectionStart: section.start, sectionEnd: section.end, visible: visible, axis: traits.axis))
        }
        let (first, last) = (frame(seenFrom: -1e300), frame(seenFrom: 1e300))
        let isFooter = element.edge == .end
        let keepsToEnd = isFooter != traits.isMirrored
        let (low, high) =
            keepsToEnd
            ? (first.max(traits.axis), last.max(traits.axis)) : (first.min(traits.axis), last.min(traits.axis))
        return StickyPlaces.PinRange(
            frame: isFooter ? last : first, edge: min(low, high)...max(low, high), keepsToEnd: keepsToEnd,
            minimumLength: element.minimumLength,
            inset: (isFooter ? traits.pinEnd : traits.pinStart) + element.pinShift)
    }
}

extension BandBuffer.SectionElement {
    /// The frame of the element while it is not pinned.
    ///
    /// - Parameters:
    ///   - sectionStart: the section's beginning along the axis, in content coordinates.
    ///   - sectionEnd: the section's end there.
    package func naturalFrame(sectionStart: Double, sectionEnd: Double, axis: LayoutAxis) -> LayoutRect {
        let origin =
            switch edge {
            case .start, .span: sectionStart
            case .end: sectionEnd
            case .middle: (sectionStart + sectionEnd) / 2
            }
        let start = origin + frame.min(axis)
        let length = edge == .span ? max(0, sectionEnd - reserve - start) : frame.length(axis)
        return placed(at: start, length: length, axis: axis)
    }

    /// The frame of the element while the given rectangle is visible. A header that pins moves along with the
    /// rectangle's beginning until its section's end (less its reserve) pushes it out; a footer mirrors that. Its size
    /// never changes, and neither does anything else's place.
    ///
    /// - Parameter visible: the visible rectangle in content coordinates, without what bars and content
    ///   insets cover.
    package func frame(
        sectionStart: Double, sectionEnd: Double, visible: LayoutRect, axis: LayoutAxis
    ) -> LayoutRect {
        let natural = naturalFrame(sectionStart: sectionStart, sectionEnd: sectionEnd, axis: axis)
        guard pins else { return natural }
        let length = natural.length(axis)
        switch edge {
        case .start, .middle:
            let line = visible.min(axis) + pinShift
            // A header may shrink by as much as it was scrolled past.
            let shown = minimumLength.map { max($0, length - max(0, line - natural.min(axis))) } ?? length
            let limit = sectionEnd - reserve - shown
            return placed(at: max(natural.min(axis), min(line, limit)), length: shown, axis: axis)
        case .end:
            let limit = sectionStart + reserve
            return placed(
                at: min(natural.min(axis), max(visible.max(axis) - pinShift - length, limit)), length: length,
                axis: axis)
        case .span: return natural
        }
    }

    private func placed(at position: Double, length: Double, axis: LayoutAxis) -> LayoutRect {
        LayoutRect(
            axis: axis, along: position, cross: frame.min(axis.cross), alongLength: length,
            crossLength: frame.length(axis.cross))
    }
}
