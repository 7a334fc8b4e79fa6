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
    package mutating func next(in bytes: Span<UInt8>) throws(JSONFault) -> JSONToken {
        skipWhitespace(in: bytes)
        if case .separator = expectation {
            guard position < end, bytes[position] == UInt8(ascii: ",") else {
                guard position < end, bytes[position] == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw JSONFault(at: position, expected: isInObject ? "',' or '}'" : "',' or ']'")
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
            guard position >= end else { throw JSONFault(at: position, expected: "the end of the text") }
            return JSONToken(.end, end..<end)
        }
    }

    /// Reads a value with all its content as one token, with the kind of its first token.
    package mutating func nextValue(in bytes: Span<UInt8>) throws(JSONFault) -> JSONToken {
        let outerDepth = depth
        var token: JSONToken
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
    ) throws(JSONFault) -> (name: JSONToken, value: JSONToken)? {
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

    private mutating func close() -> JSONToken {
        position += 1
        let wasInObject = isInObject
        isInObject = outerContainers.removeLast()
        depth -= 1
        valueEnded()
        return JSONToken(wasInObject ? .objectEnd : .arrayEnd, position - 1..<position)
    }

    @inline(__always)
    private mutating func valueEnded() {
        expectation = depth == 0 ? .end : .separator
    }

    private mutating func open(isObject: Bool) throws(JSONFault) -> JSONToken {
        guard depth < maximumDepth else {
            throw JSONFault(at: position, refused: "expected at most \(maximumDepth) levels of nesting")
        }
        position += 1
        outerContainers.append(isInObject)
        isInObject = isObject
        depth += 1
        expectation = isObject ? .firstKey : .firstElement
        return JSONToken(isObject ? .objectStart : .arrayStart, position - 1..<position)
    }

    @inline(__always)
    private mutating func key(in bytes: Span<UInt8>, expected: String) throws(JSONFault) -> JSONToken {
        guard position < end, bytes[position] == UInt8(ascii: "\"") else {
            throw JSONFault(at: position, expected: expected)
        }
        var token = try string(in: bytes)
        token.kind = .key
        skipWhitespace(in: bytes)
        guard position < end, bytes[position] == UInt8(ascii: ":") else {
            throw JSONFault(at: position, expected: "':' after the key")
        }
        position += 1
        expectation = .value
        return token
    }

    @inline(__always)
    private mutating func string(in bytes: Span<UInt8>) throws(JSONFault) -> JSONToken {
        let start = position
        var hasEscapes = false
        position = try JSONString.end(in: bytes, from: start, to: end, hasEscapes: &hasEscapes)
        return JSONToken(.string, start..<position, hasEscapes: hasEscapes)
    }

    @inline(__always)
    private mutating func value(in bytes: Span<UInt8>) throws(JSONFault) -> JSONToken {
        guard position < end else { throw JSONFault(at: position, expected: "a value") }
        let token: JSONToken
        switch bytes[position] {
        case UInt8(ascii: "\""): token = try string(in: bytes)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = position
            position = try JSONNumber.end(in: bytes, from: start, to: end)
            token = JSONToken(.number, start..<position)
        case UInt8(ascii: "{"): return try open(isObject: true)
        case UInt8(ascii: "["): return try open(isObject: false)
        case UInt8(ascii: "t"): token = JSONToken(.true, try literal("true", in: bytes))
        case UInt8(ascii: "f"): token = JSONToken(.false, try literal("false", in: bytes))
        case UInt8(ascii: "n"): token = JSONToken(.null, try literal("null", in: bytes))
        default: throw JSONFault(at: position, expected: "a value")
        }
        valueEnded()
        return token
    }

    private mutating func literal(_ word: String, in bytes: Span<UInt8>) throws(JSONFault) -> Range<Int> {
        let start = position
        for letter in word.utf8 {
            guard position < end, bytes[position] == letter else { throw JSONFault(at: start, expected: "'\(word)'") }
            position += 1
        }
        return start..<position
    }
}

/// One token of JSON text: its kind and the range of its bytes.
package struct JSONToken: Sendable, Hashable {
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

/// Numbers of JSON as bytes: their grammar (RFC 8259, section 6), digits out.
package enum JSONNumber {
    /// The end of the number that begins at a position.
    ///
    /// - Throws: a fault where the grammar breaks.
    static func end(in bytes: Span<UInt8>, from start: Int, to end: Int) throws(JSONFault) -> Int {
        var index = start
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let integerStart = index
        index = try endOfDigits(in: bytes, from: index, to: end, expected: "a digit")
        if bytes[integerStart] == UInt8(ascii: "0"), index > integerStart + 1 {
            throw JSONFault(at: integerStart + 1, expected: "no digit after a leading zero")
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
    ) throws(JSONFault) -> Int {
        var index = start
        while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
        guard index > start else { throw JSONFault(at: index, expected: expected()) }
        return index
    }

    /// Appends the fewest digits that read back as the same number, without the `.0` of a whole one;
    /// `null` for what JSON cannot write: NaN and the infinities.
    package static func encode(_ number: Double, to text: inout ContiguousArray<UInt8>) {
        // Most numbers of a layout are whole, and below 2^53 these are the digits of an integer. Zero has two
        // signs but one text, so that equal values write alike.
        if number.magnitude < 0x1p53, number == number.rounded(.towardZero) { return encode(Int(number), to: &text) }
        guard number.isFinite else {
            text.append(contentsOf: "null".utf8)
            return
        }
        let digits = number.description
        text.append(contentsOf: digits.utf8)
        if digits.hasSuffix(".0") { text.truncate(to: text.count - 2) }
    }

    package static func encode(_ integer: Int, to text: inout ContiguousArray<UInt8>) {
        if integer < 0 { text.append(UInt8(ascii: "-")) }
        var rest = integer.magnitude
        guard rest >= 10 else {
            text.append(UInt8(ascii: "0") + UInt8(rest))
            return
        }
        let start = text.count
        while rest > 0 {
            text.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        text[start...].reverse()
    }
}

/// The position where a text stops being accepted JSON, and the fault there.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The 1-based line of the fault.
    package var line: Int
    /// The 1-based column of the fault, counted in Unicode scalars.
    package var column: Int
    /// The fault, such as `expected ':' after the key` or `number out of range`.
    package var message: String
    /// Whether the text breaks the grammar; otherwise it is JSON that is not accepted.
    package var breaksGrammar: Bool
    /// The JSON path of the value that the fault is in or before, as far as it was read. The end of a very long path is
    /// left out.
    package var path: String

    /// Turns a fault's byte position into a line and a column of the text that it was found in; linear
    /// in the text before it.
    package init(_ fault: JSONFault, in bytes: Span<UInt8>, path: String = JSONPath.root) {
        let place = TextPosition(of: fault.position, in: bytes, start: 0, line: 1)
        (line, column) = (place.line, place.column)
        message = fault.message
        breaksGrammar = fault.breaksGrammar
        self.path = path
    }

    package var description: String { "line \(line), column \(column): \(message)" }
}

/// A fault in a run of bytes: the byte's position, and what is wrong there.
///
/// Lines and columns are computed only on demand, because a reader of one record per line knows the line already.
package struct JSONFault: Error, Sendable, Hashable {
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

/// Builds JSON paths for messages.
package enum JSONPath {
    package static let root = "$"

    /// The path of an object's member: `$.group`, or `$["odd key"]` where the key is no plain word.
    package static func member(_ key: String, of path: String = "") -> String {
        let isWord =
            !key.isEmpty
            && key.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
            }
        if isWord { return path + "." + key }
        return path + "[" + JSONValue.string(key).text + "]"
    }

    /// The path of an array's element.
    package static func element(_ index: Int, of path: String = "") -> String { "\(path)[\(index)]" }
}
