import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct RandomDefinitionTests {
    @Test("any definition comes back from its own text", arguments: 0..<30 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            let definition = LayoutDefinition.random(using: &random)
            try definition.validate()
            #expect(try LayoutDefinition(json: definition.json) == definition)
            #expect(try LayoutDefinition(json: definition.json).json == definition.json)
        }
    }

    @Test("a damaged definition is read or refused with a path, and never crashes", arguments: 0..<30 as Range<UInt64>)
    func damage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var bytes = Array(LayoutDefinition.random(using: &random).json.utf8)
            let index = Int.random(in: bytes.indices, using: &random)
            bytes[index] = UInt8.random(in: 0x20...0x7E, using: &random)
            do throws(DefinitionError) {
                let definition = try LayoutDefinition(json: String(decoding: bytes, as: UTF8.self))
                try definition.validate()
            } catch {
                #expect(error.path.hasPrefix("$") && !error.message.isEmpty)
            }
        }
    }
}

extension LayoutDefinition {
    /// A random definition of any kind but the compositional, with some keys at their defaults.
    fileprivate static func random(using random: inout SeededGenerator) -> LayoutDefinition {
        func number(_ fallback: Double, from least: Double = 0) -> Double {
            Bool.random(using: &random) ? fallback : random.exactLength(in: least...500)
        }
        func flag() -> Bool { .random(using: &random) }
        func size(_ fallback: LayoutSize = .zero, from least: Double = 0) -> LayoutSize {
            LayoutSize(width: number(fallback.width, from: least), height: number(fallback.height, from: least))
        }
        func insets() -> LayoutInsets { flag() ? LayoutInsets(number(0)) : random.insets() }
        func axis() -> LayoutAxis { flag() ? .vertical : .horizontal }
        func widths(upTo count: Int) -> [Double] {
            (0..<Int.random(in: 0...count, using: &random)).map { _ in random.exactLength(in: 1...90) }
        }
        let kind: Kind
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            kind = .table(
                TableDefinition(
                    axis: axis(), rowSpacing: number(0), estimatedRowHeight: number(44, from: 1),
                    sectionSpacing: number(0),
                    header: size(), footer: size(), sectionInsets: insets(), pinHeaders: flag(), pinFooters: flag()))
        case 1:
            kind = .card(
                CardDefinition(
                    axis: axis(), itemPitch: number(40, from: 1), itemWidth: flag() ? nil : number(3, from: 1),
                    itemHeight: flag() ? nil : number(3, from: 1), header: size(), sectionInsets: insets(),
                    contentInsets: insets()))
        case 2:
            kind = .flow(
                FlowDefinition(
                    axis: axis(), itemSpacing: number(10), lineSpacing: number(10),
                    itemSize: size(LayoutSize(width: 50, height: 50), from: 1), sectionSpacing: number(0),
                    sectionInsets: insets(),
                    contentInsets: insets(), header: size(), footer: size(), pinHeaders: flag(), pinFooters: flag()))
        case 3:
            kind = .waterfall(
                WaterfallDefinition(
                    axis: axis(), columns: Int.random(in: 1...9, using: &random), columnSpacing: number(10),
                    itemSpacing: number(10),
                    estimatedItemLength: number(50, from: 1), sectionSpacing: number(0), sectionInsets: insets(),
                    header: size(),
                    footer: size(), pinHeaders: flag(), pinFooters: flag()))
        case 4:
            let columns = Int.random(in: 1...9, using: &random)
            kind = .spreadsheet(
                SpreadsheetDefinition(
                    columns: columns, columnWidth: number(100, from: 1), columnWidths: widths(upTo: columns),
                    rowHeight: number(44, from: 1), rowHeights: widths(upTo: 9), columnSpacing: number(0),
                    rowSpacing: number(0),
                    frozenRows: Int.random(in: 0...3, using: &random),
                    frozenColumns: Int.random(in: 0...columns, using: &random),
                    sectionSpacing: number(0)))
        default:
            kind = .canvas(CanvasDefinition())
        }
        let snap = SnapDefinition(
            alignment: .allCases.randomElement(using: &random) ?? .leading, padding: number(16),
            velocityThreshold: number(0.3), mode: flag() ? .item : .page)
        return LayoutDefinition(kind, snap: flag() ? nil : snap, wraps: flag())
    }
}
