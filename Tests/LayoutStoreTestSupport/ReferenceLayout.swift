import LayoutSQLite
package import LayoutTestSupport
package import LayoutCore

/// A layout computed the plain way. Every section is solved in one go from the rows of the user's tables. Origins are
/// plain sums, and visible elements are found by looking at each.
package struct ReferenceLayout {
    package struct Item {
        package var id: Int64
        package var position: Double
        package var measure: ItemMeasure
        /// How deep it lies in an outline.
        package var level = 0
    }

    package struct Section {
        package var id: Int64
        package var measure: SectionMeasure
        package var items: [Item]
    }

    /// An element at offset 0 in a layout that does not pin.
    package struct Placed {
        package var row: ElementRow
        /// How far it follows its section's offset, in points of `x` or `y` for each point: 0, 1 or −1.
        package var drift = 0.0
        /// The offset of its section that was never scrolled: 0, or the limit next to it.
        package var rest = 0.0
        /// How it moves by its place in the viewport.
        package var motion: Motion?
        /// Among those placed, the cell that a badge is anchored to.
        package var host: Int?
        package var pinning: Pinning?
    }

    /// A pinned element's knowledge of its section, along the scroll axis.
    package struct Pinning {
        package var edge: BandBuffer.SectionElement.Edge
        package var start: Double
        package var end: Double
        package var reserve: Double
        package var minimum: Double?
        package var shift: Double
    }

    package let plan: any LayoutPlan
    package let wraps: Bool
    package let isRightToLeft: Bool
    package let sections: [Section]
    package private(set) var placed: [Placed] = []
    package private(set) var contentLength = 0.0
    package private(set) var crossLength = 0.0
    /// The beginning and end of each section along the scroll axis, before mirroring.
    package private(set) var extents: [(start: Double, end: Double)] = []

    /// - Parameters:
    ///   - collapsed: The ids of the sections that are their headers alone.
    ///   - collapsedItems: The ids of the items that hide those below them.
    package init(
        _ definition: LayoutDefinition, container: LayoutSize, sections: [Section], collapsed: Set<Int64> = [],
        collapsedItems: Set<Int64> = []
    ) throws {
        plan = try definition.makePlan(in: container, sections: Set(sections.compactMap(\.measure.definition)).sorted())
        wraps = definition.wraps
        isRightToLeft =
            definition.rightToLeft
            || definition.kind.definition(as: CompositionalDefinition.self)?.rightToLeft ?? false
        var sections = sections
        for index in sections.indices where collapsed.contains(sections[index].id) && !plan.traits.isFree {
            sections[index].measure = sections[index].measure.collapsed(along: plan.traits.axis)
            sections[index].items = []
        }
        if let table = definition.kind.definition(as: TableDefinition.self), table.columns == 1 {
            for index in sections.indices {
                sections[index].items = Self.shown(sections[index].items, collapsed: collapsedItems)
            }
        }
        self.sections = sections
        layOut()
        crossLength = max(plan.traits.contentCrossLength ?? crossLength, plan.scrollsBothWays ? crossLength : 0)
        if plan.traits.isMirrored {
            for index in placed.indices {
                let frame = placed[index].row.frame
                placed[index].row.frame.x = contentLength - frame.x - frame.width
            }
        }
    }

    /// The items that no collapsed one before them hides.
    package static func shown(_ items: [Item], collapsed: Set<Int64>) -> [Item] {
        items.indices.filter { index in
            // By each collapsed item before it, whether one that is no deeper came between.
            !items.indices.prefix(index).contains { above in
                collapsed.contains(items[above].id)
                    && items[(above + 1)...index].allSatisfy { $0.level > items[above].level }
            }
        }.map { items[$0] }
    }

    /// All elements at their natural positions.
    package var elements: [ElementRow] { placed.map(\.row) }

    package var contentSize: LayoutSize {
        plan.traits.axis == .vertical
            ? LayoutSize(width: crossLength, height: contentLength)
            : LayoutSize(width: contentLength, height: crossLength)
    }

    /// How far the content can be scrolled beyond its ends. That is the free space there, except for the pinned bars of
    /// the list, which have their room inside the content.
    package var scrollInsets: (start: Double, end: Double) {
        func length(ofBar name: String) -> Double {
            let bar = placed.first { $0.row.section == nil && $0.row.elementKind == name && $0.pinning != nil }
            return bar?.row.frame.length(plan.traits.axis) ?? 0
        }
        return (plan.traits.pinStart - length(ofBar: "listHeader"), plan.traits.pinEnd - length(ofBar: "listFooter"))
    }

    private mutating func layOut() {
        let axis = plan.traits.axis
        var origin = 0.0
        // Whether a section that takes room came before.
        var hasSection = false
        var band = BandBuffer()
        // Elements placed from the end of the content wait until the end is known.
        var whole: [BandBuffer.SectionElement] = []
        if plan.layOutBoundary(.start, into: &band) {
            add(band, section: nil, origin: 0, items: [])
            whole += band.sectionElements
            origin = band.length
        }
        for (index, section) in sections.enumerated() {
            band.removeAll()
            var measure = section.measure
            measure.followsSection = hasSection
            var solver = plan.makeSolver(for: measure, from: SectionMeasure.Start())
            let measures = ContiguousArray(section.items.map(\.measure))
            _ = solver.place(measures, in: 0..<measures.count, limit: .max, into: &band)
            solver.finish(&band)
            if !band.isHidden {
                if hasSection { origin += plan.traits.sectionSpacing }
                hasSection = true
            }
            add(band, section: index, origin: plan.traits.isFree ? 0 : origin, items: section.items)
            let end = origin + band.length
            for element in band.sectionElements { add(element, section: index, start: origin, end: end) }
            // One that takes no room is behind the spacing of the one before it.
            let start = band.isHidden && hasSection ? origin + plan.traits.sectionSpacing : origin
            extents.append((start, max(start, end)))
            origin = end
        }
        band.removeAll()
        if plan.layOutBoundary(.end, into: &band) {
            add(band, section: nil, origin: origin, items: [])
            whole += band.sectionElements
            origin += band.length
        }
        contentLength = plan.traits.isFree ? max(0, placed.map { $0.row.frame.max(axis) }.max() ?? 0) : origin
        if plan.traits.isFree { crossLength = max(0, placed.map { $0.row.frame.max(axis.cross) }.max() ?? 0) }
        for element in whole { add(element, section: nil, start: 0, end: contentLength) }
    }

    private mutating func add(_ band: BandBuffer, section: Int?, origin: Double, items: [Item]) {
        let axis = plan.traits.axis
        crossLength = max(crossLength, band.crossLength)
        let moves = (band.orthogonal?.behavior ?? .none) != .none
        let drift = moves ? (plan.isOrthogonalMirrored ? -1.0 : 1) : 0
        let rest = band.orthogonal.map { max($0.restPositions.minimum, min(0, $0.restPositions.maximum)) } ?? 0
        let motion = (moves ? band.orthogonal?.motion : plan.motion).map {
            Motion(kind: $0, isAlongX: moves == (axis == .vertical), isRightToLeft: isRightToLeft)
        }
        func moved(_ frame: LayoutRect) -> LayoutRect {
            var frame = frame
            let start = origin + band.frameStart
            if axis == .vertical { frame.y = start + frame.y } else { frame.x = start + frame.x }
            return frame
        }
        var hosts: [Int: Int] = [:]
        for (index, cell) in band.cells.enumerated() where !cell.isHidden {
            hosts[index] = placed.count
            placed.append(
                Placed(
                    row: ElementRow(
                        kind: "cell", elementKind: nil, section: section, item: index, frame: moved(cell.frame),
                        zIndex: cell.zIndex, itemID: items[index].id), drift: drift, rest: rest, motion: motion))
        }
        for element in band.elements {
            let kind = plan.elementKinds[element.kind]
            placed.append(
                Placed(
                    row: ElementRow(
                        kind: kind.category.rawValue, elementKind: kind.name, section: section, item: element.host ?? 0,
                        frame: moved(element.frame), zIndex: element.zIndex, itemID: element.host.map { items[$0].id }
                    ),
                    drift: kind.movesWithCells ? drift : 0, rest: rest, motion: kind.movesWithCells ? motion : nil,
                    host: element.host.flatMap { hosts[$0] }))
        }
    }

    private mutating func add(_ element: BandBuffer.SectionElement, section: Int?, start: Double, end: Double) {
        let axis = plan.traits.axis
        let kind = plan.elementKinds[element.kind]
        let origin = element.edge == .end ? end : element.edge == .middle ? (start + end) / 2 : start
        let along = origin + element.frame.min(axis)
        let length = element.edge == .span ? max(0, end - element.reserve - along) : element.frame.length(axis)
        let frame = LayoutRect(
            axis: axis, along: along, cross: element.frame.min(axis.cross), alongLength: length,
            crossLength: element.frame.length(axis.cross))
        placed.append(
            Placed(
                row: ElementRow(
                    kind: kind.category.rawValue, elementKind: kind.name, section: section, item: 0, frame: frame,
                    zIndex: element.zIndex, itemID: nil),
                pinning: element.pins
                    ? Pinning(
                        edge: element.edge, start: start, end: end, reserve: element.reserve,
                        minimum: element.minimumLength, shift: element.pinShift) : nil))
    }
}
