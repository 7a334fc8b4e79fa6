/// Walks one JSON object held in bytes and reports each of its members as byte ranges.
///
/// Made for reading millions of records, one object a line: it allocates nothing per member once it
/// has grown to the deepest nesting seen, so keep one scanner for all records.
///
///     scanner.begin()
///     while let member = try scanner.next(in: line) { … }
///
/// It does not look for members that are named twice: that needs memory, and only the caller knows
/// which names matter.
package struct JSONObjectScanner: Sendable {
    /// A value's kind.
    package enum Kind: Sendable, Hashable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(JSONText)
        case array
        case object
    }

    /// A member of the object.
    package struct Member: Sendable, Hashable {
        package var key: JSONText
        package var kind: Kind
        /// The bytes of the value: with quotes for a string, with brackets for a container.
        package var value: Range<Int>
    }

    private var tokenizer = JSONTokenizer()
    private var hasBegun = false

    package init() {}

    /// Gets ready for an object that begins at or after the given position.
    package mutating func begin(at position: Int = 0) {
        tokenizer.restart(at: position)
        hasBegun = false
    }

    /// The next member, or `nil` after the last one, when the rest of the bytes has been found to be
    /// white space. Throws with the byte position of a fault; nested values are checked too.
    package mutating func next(in bytes: Span<UInt8>) throws(JSONFault) -> Member? {
        if !hasBegun {
            let before = tokenizer.position
            guard case .objectStart = try tokenizer.next(in: bytes) else {
                throw JSONFault(at: Self.firstByte(in: bytes, from: before), expected: "an object")
            }
            hasBegun = true
        }
        switch try tokenizer.next(in: bytes) {
        case .key(let key):
            return try member(named: key, in: bytes)
        case .objectEnd:
            // One more token: it throws unless nothing but white space follows.
            _ = try tokenizer.next(in: bytes)
            return nil
        default:
            return nil
        }
    }

    private mutating func member(named key: JSONText, in bytes: Span<UInt8>) throws(JSONFault) -> Member {
        let before = tokenizer.position
        let kind: Kind
        switch try tokenizer.next(in: bytes) {
        case .null: kind = .null
        case .bool(let bool): kind = .bool(bool)
        case .number(let number): return Member(key: key, kind: .number(number), value: number.range)
        case .string(let text): return Member(key: key, kind: .string(text), value: text.quoted)
        case .arrayStart:
            try skipContainer(in: bytes)
            kind = .array
        default:
            try skipContainer(in: bytes)
            kind = .object
        }
        let start = Self.firstByte(in: bytes, from: before)
        return Member(key: key, kind: kind, value: start..<tokenizer.position)
    }

    private mutating func skipContainer(in bytes: Span<UInt8>) throws(JSONFault) {
        let depth = tokenizer.depth - 1
        while tokenizer.depth > depth { _ = try tokenizer.next(in: bytes) }
    }

    private static func firstByte(in bytes: Span<UInt8>, from start: Int) -> Int {
        for position in start..<bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: continue
            default: return position
            }
        }
        return bytes.count
    }
}
