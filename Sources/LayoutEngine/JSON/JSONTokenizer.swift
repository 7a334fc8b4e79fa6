/// Walks JSON text held in UTF-8 bytes, token by token, and checks all of its grammar (RFC 8259).
///
/// It allocates nothing per token: what it returns are byte ranges. Nesting lives in a stack of its
/// own that keeps its capacity, never on the call stack, so that deep text cannot overflow it.
struct JSONTokenizer: Sendable {
    /// The deepest nesting that is accepted: a thousand groups in one another, at two levels each, with
    /// room to say of somewhat more where the thousandth was. Trees are compared, hashed and released by
    /// recursion, at about 140 bytes of stack a level, and the deepest has to survive on a thread with a
    /// stack of 512 KB.
    static let maximumDepth = 2560

    enum Token: Sendable, Hashable {
        case objectStart
        case objectEnd
        case arrayStart
        case arrayEnd
        /// A member's name; the colon after it has been read.
        case key(JSONText)
        case string(JSONText)
        case number(JSONNumber)
        case bool(Bool)
        case null
        /// The end of the bytes, after one whole value.
        case end
    }

    private enum Expectation: Sendable {
        case value
        case firstElement
        case firstKey
        case key
        case separator
        case end
    }

    /// The position of the byte that will be read next.
    private(set) var position = 0
    private var expectation: Expectation = .value
    /// One entry for each open container: whether it is an object.
    private var openContainers: ContiguousArray<Bool> = []

    init() {}

    /// Reads one token, and throws a fault with the byte position at which the grammar breaks.
    mutating func next(in bytes: Span<UInt8>) throws(JSONFault) -> Token {
        while true {
            skipWhitespace(in: bytes)
            switch expectation {
            case .end:
                guard position >= bytes.count else { throw JSONFault(at: position, expected: "the end of the text") }
                return .end
            case .value:
                return try value(in: bytes)
            case .firstElement:
                if peek(in: bytes) == UInt8(ascii: "]") { return close() }
                return try value(in: bytes)
            case .firstKey:
                if peek(in: bytes) == UInt8(ascii: "}") { return close() }
                return try key(in: bytes, expected: "a key in quotes or '}'")
            case .key:
                return try key(in: bytes, expected: "a key in quotes")
            case .separator:
                let isObject = openContainers[openContainers.count - 1]
                let byte = peek(in: bytes)
                if byte == UInt8(ascii: ",") {
                    position += 1
                    expectation = isObject ? .key : .value
                } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    return close()
                } else {
                    throw JSONFault(at: position, expected: isObject ? "',' or '}'" : "',' or ']'")
                }
            }
        }
    }

    private func peek(in bytes: Span<UInt8>) -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipWhitespace(in bytes: Span<UInt8>) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func close() -> Token {
        position += 1
        let isObject = openContainers.removeLast()
        valueEnded()
        return isObject ? .objectEnd : .arrayEnd
    }

    private mutating func valueEnded() {
        expectation = openContainers.isEmpty ? .end : .separator
    }

    private mutating func open(isObject: Bool) throws(JSONFault) -> Token {
        guard openContainers.count < Self.maximumDepth else {
            throw JSONFault(at: position, expected: "at most \(Self.maximumDepth) levels of nesting")
        }
        position += 1
        openContainers.append(isObject)
        expectation = isObject ? .firstKey : .firstElement
        return isObject ? .objectStart : .arrayStart
    }

    private mutating func key(in bytes: Span<UInt8>, expected: String) throws(JSONFault) -> Token {
        guard peek(in: bytes) == UInt8(ascii: "\"") else { throw JSONFault(at: position, expected: expected) }
        let text = try JSONText(scanning: bytes, from: position)
        position = text.quoted.upperBound
        skipWhitespace(in: bytes)
        guard peek(in: bytes) == UInt8(ascii: ":") else {
            throw JSONFault(at: position, expected: "':' after the key")
        }
        position += 1
        expectation = .value
        return .key(text)
    }

    private mutating func value(in bytes: Span<UInt8>) throws(JSONFault) -> Token {
        let token: Token
        switch peek(in: bytes) {
        case UInt8(ascii: "{"):
            return try open(isObject: true)
        case UInt8(ascii: "["):
            return try open(isObject: false)
        case UInt8(ascii: "\""):
            let text = try JSONText(scanning: bytes, from: position)
            position = text.quoted.upperBound
            token = .string(text)
        case let byte? where byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10:
            let number = try JSONNumber(scanning: bytes, from: position)
            position = number.range.upperBound
            token = .number(number)
        case UInt8(ascii: "t"):
            try literal("true", in: bytes)
            token = .bool(true)
        case UInt8(ascii: "f"):
            try literal("false", in: bytes)
            token = .bool(false)
        case UInt8(ascii: "n"):
            try literal("null", in: bytes)
            token = .null
        default:
            throw JSONFault(at: position, expected: "a value")
        }
        valueEnded()
        return token
    }

    private mutating func literal(_ word: StaticString, in bytes: Span<UInt8>) throws(JSONFault) {
        let begin = position
        let matches = word.withUTF8Buffer { letters in
            guard bytes.count - begin >= letters.count else { return false }
            for index in letters.indices {
                guard unsafe bytes[begin + index] == letters[index] else { return false }
            }
            return true
        }
        guard matches else { throw JSONFault(at: begin, expected: "'\(word)'") }
        position += word.utf8CodeUnitCount
    }
}
