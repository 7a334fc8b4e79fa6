public import LayoutCache

/// The kinds of layouts, as the tests draw them.
public enum LayoutKind: String, CaseIterable, Sendable {
    case table, card, flow, compositional, waterfall, spreadsheet, canvas
}

/// A layout's definition and container, drawn at random.
///
/// All lengths are multiples of 1/64, and whatever is divided along the scroll axis is divided by
/// powers of two: so sums are exact, and frames can be compared for equality.
public struct RandomDefinition: Sendable, CustomStringConvertible {
    public var json: String
    public var container: LayoutSize

    public var definition: LayoutDefinition {
        get throws { try LayoutDefinition(json: json) }
    }

    public var description: String { "\(json) in \(container.width)×\(container.height)" }

    /// Draws definitions of a kind until one can work.
    public init(_ kind: LayoutKind, using random: inout SeededGenerator) {
        while true {
            container = LayoutSize(
                width: Double(64 * Int.random(in: 3...8, using: &random)),
                height: Double(64 * Int.random(in: 3...8, using: &random))
            )
            var writer = DefinitionText()
            writer.add("layout", "\"\(kind.rawValue)\"")
            switch kind {
            case .table: writer.table(&random)
            case .card: writer.card(&random)
            case .flow: writer.flow(&random)
            case .compositional: writer.compositional(&random)
            case .waterfall: container = writer.waterfall(&random)
            case .spreadsheet: writer.spreadsheet(&random)
            case .canvas: break
            }
            let mayWrap = kind != .canvas && kind != .spreadsheet
            if mayWrap, Int.random(in: 0..<6, using: &random) == 0 { writer.add("wraps", "true") }
            json = writer.text
            if (try? definition.makePlan(in: container)) != nil { return }
        }
    }

    public init(json: String, container: LayoutSize) {
        self.json = json
        self.container = container
    }
}

/// A JSON object being written: only what a definition needs.
struct DefinitionText {
    private var members: [String] = []

    var text: String { "{" + members.joined(separator: ",") + "}" }

    mutating func add(_ key: String, _ value: String) { members.append("\"\(key)\":\(value)") }

    mutating func add(_ key: String, _ value: Double) { add(key, "\(value)") }

    /// Adds a length half of the time.
    mutating func maybe(_ key: String, _ range: ClosedRange<Double>, _ random: inout SeededGenerator) {
        if Bool.random(using: &random) { add(key, random.exactLength(in: range)) }
    }

    mutating func maybeTrue(_ key: String, _ random: inout SeededGenerator) {
        if Bool.random(using: &random) { add(key, "true") }
    }

    mutating func maybeInsets(_ key: String, _ random: inout SeededGenerator) {
        if Bool.random(using: &random) { add(key, Self.insets(&random)) }
    }

    static func insets(_ random: inout SeededGenerator) -> String {
        var insets = DefinitionText()
        for edge in ["top", "leading", "bottom", "trailing"] { insets.maybe(edge, 0...12, &random) }
        return insets.text
    }

    static func size(_ width: ClosedRange<Double>, _ height: ClosedRange<Double>, _ random: inout SeededGenerator) -> String {
        "{\"width\":\(random.exactLength(in: width)),\"height\":\(random.exactLength(in: height))}"
    }

    private mutating func axis(_ random: inout SeededGenerator) {
        if Bool.random(using: &random) { add("axis", "\"horizontal\"") }
    }

    private mutating func bars(_ random: inout SeededGenerator) {
        for (name, pins) in [("header", "pinHeaders"), ("footer", "pinFooters")] where Bool.random(using: &random) {
            add(name, Self.size(0...30, 0...30, &random))
            maybeTrue(pins, &random)
        }
    }

    mutating func table(_ random: inout SeededGenerator) {
        axis(&random)
        bars(&random)
        maybe("rowSpacing", 0...8, &random)
        maybe("estimatedRowHeight", 8...60, &random)
        maybe("sectionSpacing", 0...20, &random)
        maybeInsets("sectionInsets", &random)
    }

    mutating func card(_ random: inout SeededGenerator) {
        axis(&random)
        maybe("itemPitch", 10...60, &random)
        if Bool.random(using: &random) { add("header", Self.size(0...200, 0...40, &random)) }
        if Bool.random(using: &random) { add("itemSize", Self.size(60...300, 60...300, &random)) }
        maybeInsets("sectionInsets", &random)
        maybeInsets("contentInsets", &random)
    }

    mutating func flow(_ random: inout SeededGenerator) {
        axis(&random)
        bars(&random)
        maybe("itemSpacing", 0...12, &random)
        maybe("lineSpacing", 0...12, &random)
        maybe("sectionSpacing", 0...20, &random)
        if Bool.random(using: &random) { add("itemSize", Self.size(20...90, 20...90, &random)) }
        maybeInsets("sectionInsets", &random)
        maybeInsets("contentInsets", &random)
    }

    /// Columns of 128 points, so that an item's aspect ratio scales it by a power of two.
    mutating func waterfall(_ random: inout SeededGenerator) -> LayoutSize {
        let columns = Int.random(in: 1...4, using: &random)
        let isVertical = Bool.random(using: &random)
        if !isVertical { add("axis", "\"horizontal\"") }
        bars(&random)
        add("columns", "\(columns)")
        add("columnSpacing", 8)
        maybe("itemSpacing", 0...12, &random)
        maybe("sectionSpacing", 0...20, &random)
        if Bool.random(using: &random) { add("sectionInsets", 4) }
        let inset = members.contains("\"sectionInsets\":4.0") ? 8.0 : 0
        let cross = Double(columns) * 128 + Double(columns - 1) * 8 + inset
        return isVertical ? LayoutSize(width: cross, height: 320) : LayoutSize(width: 320, height: cross)
    }

    mutating func spreadsheet(_ random: inout SeededGenerator) {
        add("columns", "\(Int.random(in: 1...7, using: &random))")
        maybe("columnWidth", 20...120, &random)
        maybe("rowHeight", 10...60, &random)
        maybe("columnSpacing", 0...4, &random)
        maybe("rowSpacing", 0...4, &random)
        maybe("sectionSpacing", 0...20, &random)
        if Bool.random(using: &random) { add("rowHeights", "[\(random.exactLength(in: 5...80)),\(random.exactLength(in: 5...80))]") }
    }
}
