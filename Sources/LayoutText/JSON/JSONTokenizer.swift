/// Walks JSON text held in bytes, token by token, and checks all of its grammar (RFC 8259).
///
/// It allocates nothing per token: what it returns are byte ranges. Nesting lives in a stack of its
/// own that keeps its capacity from text to text, never on the call stack, so that deep text cannot
/// overflow it.
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
    /// One entry for each open container: whether it is an object.
    private var openContainers: ContiguousArray<Bool> = []
    private let maximumDepth: Int
    private let isKnownUTF8: Bool

    /// - Parameters:
    ///   - maximumDepth: the deepest nesting that is accepted.
    ///   - isKnownUTF8: whether the bytes have been checked already; otherwise strings are.
    package init(maximumDepth: Int, isKnownUTF8: Bool = false) {
        self.maximumDepth = maximumDepth
        self.isKnownUTF8 = isKnownUTF8
    }

    /// Begins with another text: the bytes in a range.
    package mutating func begin(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
        expectation = .value
        openContainers.removeAll(keepingCapacity: true)
    }

    /// Whether a whole value has been read, and nothing but white space may follow.
    package var isComplete: Bool { expectation == .end }

    /// The next byte that is no white space; nil at the end.
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
            let isObject = openContainers[openContainers.count - 1]
            guard position < end, bytes[position] == UInt8(ascii: ",") else {
                guard position < end, bytes[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw JSONFault(at: position, expected: isObject ? "',' or '}'" : "',' or ']'")
                }
                return close()
            }
            position += 1
            expectation = isObject ? .key : .value
            skipWhitespace(in: bytes)
        }
        switch expectation {
        case .value, .separator:
            return try value(in: bytes)
        case .key:
            return try key(in: bytes, expected: "a key in quotes")
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

    /// Reads a value with everything in it as one token, whose kind is that of its first.
    package mutating func nextValue(in bytes: Span<UInt8>) throws(JSONFault) -> JSONToken {
        let outerDepth = openContainers.count
        var token = try next(in: bytes)
        while openContainers.count > outerDepth {
            let inner = try next(in: bytes)
            token.range = token.range.lowerBound..<inner.range.upperBound
        }
        return token
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
        let isObject = openContainers.removeLast()
        valueEnded()
        return JSONToken(isObject ? .objectEnd : .arrayEnd, position - 1..<position)
    }

    @inline(__always)
    private mutating func valueEnded() {
        expectation = openContainers.isEmpty ? .end : .separator
    }

    private mutating func open(isObject: Bool) throws(JSONFault) -> JSONToken {
        guard openContainers.count < maximumDepth else {
            throw JSONFault(at: position, expected: "at most \(maximumDepth) levels of nesting")
        }
        position += 1
        openContainers.append(isObject)
        expectation = isObject ? .firstKey : .firstElement
        return JSONToken(isObject ? .objectStart : .arrayStart, position - 1..<position)
    }

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
        position = try JSONString.end(
            in: bytes, from: start, to: end, hasEscapes: &hasEscapes, isKnownUTF8: isKnownUTF8)
        return JSONToken(.string, start..<position, hasEscapes: hasEscapes)
    }

    private mutating func value(in bytes: Span<UInt8>) throws(JSONFault) -> JSONToken {
        guard position < end else { throw JSONFault(at: position, expected: "a value") }
        let token: JSONToken
        switch bytes[position] {
        case UInt8(ascii: "\""):
            token = try string(in: bytes)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = position
            position = try JSONNumber.end(in: bytes, from: start, to: end)
            token = JSONToken(.number, start..<position)
        case UInt8(ascii: "{"):
            return try open(isObject: true)
        case UInt8(ascii: "["):
            return try open(isObject: false)
        case UInt8(ascii: "t"):
            token = JSONToken(.true, try literal("true", in: bytes))
        case UInt8(ascii: "f"):
            token = JSONToken(.false, try literal("false", in: bytes))
        case UInt8(ascii: "n"):
            token = JSONToken(.null, try literal("null", in: bytes))
        default:
            throw JSONFault(at: position, expected: "a value")
        }
        valueEnded()
        return token
    }

    private mutating func literal(_ word: StaticString, in bytes: Span<UInt8>) throws(JSONFault) -> Range<Int> {
        let start = position
        let length = word.utf8CodeUnitCount
        let matches =
            end - start >= length
            && word.withUTF8Buffer { letters in
                for index in 0..<length {
                    guard unsafe bytes[start + index] == letters[index] else { return false }
                }
                return true
            }
        guard matches else { throw JSONFault(at: start, expected: "'\(word)'") }
        position += length
        return start..<position
    }
}
