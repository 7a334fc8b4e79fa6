internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport

/// Definitions full of mistakes: refused with the place of the fault, or laid out.
struct DefinitionCampaign: NumberedCampaign {
    static let name = "definitions"
    static let summary =
        "random and mutated definitions: refused with a JSON path, or prepared to finite frames that verify"

    private let settings: CampaignSettings
    private let recipe: StoreRecipe
    var number = 0

    init(_ settings: CampaignSettings) throws {
        self.settings = settings
        recipe = StoreRecipe(seed: settings.seed, directory: settings.directory)
    }

    mutating func run() throws -> TrialResult {
        var result = TrialResult()
        var random = settings.random(number)
        let text = DefinitionMutation.draw(&random)
        let container = Self.container(&random)
        do {
            let definition = try LayoutDefinition(json: text)
            result.tally("accepted")
            if try LayoutDefinition(json: definition.json) != definition {
                result.find("its own text is read as another definition", definition.json)
            }
            _ = try definition.makePlan(in: container)
            // Each eighth is laid out, which takes a thousand times as long as reading it.
            if number.isMultiple(of: 8) { try layOut(definition, container, &result) }
        } catch let error as LayoutError where error.code == .invalidDefinition {
            result.tally("refused")
            let path = error.path ?? ""
            let isPlaced = path.hasPrefix("$") || path.hasPrefix("container")
            if !isPlaced || error.message.isEmpty { result.find("refused without a place", "\(error)") }
        } catch {
            result.find("untyped error", "\(type(of: error)): \(error)")
        }
        for index in result.findings.indices {
            result.findings[index].detail += " [\(container.width)×\(container.height) \(text.prefix(6000))]"
        }
        return result
    }

    private static func container(_ random: inout SeededGenerator) -> LayoutSize {
        let lengths = [0, 0.5, 320, 390, 844, 1e9, 1e-300, Double.leastNonzeroMagnitude]
        return LayoutSize(
            width: lengths.randomElement(using: &random) ?? 320, height: lengths.randomElement(using: &random) ?? 480)
    }

    /// Lays a small data set out by it.
    private func layOut(_ definition: LayoutDefinition, _ container: LayoutSize, _ result: inout TrialResult) throws {
        let path = settings.file("defined.db")
        try recipe.make(.imported, at: path)
        let store = try CampaignStore.open(path)
        defer { store.close() }
        try store.defineLayout("wall", dataset: "data", definition: definition, container: container)
        do {
            try store.prepare("wall")
        } catch let error as LayoutError where error.code == .invalidDefinition {
            return result.find("accepted, and refused by preparing", "\(error)")
        }
        result.tally("laid out")
        let verification = try store.verify()
        if !verification.isWhole {
            result.find("not in order after preparing", verification.problems.joined(separator: "; "))
        }
        let layout = store.layout("wall")
        let size = try layout.contentSize()
        guard size.width.isFinite, size.height.isFinite else { return result.find("content without end", "\(size)") }
        let rect = LayoutRect(x: 0, y: 0, width: min(size.width, 2000), height: min(size.height, 2000))
        for element in try layout.layoutAttributesForElements(in: rect) {
            let frame = element.frame
            if ![frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite) {
                return result.find("an invalid frame", "\(element)")
            }
        }
    }
}

/// Draws texts that were definitions once.
enum DefinitionMutation {
    static func draw(_ random: inout SeededGenerator) -> String {
        let kind = LayoutKind.allCases.randomElement(using: &random) ?? .flow
        var text = RandomDefinition(kind, using: &random).json
        for _ in 0..<Int.random(in: 0...4, using: &random) { text = mutate(text, &random) }
        return text
    }

    private static let values = [
        "-1", "0", "1e308", "1e309", "-0.0", "5e-324", "1e9", "1e10", "9223372036854775807", "9223372036854775808",
        "0.1e1",
        "null", "true", "\"\"", "\"\\u0000\"", "\"\\ud800\"", "[]", "{}", "[[[[]]]]", "NaN", "Infinity", "0x10", "01",
        "1e", "-",
        "{\"fractionalWidth\":1e300}", "{\"fractionalHeight\":-1}", "{\"estimated\":0}", "{\"flexible\":1e308}",
        "1000000",
    ]

    private static func mutate(_ text: String, _ random: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return "{" }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...127, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8.random(in: 32...126, using: &random), at: place)
        case 3: bytes.removeSubrange(place...)
        case 4:
            let end = Int.random(in: place..<bytes.count, using: &random)
            bytes.insert(contentsOf: bytes[place...end], at: place)
        case 5: return String(repeating: "[", count: Int.random(in: 1...100_000, using: &random)) + text
        case 6: return text.replacingFirst("{", by: "{\"unknown\":1,")
        case 7: return text + text
        case 8:
            return "{\"layout\":\"compositional\",\"sections\":[{\"group\":"
                + nested(Int.random(in: 1...60, using: &random)) + "}]}"
        default:
            // A value in the place of a number.
            guard let start = bytes[place...].firstIndex(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return text }
            var end = start
            while end < bytes.count, (bytes[end] >= 0x30 && bytes[end] <= 0x39) || bytes[end] == 0x2E { end += 1 }
            bytes.replaceSubrange(start..<end, with: Array((values.randomElement(using: &random) ?? "0").utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Groups inside groups.
    private static func nested(_ depth: Int) -> String {
        let size = #""size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}"#
        return String(repeating: "{\"axis\":\"horizontal\",\(size),\"subitems\":[", count: depth) + "{\(size)}"
            + String(repeating: "]}", count: depth)
    }
}

extension String {
    fileprivate func replacingFirst(_ text: Character, by other: String) -> String {
        guard let index = firstIndex(of: text) else { return self }
        return String(self[..<index]) + other + String(self[self.index(after: index)...])
    }
}
