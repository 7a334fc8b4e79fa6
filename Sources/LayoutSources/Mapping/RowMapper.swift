internal import LayoutRecords
package import LayoutSQLite
package import LayoutSchema
internal import LayoutText

/// Makes items of the rows of a format.
protocol RowMapper {
    /// Whether rows can have a payload.
    var hasPayload: Bool { get }
    /// The mapped members that no row had so far: probably misspelled.
    var missingMembers: [String] { get }

    /// Reads one row, whose fields have some indices. `text` grows by the title, the key and the payload.
    mutating func map(
        _ fields: ContiguousArray<FieldRange>, indices: Range<Int>, bytes: Span<UInt8>,
        text: inout ContiguousArray<UInt8>
    ) throws(RowProblem) -> ItemValues
}

/// The values of one row for its item. Its texts are in the bytes that the rows of its batch share.
package struct ItemValues {
    /// In points; NaN for none.
    package var width = Double.nan
    package var height = Double.nan
    package var x = Double.nan
    package var y = Double.nan
    package var title = ColumnBatch.ByteRange.null
    package var key = ColumnBatch.ByteRange.null
    package var payload = ColumnBatch.ByteRange.null
    package var traits = ItemTraits()
    /// The offset of the key in the chunk, for messages.
    package var keyOffset: Int?

    package init() {}

    /// Keeps a size or an origin, in points.
    mutating func set(_ length: Double, for role: Lengths.Role) {
        switch role {
        case .width: width = length
        case .height: height = length
        case .x: x = length
        case .y: y = length
        }
    }
}

/// The traits of one item; most have none.
package struct ItemTraits: Hashable {
    private var numbers = Self.nothing

    private static let null = Int32.min
    private static let nothing = SIMD8<Int32>(repeating: null)

    package init() {}

    package var isEmpty: Bool { numbers == Self.nothing }

    package subscript(trait: ItemTrait) -> Int? {
        get { numbers[trait.rawValue] == Self.null ? nil : Int(numbers[trait.rawValue]) }
        set { numbers[trait.rawValue] = newValue.map(Int32.init(clamping:)) ?? Self.null }
    }
}

/// Checks items that an app has, and turns them into rows.
package struct SourceItemMapper {
    private let lengths: Lengths
    private var tokenizer = JSONTokenizer(maximumDepth: JSONLineCutter.maximumDepth)

    package init(scale: Double = 1) { lengths = Lengths(scale: scale) }

    /// Reads one item, except its section. `text` grows by the key and the payload, also if it throws.
    package mutating func map(_ item: SourceItem, text: inout ContiguousArray<UInt8>) throws(RowProblem) -> ItemValues {
        var values = ItemValues()
        if let width = item.width { values.width = try lengths.length(width, role: .width) }
        if let height = item.height { values.height = try lengths.length(height, role: .height) }
        if let x = item.x { values.x = try lengths.length(x, role: .x) }
        if let y = item.y { values.y = try lengths.length(y, role: .y) }
        for trait in ItemTrait.allCases {
            guard let number = item.number(of: trait) else { continue }
            values.traits[trait] = try Lengths.checked(number, "\(number)", of: trait)
        }
        if let key = item.key, !key.isEmpty { values.key = try Self.append(key, what: "key", to: &text) }
        if let payload = item.payload {
            values.payload = try Self.append(payload, what: "payload", to: &text)
            try checkObject(text.span, values.payload.start..<values.payload.end)
        }
        return values
    }

    package static func appendTitle(
        of item: SourceItem, to text: inout ContiguousArray<UInt8>
    ) throws(RowProblem) -> ColumnBatch.ByteRange {
        guard let section = item.section, !section.isEmpty else { return .null }
        return try append(section, what: "section", to: &text)
    }

    private static func append(
        _ string: String, what: String, to text: inout ContiguousArray<UInt8>
    ) throws(RowProblem) -> ColumnBatch.ByteRange {
        let start = text.count
        text.append(contentsOf: string.utf8)
        for index in start..<text.count where text[index] == 0 {
            throw RowProblem(kind: .nulByte, message: "the \(what) has a zero byte")
        }
        return ColumnBatch.ByteRange(start: start, end: text.count)
    }

    private mutating func checkObject(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RowProblem) {
        tokenizer.begin(range)
        guard tokenizer.peek(in: bytes) == UInt8(ascii: "{") else {
            throw RowProblem(
                kind: .notAnObject, message: "the payload is not a JSON object: \(Lengths.excerpt(bytes, range))")
        }
        do throws(JSONFault) {
            _ = try tokenizer.next(in: bytes)
            while try tokenizer.nextMember(in: bytes) != nil {}
            _ = try tokenizer.next(in: bytes)
        } catch {
            throw RowProblem(
                kind: .invalidJSON,
                message: "the payload is \(error.breaksGrammar ? "not JSON" : "refused"): \(error.message) at byte "
                    + "\(error.position - range.lowerBound): " + Lengths.excerpt(bytes, range))
        }
    }
}
