/// Walks JSON text held in bytes, token by token, and checks all of its grammar (RFC 8259). That they are UTF-8 has
/// been checked already.
///
/// It allocates nothing per token: its results are byte ranges. Nesting lives in a separate stack that keeps its
/// capacity from text to text, never on the call stack. So deep text cannot overflow it.
package struct JSONTokenizer: Sendable {
    private enum Expectation: Sendable {
        case value
        case firstElement
        case firstKey
        case key
        case separator
        case end
    }

    /// The position of the byte that will be read next.
    package private(set) var position = 0
    private var end = 0
    private var expectation: Expectation = .value
    /// Whether the innermost open container is an object.
    private var isInObject = false
    private var depth = 0
    /// For each open container whether the one around it is an object.
    private var outerContainers: ContiguousArray<Bool> = []
    private let maximumDepth: Int

    /// - Parameter maximumDepth: The deepest nesting that is accepted.
    package init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

    /// Begins with another text: the bytes in a range.
    package mutating func begin(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
        expectation = .value
        isInObject = false
        depth = 0
        outerContainers.removeAll(keepingCapacity: true)
    }

    /// Whether a whole value has been read, and nothing but white space may follow.
    package var isComplete: Bool { expectation == .end }

    /// The next byte that is not white space; nil at the end.
    package mutating func peek(in bytes: Span<UInt8>) -> UInt8? {
        skipWhitespace(in: bytes)
        return position < end ? bytes[position] : nil
    }

    /// Reads one token.
    ///
    /// - Throws: a fault with the byte position at which the grammar breaks.
    package mutating func next(in bytes: Span<UInt8>) throws(Fault) -> Token {
        skipWhitespace(in: bytes)
        if case .separator = expectation {
            guard position < end, bytes[position] == UInt8(ascii: ",") else {
                guard position < end, bytes[position] == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw Fault(at: position, expected: isInObject ? "',' or '}'" : "',' or ']'")
                }
                return close()
            }
            position += 1
            expectation = isInObject ? .key : .value
            skipWhitespace(in: bytes)
        }
        switch expectation {
        case .value, .separator: return try value(in: bytes)
        case .key: return try key(in: bytes, expected: "a key in quotes")
        case .firstKey:
            if position < end, bytes[position] == UInt8(ascii: "}") { return close() }
            return try key(in: bytes, expected: "a key in quotes or '}'")
        case .firstElement:
            if position < end, bytes[position] == UInt8(ascii: "]") { return close() }
            return try value(in: bytes)
        case .end:
            guard position >= end else { throw Fault(at: position, expected: "the end of the text") }
            return Token(.end, end..<end)
        }
    }

    /// Reads a value with all its content as one token, with the kind of its first token.
    package mutating func nextValue(in bytes: Span<UInt8>) throws(Fault) -> Token {
        let outerDepth = depth
        var token: Token
        if case .value = expectation {
            // Most values follow a key and contain no other values.
            skipWhitespace(in: bytes)
            token = try value(in: bytes)
            guard depth > outerDepth else { return token }
        } else {
            token = try next(in: bytes)
        }
        while depth > outerDepth {
            let inner = try next(in: bytes)
            token.range = token.range.lowerBound..<inner.range.upperBound
        }
        return token
    }

    /// Reads a member of an object, its name and the whole of its value; nil at the end of the object.
    package mutating func nextMember(
        in bytes: Span<UInt8>
    ) throws(Fault) -> (name: Token, value: Token)? {
        let name = try next(in: bytes)
        guard name.kind == .key else { return nil }
        return (name, try nextValue(in: bytes))
    }

    @inline(__always)
    private mutating func skipWhitespace(in bytes: Span<UInt8>) {
        while position < end {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    private mutating func close() -> Token {
        position += 1
        let wasInObject = isInObject
        isInObject = outerContainers.removeLast()
        depth -= 1
        valueEnded()
        return Token(wasInObject ? .objectEnd : .arrayEnd, position - 1..<position)
    }

    @inline(__always)
    private mutating func valueEnded() {
        expectation = depth == 0 ? .end : .separator
    }

    private mutating func open(isObject: Bool) throws(Fault) -> Token {
        guard depth < maximumDepth else {
            throw Fault(at: position, refused: "expected at most \(maximumDepth) levels of nesting")
        }
        position += 1
        outerContainers.append(isInObject)
        isInObject = isObject
        depth += 1
        expectation = isObject ? .firstKey : .firstElement
        return Token(isObject ? .objectStart : .arrayStart, position - 1..<position)
    }

    @inline(__always)
    private mutating func key(in bytes: Span<UInt8>, expected: String) throws(Fault) -> Token {
        guard position < end, bytes[position] == UInt8(ascii: "\"") else {
            throw Fault(at: position, expected: expected)
        }
        var token = try string(in: bytes)
        token.kind = .key
        skipWhitespace(in: bytes)
        guard position < end, bytes[position] == UInt8(ascii: ":") else {
            throw Fault(at: position, expected: "':' after the key")
        }
        position += 1
        expectation = .value
        return token
    }

    @inline(__always)
    private mutating func string(in bytes: Span<UInt8>) throws(Fault) -> Token {
        let start = position
        var hasEscapes = false
        position = try JSONString.end(in: bytes, from: start, to: end, hasEscapes: &hasEscapes)
        return Token(.string, start..<position, hasEscapes: hasEscapes)
    }

    @inline(__always)
    private mutating func value(in bytes: Span<UInt8>) throws(Fault) -> Token {
        guard position < end else { throw Fault(at: position, expected: "a value") }
        let token: Token
        switch bytes[position] {
        case UInt8(ascii: "\""): token = try string(in: bytes)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = position
            position = try Self.endOfNumber(in: bytes, from: start, to: end)
            token = Token(.number, start..<position)
        case UInt8(ascii: "{"): return try open(isObject: true)
        case UInt8(ascii: "["): return try open(isObject: false)
        case UInt8(ascii: "t"): token = Token(.true, try literal("true", in: bytes))
        case UInt8(ascii: "f"): token = Token(.false, try literal("false", in: bytes))
        case UInt8(ascii: "n"): token = Token(.null, try literal("null", in: bytes))
        default: throw Fault(at: position, expected: "a value")
        }
        valueEnded()
        return token
    }

    private mutating func literal(_ word: String, in bytes: Span<UInt8>) throws(Fault) -> Range<Int> {
        let start = position
        for letter in word.utf8 {
            guard position < end, bytes[position] == letter else { throw Fault(at: start, expected: "'\(word)'") }
            position += 1
        }
        return start..<position
    }

    /// One token of JSON text: its kind and the range of its bytes.
    package struct Token: Sendable, Hashable {
        package enum Kind: Sendable {
            case objectStart
            case objectEnd
            case arrayStart
            case arrayEnd
            /// A member's name; the colon after it has been read.
            case key
            case string
            case number
            case `true`
            case `false`
            case null
            /// The end of the bytes, after one whole value.
            case end
        }

        package var kind: Kind
        /// The token's bytes, including the quotes of keys and strings.
        package var range: Range<Int>
        /// Whether a key or a string has an escape in it, so that its bytes are not its content.
        package var hasEscapes: Bool

        @inlinable init(_ kind: Kind, _ range: Range<Int>, hasEscapes: Bool = false) {
            self.kind = kind
            self.range = range
            self.hasEscapes = hasEscapes
        }

        /// The bytes of a key or a string between its quotes.
        package var content: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }
    }

    /// A fault in a run of bytes: the byte's position, and what is wrong there.
    ///
    /// Lines and columns are computed only on demand, because a reader of one record per line knows the line already.
    package struct Fault: Error, Sendable, Hashable {
        package var position: Int
        /// The fault, such as `expected ':' after the key` or `number out of range`.
        package var message: String
        /// Whether the text breaks the grammar; otherwise it is JSON that is not accepted.
        package var breaksGrammar: Bool

        /// A violation of the grammar at a position.
        package init(at position: Int, expected: String) {
            self.position = position
            message = "expected " + expected
            breaksGrammar = true
        }

        /// Valid JSON that is not accepted.
        package init(at position: Int, refused message: String) {
            self.position = position
            self.message = message
            breaksGrammar = false
        }
    }

    /// The end of the number that begins at a position: the grammar of RFC 8259, section 6.
    ///
    /// - Throws: a fault where the grammar breaks.
    fileprivate static func endOfNumber(in bytes: Span<UInt8>, from start: Int, to end: Int) throws(Fault) -> Int {
        var index = start
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let integerStart = index
        index = try endOfDigits(in: bytes, from: index, to: end, expected: "a digit")
        if bytes[integerStart] == UInt8(ascii: "0"), index > integerStart + 1 {
            throw Fault(at: integerStart + 1, expected: "no digit after a leading zero")
        }
        if index < end, bytes[index] == UInt8(ascii: ".") {
            index = try endOfDigits(in: bytes, from: index + 1, to: end, expected: "a digit after the point")
        }
        if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            index = try endOfDigits(in: bytes, from: index, to: end, expected: "a digit of the exponent")
        }
        return index
    }

    @inline(__always)
    private static func endOfDigits(
        in bytes: Span<UInt8>, from start: Int, to end: Int, expected: @autoclosure () -> String
    ) throws(Fault) -> Int {
        var index = start
        while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
        guard index > start else { throw Fault(at: index, expected: expected()) }
        return index
    }
}
