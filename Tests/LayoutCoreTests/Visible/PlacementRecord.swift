import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
@testable import LayoutTestSupport
@testable import LayoutCore

extension LayoutRect {
    var numbers: [Double] { [x, y, width, height] }
}

/// A stored layout as the rule that places elements sees it: its facts, its elements, and its views.
struct PlacementRecord {
    private(set) var record: PlacementCase
    private var indices: [String: Int] = [:]

    init(_ name: String, _ layout: LayoutReader) throws {
        let totals = try layout.totals
        let content = try layout.content
        let traits = layout.traits
        record = PlacementCase(
            name: name,
            content: PlacementCase.Content(
                axis: traits.axis == .vertical ? "vertical" : "horizontal", isMirrored: traits.isMirrored,
                isMirroredAcross: traits.isMirroredAcross, isFree: traits.isFree, length: content.length,
                crossLength: content.crossLength, sectionSpacing: traits.sectionSpacing,
                sectionCount: totals.sections, overhangBefore: totals.overhangBefore,
                overhangAfter: totals.overhangAfter, wraps: traits.wraps, wrapSpacing: traits.wrapSpacing,
                wrapsAcross: traits.wrapsAcross, crossWrapSpacing: traits.crossWrapSpacing,
                pinStart: traits.pinStart, pinEnd: traits.pinEnd, sticky: traits.stickyRule?.rawValue,
                motionReach: traits.motionReach),
            sections: [], natural: [], views: [])
        for index in 0..<totals.sections { try addSection(index, layout) }
        for element in try Self.sectionElements(of: nil, nil, layout) { add(element) }
        var next = try layout.bands.next(afterSlot: 0)
        while let band = next {
            try addElements(of: band, layout)
            next = try layout.bands.next(afterSlot: band.slot)
        }
    }

    private static func label(_ kind: String, _ elementKind: String?, _ section: Int?, _ item: Int) -> String {
        "\(kind) \(elementKind ?? "-") \(section.map(String.init) ?? "-")/\(item)"
    }

    private mutating func add(_ element: PlacementCase.Natural) {
        indices[element.label] = record.natural.count
        record.natural.append(element)
    }

    private mutating func addSection(_ index: Int, _ layout: LayoutReader) throws {
        guard let band = try layout.firstBand(ofSection: index)?.band, let id = band.sectionID else { return }
        let offset = try layout.connection.first(
            "SELECT offset FROM section_offset WHERE section_id = ?1", id, as: Double.self)
        let lines = try FrozenLines.find(ofSection: id, in: layout.preparationID, layout.connection)
        record.sections.append(
            PlacementCase.Section(
                start: try layout.start(ofSection: index).length, end: try layout.end(ofSection: index),
                orthogonal: band.orthogonal, offset: offset ?? 0,
                lines: lines.map {
                    let strips = [("top", $0.top), ("bottom", $0.bottom), ("left", $0.left), ("right", $0.right)]
                    return Dictionary(uniqueKeysWithValues: strips.map { ($0.0, [$0.1.start, $0.1.end]) })
                }))
        for element in try Self.sectionElements(of: id, index, layout) { add(element) }
    }

    private static func sectionElements(of id: Int64?, _ index: Int?, _ layout: LayoutReader) throws
        -> [PlacementCase.Natural]
    {
        try SectionElementRow.all(ofSection: id, in: layout.preparationID, layout.connection).map { row in
            let kind = try layout.elementKinds.kind(row.kindID)
            let element = row.element
            return PlacementCase.Natural(
                section: index, isCell: false, label: label(kind.category.rawValue, kind.name, index, 0), origin: 0,
                frame: element.frame.numbers, zIndex: layout.traits.zIndex(element.zIndex, section: index, item: nil),
                moves: false,
                pin: PlacementCase.Pin(
                    edge: element.edge.rawValue, pins: element.pins, reserve: element.reserve,
                    minimumLength: element.minimumLength, shift: element.pinShift))
        }
    }

    private mutating func addElements(of band: BandRecord, _ layout: LayoutReader) throws {
        let before = try layout.prefix(band.slot - 1)
        let section = band.sectionID == nil ? nil : before.sections - (band.beginsSection ? 0 : 1)
        let first = try section.map { before.items - (try layout.start(ofSection: $0).items) } ?? 0
        var elements: [BandElement] = []
        try BlockRecord.forEachElement(ofBand: band.id, in: layout.connection) { elements.append($0) }
        let start = record.natural.count
        let shown = elements.filter { $0.frame.width >= 0 }
        for element in shown {
            let kind = try element.kindID.map { try layout.elementKinds.kind($0) }
            let item = element.item.map { $0 + first } ?? 0
            let moves = kind?.movesWithCells ?? true
            let motion = moves ? band.motion : nil
            let host = kind == nil || !moves ? nil : shown.firstIndex { $0.kindID == nil && $0.item == element.item }
            let sticky = try element.itemID(from: band.firstItemID).flatMap { try Self.sticky($0, layout) }
            add(
                PlacementCase.Natural(
                    section: section, isCell: kind == nil,
                    label: Self.label(kind?.category.rawValue ?? "cell", kind?.name, section, item),
                    origin: before.length, frame: element.frame.numbers,
                    zIndex: layout.traits.zIndex(
                        element.zIndex, section: section, item: kind == nil ? item : nil), moves: moves,
                    motion: motion?.motion.rawValue,
                    motionAxis: motion.map { $0.axis == .vertical ? "vertical" : "horizontal" },
                    host: motion == nil ? nil : host.map { start + $0 }, sticky: kind == nil ? sticky : nil))
        }
    }

    private static func sticky(_ item: Int64, _ layout: LayoutReader) throws -> [Int]? {
        guard layout.traits.stickyRule != nil else { return nil }
        let row = try layout.connection.cached(
            "SELECT sticky_level, sticky_edge = 'end' FROM item WHERE id = ?1 AND sticky_level IS NOT NULL")
        row.bind(item, at: 1)
        defer { row.rewind() }
        return try row.step() ? [row.int(0), row.int(1)] : nil
    }

    mutating func addView(_ rect: LayoutRect, seenFrom viewport: LayoutRect, _ layout: LayoutReader) throws {
        let placed = try layout.elements(in: rect, visible: viewport).map { element in
            let drawing = [
                element.transform.scale, element.transform.rotation, element.alpha, element.transform.translation.x,
                element.transform.translation.y,
            ]
            let label = Self.label(element.kind.rawValue, element.elementKind, element.section, element.item)
            return PlacementCase.Placed(
                index: indices[label] ?? -1, lap: element.lap, frame: element.frame.numbers, zIndex: element.zIndex,
                drawing: drawing == [1, 0, 1, 0, 0] ? nil : drawing)
        }
        record.views.append(
            PlacementCase.View(rect: rect.numbers, viewport: viewport.numbers, placed: placed.sorted()))
    }
}
