@testable import LayoutTestSupport
import Testing

@testable import LayoutEngine

/// The rule that places elements, over the numbers of layouts of all kinds: no store is at hand.
@Suite struct PlacementTests {
    @Test("The rule places the elements of every kind of layout as the file of placements has them, to the last bit")
    func places() throws {
        let cases = try PlacementCase.all()
        #expect(cases.count > 30)
        for layout in cases {
            let facts = Facts(layout)
            for view in layout.views {
                let found = facts.placed(in: LayoutRect(view.rect), seenFrom: LayoutRect(view.viewport)).sorted()
                #expect(found.map(\.index) == view.placed.map(\.index), "\(layout.name), \(view.rect)")
                for (found, kept) in zip(found, view.placed) where found != kept {
                    Issue.record("\(layout.name), \(view.rect), \(layout.natural[kept.index].label): \(found), \(kept)")
                    return
                }
            }
        }
    }
}

extension LayoutRect {
    init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    fileprivate var numbers: [Double] { [x, y, width, height] }
}

/// A layout's facts, and all of its elements: every region is searched by looking at each.
private struct Facts {
    let layout: PlacementCase
    let content: ContentFacts

    init(_ layout: PlacementCase) {
        self.layout = layout
        let known = layout.content
        var traits = LayoutTraits(
            axis: known.axis == "vertical" ? .vertical : .horizontal, isMirrored: known.isMirrored,
            isFree: known.isFree, sectionSpacing: known.sectionSpacing, contentCrossLength: known.crossLength,
            wraps: known.wraps, wrapSpacing: known.wrapSpacing, pinStart: known.pinStart, pinEnd: known.pinEnd)
        traits.isMirroredAcross = known.isMirroredAcross
        traits.wrapsAcross = known.wrapsAcross
        traits.crossWrapSpacing = known.crossWrapSpacing
        traits.stickyRule = known.sticky.flatMap(StickyRule.init)
        traits.motionReach = known.motionReach
        content = ContentFacts(
            traits: traits, length: known.length, crossLength: known.crossLength,
            overhang: ContentFacts.Margins(before: known.overhangBefore, after: known.overhangAfter),
            isOfOneSection: known.sectionCount == 1, sheet: layout.sections.first.flatMap(Self.lines))
    }

    private static func lines(_ section: PlacementCase.Section) -> FrozenLines? {
        guard let lines = section.lines else { return nil }
        func strip(_ name: String) -> FrozenLines.Strip {
            FrozenLines.Strip(start: lines[name]?[0] ?? 0, end: lines[name]?[1] ?? 0)
        }
        return FrozenLines(top: strip("top"), bottom: strip("bottom"), left: strip("left"), right: strip("right"))
    }

    func range(ofSection section: Int?) -> FrozenLines.Strip {
        guard let section else { return FrozenLines.Strip(start: 0, end: content.length) }
        return FrozenLines.Strip(start: layout.sections[section].start, end: layout.sections[section].end)
    }

    var pins: [(section: Int?, element: BandBuffer.SectionElement)] {
        layout.natural.compactMap { element in element.pin.map { (element.section, Self.pin($0, element.frame)) } }
    }

    private static func pin(_ pin: PlacementCase.Pin, _ frame: [Double]) -> BandBuffer.SectionElement {
        BandBuffer.SectionElement(
            kind: 0, edge: .init(rawValue: pin.edge) ?? .start, frame: LayoutRect(frame), zIndex: 0, pins: pin.pins,
            reserve: pin.reserve, minimumLength: pin.minimumLength, pinShift: pin.shift)
    }

    // MARK: Sticky items

    private func stuck(_ placement: Placement) -> (items: [Int: PlacementCase.Placed], section: Int?, length: Double) {
        guard placement.mayStick, let rule = content.traits.stickyRule else { return ([:], nil, 0) }
        let line = placement.stickyLine
        let section = layout.sections.lastIndex {
            $0.start <= line && line < $0.end + content.traits.sectionSpacing
        }
        let header = section.flatMap { section in
            let elements = pins.filter { $0.section == section }.map(\.element)
            return placement.stickyHeader(among: elements, of: range(ofSection: section))
        }
        let levels = Set(layout.natural.compactMap { $0.sticky?[0] }).sorted()
        var marks = StickyMarks(rule, levelCount: levels.count)
        for (index, element) in layout.natural.enumerated() {
            guard let sticky = element.sticky, let level = levels.firstIndex(of: sticky[0]) else { continue }
            let frame = natural(element)
            marks.append(
                StickyMarks.Mark(
                    index: index, begin: content.low(of: frame), length: frame.length(content.traits.axis)),
                level: level, isAtEnd: sticky[1] == 1)
        }
        let places = StickyPlaces(placement, below: header)
        let (items, length) = places.stuck(marks)
        let placed = items.map { item in
            let element = layout.natural[item.index]
            return PlacementCase.Placed(
                index: item.index, lap: 0, frame: places.frame(natural(element), item).numbers,
                zIndex: StickyPlaces.zIndex(ofLevel: element.sticky?[0] ?? 0), drawing: nil)
        }
        return (
            Dictionary(uniqueKeysWithValues: placed.map { ($0.index, $0) }), header.map { _ in section } ?? nil, length
        )
    }

