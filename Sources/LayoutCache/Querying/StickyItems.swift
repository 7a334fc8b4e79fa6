internal import LayoutEngine
internal import LayoutSQLite

/// Finds the items of a layout that stick to the edges of the visible rectangle, and their places.
///
/// While the content scrolls, mostly among the items that the layout's ``StickyMemory`` holds. Else O(levels · log
/// items): each item is found by a descent of the sum tree and one of the index of sticky items.
package struct StickyItems {
    private let layout: LayoutReader
    private let rule: StickyRule
    private let view: BandCoordinates
    /// The visible range along the bands, without the parts that bars and pinned headers cover.
    private let start: Double
    private let end: Double
    /// The line at which items stick at the start if no header pins there.
    private let line: Double
    private let header: Header?
    private let window: StickyWindow

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
            try StickyWindow($0, of: layout, view)
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
        var elements: [LayoutAttributes] = []
        var lengthAtStart = 0.0
        if let item = last(beginningAtOrBefore: start, level: nil, after: nil) {
            lengthAtStart = item.length
            var place = beginning(ofLength: lengthAtStart)
            if let following = window.starts.first(where: { item.row < $0.row }) {
                place = min(place, following.begin - item.length)
            }
            elements.append(element(item, at: place))
        }
        if let item = first(endingBeyond: end, level: nil, before: nil) {
            var place = end - item.length
            if let before = window.ends.last(where: { $0.row < item.row }) {
                place = max(place, before.begin + before.length)
            }
            elements.append(element(item, at: place))
        }
        return stuck(elements, lengthAtStart: lengthAtStart)
    }

    private func stacked() -> Stuck {
        var atStart: [StickyItem] = []
        var atEnd: [StickyItem] = []
        var startLength = 0.0
        var endLength = 0.0
        for level in window.levels {
            if let item = last(beginningAtOrBefore: start + startLength, level: level, after: atStart.last?.row),
                startLength + endLength + item.length < end - start - Self.tolerance
            {
                atStart.append(item)
                startLength += item.length
            }
            if let item = first(endingBeyond: end - endLength, level: level, before: atEnd.last?.row),
                startLength + endLength + item.length < end - start - Self.tolerance
            {
                atEnd.append(item)
                endLength += item.length
            }
        }
        var elements: [LayoutAttributes] = []
        var place = beginning(ofLength: startLength)
        var rest = startLength
        for item in atStart {
            let following = window.starts.first { item.row < $0.row && $0.row.level == item.row.level }
            if let following {
                place = min(place, following.begin - rest)
            }
            elements.append(element(item, at: place))
            place += item.length
            rest -= item.length
        }
        place = end
        for item in atEnd {
            place -= item.length
            elements.append(element(item, at: place))
        }
        return stuck(elements, lengthAtStart: startLength)
    }

    // MARK: Finding

    /// The last item that begins at or before a line, and comes after another one.
    private func last(beginningAtOrBefore line: Double, level: Int?, after outer: StickyRow?) -> StickyItem? {
        let item = window.starts.last {
            (level == nil || $0.row.level == level) && $0.begin <= line + Self.tolerance
        }
        guard let item, outer.map({ $0 < item.row }) ?? true else { return nil }
        return item
    }

    /// The first item that ends beyond a line, and comes before another one.
    private func first(endingBeyond line: Double, level: Int?, before outer: StickyRow?) -> StickyItem? {
        let item = window.ends.first {
            (level == nil || $0.row.level == level) && $0.begin + $0.length > line + Self.tolerance
        }
        guard let item, outer.map({ item.row < $0 }) ?? true else { return nil }
        return item
    }

    private func element(_ item: StickyItem, at place: Double) -> LayoutAttributes {
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

    /// Moves items that stick from their natural places to their visible ones.
    mutating func moveStickyItems() {
        guard let stuck, !stuck.elements.isEmpty else { return }
        let ids = Set(stuck.elements.compactMap(\.itemID))
        elements.removeAll { $0.kind == .cell && $0.itemID.map(ids.contains) ?? false }
        elements += stuck.elements.filter { $0.frame.overlaps(rect) }
    }
}
