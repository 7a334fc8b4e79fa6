internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutText

enum Field: Sendable {
    case null
    case text(String)
    case integer(Int)
    /// Written with the fewest digits that read back as the same number.
    case number(Double)
    case bool(Bool)
    /// JSON text: inside JSON a value, elsewhere its text.
    case json(String)
    case numbers([Double])
    /// Text of an export, which an import has to find again to the byte.
    case exactText(String)
    /// A payload of an export, JSON or not.
    case exactPayload(String)

    init(_ text: String?) { self = text.map(Field.text) ?? .null }

    init(_ integer: Int?) { self = integer.map(Field.integer) ?? .null }

    init(json text: String?) { self = text.map(Field.json) ?? .null }

    /// A value in the JSON form of an answer.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .number(number)
        case .string(let text): self = .text(text)
        case .array, .object: self = .json(value.text)
        }
    }

    /// Whether a column of such values is aligned to the right.
    var isNumeric: Bool {
        switch self {
        case .integer, .number, .bool: true
        case .null, .text, .json, .numbers, .exactText, .exactPayload: false
        }
    }

    /// Whether the value is the user's text, which may hold anything.
    private var isText: Bool {
        switch self {
        case .text, .json, .exactText, .exactPayload: true
        case .null, .integer, .number, .bool, .numbers: false
        }
    }

    /// Appends the value as JSON, on one line, with what a terminal would act upon escaped.
    func append(jsonTo bytes: inout ContiguousArray<UInt8>) {
        let start = bytes.count
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .text(let text), .exactText(let text): JSONString.encode(text, to: &bytes)
        case .integer(let integer): JSONValue.encode(integer, to: &bytes)
        case .number(let number): JSONValue.encode(number, to: &bytes)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .json(let text): JSONValue.append(line: text, to: &bytes)
        case .numbers(let numbers): Self.append(numbers, separator: ",", to: &bytes)
        case .exactPayload(let text): return Self.append(exactly: text, to: &bytes)
        }
        if isText { TerminalText.escape(jsonIn: &bytes, from: start) }
    }

    /// Appends the value as plain text; nothing for null. A truth value is 1 or 0, as in the SQL views.
    func append(plainTo bytes: inout ContiguousArray<UInt8>) {
        switch self {
        case .null: break
        case .text(let text), .json(let text), .exactText(let text), .exactPayload(let text):
            bytes.append(contentsOf: text.utf8)
        case .integer(let integer): JSONValue.encode(integer, to: &bytes)
        case .number(let number): JSONValue.encode(number, to: &bytes)
        case .bool(let bool): bytes.append(UInt8(ascii: bool ? "1" : "0"))
        case .numbers(let numbers): Self.append(numbers, separator: ",", to: &bytes)
        }
    }

    /// Appends the value as a field of CSV.
    ///
    /// - Parameter forTerminal: A file gets every byte; on a terminal some would be commands.
    func append(csvTo bytes: inout ContiguousArray<UInt8>, forTerminal: Bool) {
        let start = bytes.count
        append(plainTo: &bytes)
        if isText, forTerminal { TerminalText.escape(textIn: &bytes, from: start) }
        switch self {
        case .exactText, .exactPayload:
            // Without quotes an empty field is NULL.
            if bytes.count == start { return CSVField.append(quoting: [], to: &bytes) }
        default: break
        }
        CSVField.quoteIfNeeded(in: &bytes, from: start)
    }

    /// Appends a payload for an export. Characters that a terminal would act upon are escaped, in a string if they
    /// could not be restored otherwise.
    private static func append(exactly text: String, to bytes: inout ContiguousArray<UInt8>) {
        let start = bytes.count
        let isValue = JSONValue.append(
            exactly: text, maximumDepth: SourceItem.ExportedText.maximumPayloadDepth, to: &bytes)
        let count = bytes.count
        TerminalText.escape(jsonIn: &bytes, from: start)
        guard isValue, bytes.count != count else { return }
        bytes.truncate(to: start)
        JSONString.encode(text, to: &bytes)
        TerminalText.escape(jsonIn: &bytes, from: start)
    }

    /// Appends the value as people read it on a terminal: numbers without the noise of binary fractions. Characters
    /// that a terminal would act upon are spelled out.
    func append(readableTo bytes: inout ContiguousArray<UInt8>) {
        let start = bytes.count
        switch self {
        case .number(let number): JSONValue.encode(ReadableNumber.readableRounding(number), to: &bytes)
        case .numbers(let numbers):
            Self.append(numbers.map(ReadableNumber.readableRounding), separator: ", ", to: &bytes)
        case .null, .text, .integer, .bool, .json, .exactText, .exactPayload: append(plainTo: &bytes)
        }
        if isText { TerminalText.escape(textIn: &bytes, from: start) }
    }

    private static func append(_ numbers: [Double], separator: String, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append(UInt8(ascii: "["))
        for (index, number) in numbers.enumerated() {
            if index > 0 { bytes.append(contentsOf: separator.utf8) }
            JSONValue.encode(number, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension LayoutElement.Listed {
    private var attributes: LayoutAttributes { content.attributes }

    /// The columns of the SQL view `visible`, in camel case.
    static func columns(in layout: String) -> [Column<LayoutElement.Listed>] {
        [
            Column("layout") { _ in .text(layout) },
            Column("kind") { .text($0.attributes.kind.rawValue) },
            Column("elementKind") { Field($0.attributes.elementKind) },
            Column("section") { Field($0.attributes.section) },
            Column("item") { .integer($0.attributes.item) },
            Column("x") { .number($0.attributes.frame.x) },
            Column("y") { .number($0.attributes.frame.y) },
            Column("width") { .number($0.attributes.frame.width) },
            Column("height") { .number($0.attributes.frame.height) },
            Column("zIndex") { .integer($0.attributes.zIndex) },
            Column("key") { Field($0.content.key) },
            Column("payload") { Field(json: $0.content.payload) },
            Column("stale") { .bool($0.attributes.isStale) },
            Column("lap") { .integer($0.attributes.lap) },
            Column("itemId") { Field($0.attributes.itemID.map(Int.init)) },
            Column("sectionId") { Field($0.sectionID.map(Int.init)) },
            Column("title") { Field($0.title) },
        ]
    }

    /// The columns for layouts whose cells move: everything in other layouts is drawn in its frame.
    static let motionColumns: [Column<LayoutElement.Listed>] = [
        Column("scale") { .number($0.attributes.transform.scale) },
        Column("rotation") { .number($0.attributes.transform.rotation) },
        Column("opacity") { .number($0.attributes.alpha) },
        Column("dx") { .number($0.attributes.transform.translation.x) },
        Column("dy") { .number($0.attributes.transform.translation.y) },
    ]

    /// The columns of an export: an element at its natural position has one place and no lap.
    static let exportedColumns: [Column<LayoutElement.Listed>] = {
        let names = [
            "kind", "elementKind", "section", "item", "x", "y", "width", "height", "zIndex", "key", "title", "payload",
            "stale",
        ]
        let all = columns(in: "")
        return names.compactMap { name in all.first { $0.name == name } }
    }()
}
