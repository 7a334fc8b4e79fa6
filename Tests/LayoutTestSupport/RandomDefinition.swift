public import LayoutCache
package import LayoutEngine
internal import LayoutText

/// A layout's definition and container, drawn at random from the keys that its kind declares.
///
/// All lengths are multiples of 1/64, and lengths that are divided along the scroll axis are divided by powers of two.
/// So sums are exact, and frames can be compared for equality.
public struct RandomDefinition: Sendable, CustomStringConvertible {
    public var json: String
    public var container: LayoutSize

    public var definition: LayoutDefinition {
        get throws { try LayoutDefinition(json: json) }
    }

    public var description: String { "\(json) in \(container.width)×\(container.height)" }

    /// Draws definitions of a kind until one can work in a container that is drawn with it.
    public init(_ kind: LayoutKind, using random: inout SeededGenerator) {
        while true {
            container = LayoutSize(
                width: Double(64 * Int.random(in: 3...8, using: &random)),
                height: Double(64 * Int.random(in: 3...8, using: &random)))
            var writer = DefinitionText()
            writer.add("layout", "\"\(kind.rawValue)\"")
            for key in LayoutDefinition.description(ofKind: kind.rawValue)?.keys ?? [] {
                guard let draw = Self.draw(of: key.name, in: kind) else {
                    guard key.isRequired || Bool.random(using: &random) else { continue }
                    writer.add(key.name, random.value(of: key.value, .moderate).text)
                    continue
                }
                draw(&writer, &random)
            }
            if kind == .waterfall { container = Self.container(forColumnsIn: writer.text) }
            json = writer.text
            if (try? definition.makePlan(in: container)) != nil { return }
        }
    }

    public init(json: String, container: LayoutSize) {
        self.json = json
        self.container = container
    }

    private typealias Draw = (inout DefinitionText, inout SeededGenerator) -> Void

    /// How the keys are drawn that cannot take any value of their type here.
    private static func draw(of key: String, in kind: LayoutKind) -> Draw? {
        switch (kind, key) {
        case (_, "snap"), (_, "sticky"), (.spreadsheet, "frozenRows"), (.spreadsheet, "frozenColumns"),
            (.spreadsheet, "frozenTrailingRows"), (.spreadsheet, "frozenTrailingColumns"), (.spreadsheet, "wrapsAxis"):
            // They move no frame, and the tests of what they do draw them.
            { _, _ in }
        case (.waterfall, "columnWidth"), (.waterfall, "minimumColumnWidth"), (.waterfall, "maximumColumnWidth"):
            // With them ratios scale items by what is no power of two.
            { _, _ in }
        case (.table, "wrap"):
            // The references know stored heights only; its tests compute heights by hand.
            { _, _ in }
        case (.justified, "scale"):
            // Rows divide by sums of ratios: on the grid their heights are exact.
            { $0.add("scale", "\(Int.random(in: 1...2, using: &$1))") }
        case (_, "scale"):
            { if Int.random(in: 0..<4, using: &$1) == 0 { $0.add("scale", "\(Int.random(in: 1...2, using: &$1))") } }
        case (_, "rightToLeft"): { if Int.random(in: 0..<4, using: &$1) == 0 { $0.add("rightToLeft", "true") } }
        case (.table, "columns"):
            { if Bool.random(using: &$1) { $0.add("columns", "\(Int.random(in: 2...4, using: &$1))") } }
        case (.justified, "maximumRows"):
            {
                if Int.random(in: 0..<6, using: &$1) == 0 {
                    $0.add("maximumRows", "\(Int.random(in: 1...9, using: &$1))")
                }
            }
        case (.justified, "fullWidthBreakout"):
            { if Bool.random(using: &$1) { $0.add("fullWidthBreakout", "\(Int.random(in: 1...5, using: &$1))") } }
        case (.spreadsheet, "wraps"): { _, _ in }
        case (_, "motion"): { if Int.random(in: 0..<4, using: &$1) == 0 { $0.addMotion(&$1) } }
        case (_, "wraps"): { if Int.random(in: 0..<6, using: &$1) == 0 { $0.add("wraps", "true") } }
        case (.spreadsheet, "columns"): { $0.add("columns", "\(Int.random(in: 3...7, using: &$1))") }
        case (.card, "header"):
            { if Bool.random(using: &$1) { $0.add("header", DefinitionText.size(0...200, 0...40, &$1)) } }
        case (.waterfall, "columns"): { $0.add("columns", "\(Int.random(in: 1...4, using: &$1))") }
        case (.waterfall, "columnSpacing"): { text, _ in text.add("columnSpacing", 8) }
        case (.waterfall, "sectionInsets"): { if Bool.random(using: &$1) { $0.add("sectionInsets", 4) } }
        case (.compositional, "boundaryItems"): { $0.compositionalBoundaryItems(&$1) }
        case (.compositional, "sections"): { $0.compositionalSections(&$1) }
        default: nil
        }
    }

    /// Columns of 128 points, so that an item's aspect ratio scales it by a power of two.
    private static func container(forColumnsIn text: String) -> LayoutSize {
        guard let value = try? JSONValue(parsing: text), case .number(let columns)? = value["columns"] else {
            return .zero
        }
        let cross = columns * 128 + (columns - 1) * 8 + (value["sectionInsets"] == nil ? 0 : 8)
        let isHorizontal = value["axis"] == .string("horizontal")
        return isHorizontal ? LayoutSize(width: 320, height: cross) : LayoutSize(width: cross, height: 320)
    }
}

/// A JSON object being written: only what a definition needs.
struct DefinitionText {
    private var members: [String] = []

    var text: String { "{" + members.joined(separator: ",") + "}" }

    /// Whether a key has been added with a value.
    func has(_ key: String, _ value: String) -> Bool { members.contains("\"\(key)\":\(value)") }

    mutating func add(_ key: String, _ value: String) { members.append("\"\(key)\":\(value)") }

    mutating func add(_ key: String, _ value: Double) { add(key, "\(value)") }

    mutating func addMotion(_ random: inout SeededGenerator) {
        add("motion", "\"\(LayoutMotion.allCases.randomElement(using: &random) ?? .fade)\"")
    }

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

    static func size(_ width: ClosedRange<Double>, _ height: ClosedRange<Double>, _ random: inout SeededGenerator)
        -> String
    { "{\"width\":\(random.exactLength(in: width)),\"height\":\(random.exactLength(in: height))}" }
}
