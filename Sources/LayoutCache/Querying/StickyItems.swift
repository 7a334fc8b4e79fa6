internal import LayoutEngine
internal import LayoutSQLite

/// Finds the items of a layout that stick to the edges of the visible rectangle, and their places.
///
/// While the content scrolls, mostly among the items that the layout's ``StickyMemory`` holds. Else O(levels · log
/// items): each item is found by a descent of the sum tree and one of the index of sticky items.
package struct StickyItems {
    private let layout: LayoutReader
    private let view: BandCoordinates
    /// The visible range along the bands, without the parts that bars and pinned headers cover.
    private let start: Double
    private let end: Double
    /// The line at which items stick at the start if no header pins there.
    private let line: Double
    private let header: Header?
    private let window: StickyWindow
    private let rule: StickyRule

    /// The header that pins at the line, along the bands.
    private struct Header {
        var sectionID: Int64
        var natural: Double
        var length: Double
        /// The place to which the end of its section pushes it.
        var limit: Double

        /// Its lower edge, if that much sticks below it.
        func end(at line: Double, before length: Double) -> Double {
            max(natural, min(line, limit - length)) + self.length
        }
    }

    /// The items that stick, and the header that they push.
    struct Stuck {
        var elements: [LayoutAttributes] = []
        /// The section whose header pins before items that stick, and their length. The end of the section pushes them
        /// out together.
        var header: (sectionID: Int64, length: Double)?

        /// A header or footer of a section, which makes room for what sticks below it.
        func making(_ element: BandBuffer.SectionElement, ofSection id: Int64?) -> BandBuffer.SectionElement {
            guard let header, header.sectionID == id, element.pins, element.edge == .start else { return element }
            var element = element
            element.reserve += header.length
            return element
        }
    }

    /// A z-index above all cells that do not stick; each level is below the one outside it.
    private static let outermostZIndex = 100
    /// Comparisons of computed lengths allow this much.
    private static let tolerance = 1e-6

    /// - Parameter eye: The visible rectangle, in content coordinates.
    /// - Returns: nil for a layout in which nothing sticks.
    init?(_ layout: LayoutReader, seenFrom eye: LayoutRect) throws {
        guard let rule = layout.traits.stickyRule, layout.isPrepared else { return nil }
        self.layout = layout
        self.rule = rule
        let view = try layout.view(try layout.totals)
        self.view = view
        let (low, high) = (view.low(of: eye), view.high(of: eye))
        guard low.isFinite, high.isFinite, low <= high else { return nil }
        end = high - layout.traits.pinEnd
        line = low + layout.traits.pinStart
        header = try Self.header(of: eye, line, layout, view)
        start = header?.end(at: line, before: 0) ?? line
        // A line may lie beyond what is visible, and a point more is more than comparisons allow.
        window = try layout.sticky.window(around: min(low, end) - 1...max(high, start) + 1) {
            try StickyWindow($0, rule: rule, of: layout, view)
        }
    }

    /// The lower edge of the header that pins at a line; the line itself if there is none.
    private static func header(
        of eye: LayoutRect, _ line: Double, _ layout: LayoutReader, _ view: BandCoordinates
    ) throws -> Header? {
        guard try layout.sectionElements.ofSections,
            let found = try layout.band(after: { $0.length <= line }), let sectionID = found.band.sectionID
        else { return nil }
        let section = found.before.sections - (found.band.beginsSection ? 0 : 1)
        let sectionStart = try layout.start(ofSection: section).length
        let sectionEnd = try layout.end(ofSection: section)
        let axis = layout.traits.axis
        let visible = view.pinningRect(seenFrom: eye, shift: 0)
        for row in try SectionElementRow.all(ofSection: sectionID, in: layout.preparationID, layout.connection)
        where row.element.pins && row.element.edge == .start {
            let natural = sectionStart + row.element.frame.min(axis)
            guard natural <= line + tolerance else { continue }
            let length = row.element.frame(
                sectionStart: sectionStart, sectionEnd: sectionEnd, visible: visible, axis: axis
            ).length(axis)
            return Header(
                sectionID: sectionID, natural: natural, length: length,
                limit: sectionEnd - row.element.reserve - length)
        }
        return nil
    }

    /// The items that stick, each at its visible place.
    func stuck() -> Stuck {
        switch rule {
        case .push: pushed()
        case .stack: stacked()
        }
    }

    /// The beginning of the first item that sticks at the start.
    private func beginning(ofLength length: Double) -> Double {
        header?.end(at: line, before: length) ?? line
    }

    private func stuck(_ elements: [LayoutAttributes], lengthAtStart: Double) -> Stuck {
        Stuck(elements: elements, header: header.map { ($0.sectionID, lengthAtStart) })
    }

    // MARK: Rules

    private func pushed() -> Stuck {
        guard let group = window.groups.first else { return stuck([], lengthAtStart: 0) }
        var elements: [LayoutAttributes] = []
        var lengthAtStart = 0.0
        if let item = last(of: group.starts, beginningAtOrBefore: start, after: -1) {
            lengthAtStart = item.mark.length
            elements.append(
                element(item.mark, at: min(beginning(ofLength: lengthAtStart), item.next - lengthAtStart)))
        }
        if let item = first(of: group.ends, endingBeyond: end, before: .max) {
            elements.append(element(item.mark, at: max(end - item.mark.length, item.previousEnd)))
        }
        return stuck(elements, lengthAtStart: lengthAtStart)
    }

    private func stacked() -> Stuck {
        var atStart: ContiguousArray<(mark: StickyMark, next: Double)> = []
        var atEnd: ContiguousArray<StickyMark> = []
        atStart.reserveCapacity(window.groups.count)
        var (startLength, endLength) = (0.0, 0.0)
        var (lastAtStart, lastAtEnd) = (-1, Int.max)
        for group in window.groups {
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
        var elements: [LayoutAttributes] = []
        elements.reserveCapacity(atStart.count + atEnd.count)
        var place = beginning(ofLength: startLength)
        var rest = startLength
        for (mark, next) in atStart {
            place = min(place, next - rest)
            elements.append(element(mark, at: place))
            place += mark.length
            rest -= mark.length
        }
        place = end
        for mark in atEnd {
            place -= mark.length
            elements.append(element(mark, at: place))
        }
        return stuck(elements, lengthAtStart: startLength)
    }

    // MARK: Finding

    /// The last item that begins at or before a line, if it comes after another one, and the beginning of the one that
    /// follows it.
    private func last(
        of marks: ContiguousArray<StickyMark>, beginningAtOrBefore line: Double, after outer: Int
    ) -> (mark: StickyMark, next: Double)? {
        let limit = line + Self.tolerance
        guard let place = marks.lastIndex(where: { $0.begin <= limit }), marks[place].index > outer else { return nil }
        return (marks[place], place + 1 < marks.count ? marks[place + 1].begin : .infinity)
    }

    /// The first item that ends beyond a line, if it comes before another one, and the end of the one before it.
    private func first(
        of marks: ContiguousArray<StickyMark>, endingBeyond line: Double, before outer: Int
    ) -> (mark: StickyMark, previousEnd: Double)? {
        let limit = line + Self.tolerance
        guard let place = marks.firstIndex(where: { $0.begin + $0.length > limit }), marks[place].index < outer else {
            return nil
        }
        return (marks[place], place > 0 ? marks[place - 1].begin + marks[place - 1].length : -.infinity)
    }

    private func element(_ mark: StickyMark, at place: Double) -> LayoutAttributes {
        let item = window.items[mark.index]
        var element = item.cell
        element.motion = nil
        let axis = layout.traits.axis
        let along = layout.traits.isMirrored ? view.contentLength - place - item.length : place
        element.frame = LayoutRect(
            axis: axis, along: along, cross: element.frame.min(axis.cross), alongLength: item.length,
            crossLength: element.frame.length(axis.cross))
        element.zIndex = Self.outermostZIndex - item.row.level
        return element
    }
}

extension VisibleQuery {
    /// The elements that stick to the edges of the visible rectangle; nil if none can.
    func findStuck() throws -> StickyItems.Stuck? {
        guard traits.stickyRule != nil, purpose.movesFrozenCells, view.lapLength == 0 else { return nil }
        return try StickyItems(layout, seenFrom: viewport)?.stuck()
    }

    /// Adds the items that stick at their visible places; at their natural ones they are not added.
    mutating func addStickyItems() {
        guard let stuck else { return }
        for element in stuck.elements where element.frame.overlaps(rect) { elements.append(element) }
    }
}
