internal import LayoutText

/// Collects the members of a definition's object and leaves out what has its default value, so that
/// two equal definitions have one text.
struct DefinitionWriter {
    private(set) var members: [JSONValue.Member] = []

    var value: JSONValue { .object(members) }

    mutating func add(_ key: String, _ value: JSONValue) {
        members.append(JSONValue.Member(key: key, value: value))
    }

    mutating func add(_ key: String, _ number: Double, default fallback: Double) {
        if number != fallback { add(key, .number(number)) }
    }

    mutating func add(_ key: String, _ number: Int, default fallback: Int) {
        if number != fallback { add(key, .number(Double(number))) }
    }

    mutating func add(_ key: String, _ bool: Bool, default fallback: Bool) {
        if bool != fallback { add(key, .bool(bool)) }
    }

    mutating func add<Choice: RawRepresentable<String> & Equatable>(
        _ key: String, _ choice: Choice, default fallback: Choice
    ) {
        if choice != fallback { add(key, .string(choice.rawValue)) }
    }

    mutating func add(_ key: String, _ numbers: [Double]) {
        if !numbers.isEmpty { add(key, .array(numbers.map(JSONValue.number))) }
    }

    /// Insets as one number where all four are the same.
    mutating func add(_ key: String, _ insets: LayoutInsets) {
        if insets == .zero { return }
        if insets == LayoutInsets(insets.top) {
            add(key, .number(insets.top))
            return
        }
        var edges = DefinitionWriter()
        edges.add("top", insets.top, default: 0)
        edges.add("leading", insets.leading, default: 0)
        edges.add("bottom", insets.bottom, default: 0)
        edges.add("trailing", insets.trailing, default: 0)
        add(key, edges.value)
    }

    mutating func add(_ key: String, _ size: LayoutSize, default fallback: LayoutSize) {
        if size == fallback { return }
        var dimensions = DefinitionWriter()
        dimensions.add("width", size.width, default: fallback.width)
        dimensions.add("height", size.height, default: fallback.height)
        add(key, dimensions.value)
    }
}