    private func natural(_ element: PlacementCase.Natural) -> LayoutRect {
        ContentPlace(in: content, origin: element.origin).frame(LayoutRect(element.frame))
    }

    // MARK: Looking at each

    func placed(in rect: LayoutRect, seenFrom viewport: LayoutRect) -> [PlacementCase.Placed] {
        let placement = Placement(content, viewport: viewport)
        let stuck = stuck(placement)
        var found = stuck.items.values.filter { LayoutRect($0.frame).overlaps(rect) }
        func look(_ region: ShownRegion, _ section: Int?) {
            for (index, element) in layout.natural.enumerated()
            where element.section == section && element.pin == nil && stuck.items[index] == nil {
                if let placed = place(index, in: region, placement, rect) { found.append(placed) }
            }
        }
        if content.traits.isFree {
            for section in layout.sections.indices {
                look(placement.region(in: placement.lap(0, of: rect)), section)
            }
            return found
        }
        func lookAtFrozenRows(_ sheet: ShownSheet, _ section: Int, _ lap: ShownLap) {
            for rows in [FrozenLines.Part.first, .last] where sheet.frozenRows(rows) != nil {
                for region in placement.regions(of: sheet, rows, in: lap) ?? [] { look(region, section) }
            }
        }
        for number in placement.laps(of: rect) ?? 0...0 {
            let lap = placement.lap(number, of: rect)
            look(placement.region(in: lap), nil)
            for (index, section) in layout.sections.enumerated() {
                if let sheet = Self.lines(section).flatMap({ placement.sheet($0, in: range(ofSection: index), lap) }) {
                    for region in placement.regions(of: sheet, .scrolling, in: lap) ?? [] { look(region, index) }
                    if !placement.hasRowsBesideLaps { lookAtFrozenRows(sheet, index, lap) }
                } else if section.orthogonal != 0 {
                    let offset = section.offset * Double(section.orthogonal)
                    for region in placement.regions(movedBy: offset, in: lap) { look(region, index) }
                } else {
                    look(placement.region(in: lap), index)
                }
            }
            for (index, element) in layout.natural.enumerated() {
                guard let known = element.pin else { continue }
                var pin = Self.pin(known, element.frame)
                if let section = stuck.section, section == element.section { pin = pin.making(roomFor: stuck.length) }
                let frame = placement.frame(of: pin, in: range(ofSection: element.section), shift: lap.shift)
                guard frame.overlaps(rect) else { continue }
                found.append(
                    PlacementCase.Placed(
                        index: index, lap: lap.number, frame: frame.numbers, zIndex: element.zIndex, drawing: nil))
            }
        }
        if placement.hasRowsBesideLaps, let section = layout.sections.first, let lines = Self.lines(section) {
            let lap = placement.lap(0, of: rect)
            if let sheet = placement.sheet(lines, in: range(ofSection: 0), lap) { lookAtFrozenRows(sheet, 0, lap) }
        }
        return found
    }

    /// An element as a region shows it. It must lie in what the region says to search.
    private func place(_ index: Int, in region: ShownRegion, _ placement: Placement, _ rect: LayoutRect)
        -> PlacementCase.Placed?
    {
        let element = layout.natural[index]
        guard region.members == .all || (region.members == .moving) == element.moves else { return nil }
        let local = LayoutRect(element.frame)
        let place = region.place(from: element.origin)
        var frame = place.frame(local)
        guard region.takes(&frame) else { return nil }
        var placed = PlacementCase.Placed(
            index: index, lap: region.lap, frame: frame.numbers,
            zIndex: element.zIndex + (region.part?.zIndex ?? 0), drawing: nil)
        let motion = element.motion.flatMap(LayoutMotion.init).map {
            ElementMotion(
                $0, axis: element.motionAxis == "vertical" ? .vertical : .horizontal,
                isMirrored: content.traits.isMirrored)
        }
        if let motion {
            let host = element.host.map { place.frame(LayoutRect(layout.natural[$0].frame)) }
            let drawing = motion.drawing(of: frame, on: host, in: placement.viewport)
            guard drawing.isVisible(in: rect) else { return nil }
            let transform = drawing.transform
            let numbers = [
                transform.scale, transform.rotation, drawing.alpha, transform.translation.x, transform.translation.y,
            ]
            placed.drawing = numbers == [1, 0, 1, 0, 0] ? nil : numbers
        } else {
            guard frame.overlaps(rect) else { return nil }
        }
        guard !content.traits.isFree else { return placed }
        let (axis, searched) = (content.traits.axis, region.searched(from: element.origin, motion))
        let hosted = element.host.map { LayoutRect(layout.natural[$0].frame) }
        let swept = motion?.swept(local, on: hosted) ?? local
        // Another part of the rule finds what this one would not look for.
        guard swept.min(axis) <= searched.along.end, swept.max(axis) >= searched.along.start,
            swept.min(axis.cross) <= searched.across.end, swept.max(axis.cross) >= searched.across.start
        else {
            Issue.record("\(layout.name): \(element.label) shows, and would not be found, in \(rect)")
            return nil
        }
        return placed
    }
}
