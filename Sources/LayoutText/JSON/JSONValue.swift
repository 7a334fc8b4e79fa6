/// A JSON value, with the members of objects in the order in which they were written.
///
/// Strings and keys are equal where their code points are.
package enum JSONValue: Sendable, Hashable {
    /// A name and its value in an object.
    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// The value of an object's member, or `nil` if it has no such member, or is no object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { ExactString($0.key) == ExactString(key) }?.value
    }

    /// The kind of value, as named in messages: `a number`, `an object`.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let bool): hasher.combine(bool)
        case .number(let number): hasher.combine(number)
        case .string(let string): hasher.combine(ExactString(string))
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension JSONValue.Member {
    package static func == (left: JSONValue.Member, right: JSONValue.Member) -> Bool {
        ExactString(left.key) == ExactString(right.key) && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ExactString(key))
        hasher.combine(value)
    }
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            // A decoder has no order of members.
            let members = try container.decode([String: JSONValue].self).sorted { $0.key < $1.key }
            self = .object(members.map { Member(key: $0.key, value: $0.value) })
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members):
            try container.encode(Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first })
        }
    }
}

extension JSONValue {
    /// The value as compact JSON text: no white space, members in their order, and the shortest digits that read back
    /// as the same double. Whole numbers have no fraction.
    ///
    /// A number that JSON cannot write (NaN, an infinity) becomes `null`. Linear in the size of the
    /// text; nesting does not use the call stack.
    package var text: String {
        var bytes: ContiguousArray<UInt8> = []
        var steps: [Step] = [.value(self)]
        while let step = steps.popLast() {
            switch step {
            case .value(.null): bytes.append(contentsOf: "null".utf8)
            case .value(.bool(let bool)): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
            case .value(.number(let number)): JSONValue.encode(number, to: &bytes)
            case .value(.string(let string)): JSONString.encode(string, to: &bytes)
            case .value(.array(let elements)):
                bytes.append(UInt8(ascii: "["))
                steps.append(.elements(elements, next: 0))
            case .value(.object(let members)):
                bytes.append(UInt8(ascii: "{"))
                steps.append(.members(members, next: 0))
            case .elements(let elements, let next):
                guard next < elements.count else {
                    bytes.append(UInt8(ascii: "]"))
                    continue
                }
                if next > 0 { bytes.append(UInt8(ascii: ",")) }
                steps.append(.elements(elements, next: next + 1))
                steps.append(.value(elements[next]))
            case .members(let members, let next):
                guard next < members.count else {
                    bytes.append(UInt8(ascii: "}"))
                    continue
                }
                if next > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONString.encode(members[next].key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                steps.append(.members(members, next: next + 1))
                steps.append(.value(members[next].value))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A part of the text that follows.
    private enum Step {
        case value(JSONValue)
        case elements([JSONValue], next: Int)
        case members([Member], next: Int)
    }
}

/// An object, with its members in the order of the literal.
extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member(key: $0.0, value: $0.1) })
    }
}

/// Builds a tree of the tokens of a text, and knows at each moment where in the tree it is.
private struct JSONTreeBuilder {
    /// A container that is being filled.
    private struct OpenContainer {
        var isObject: Bool
        var elements: [JSONValue] = []
        var members: [JSONValue.Member] = []
        var keys: Set<ExactString> = []
        /// The key of the member whose value comes next.
        var pendingKey: String?

        mutating func add(_ value: JSONValue) {
            if let key = pendingKey {
                members.append(JSONValue.Member(key: key, value: value))
                pendingKey = nil
            } else {
                elements.append(value)
            }
        }

        var value: JSONValue { isObject ? .object(members) : .array(elements) }
    }

    /// Paths of more steps than this are cut, and keys of more scalars: they would only fill a screen.
    private static let longestPath = 64

    private var stack: [OpenContainer] = []
    private var root = JSONValue.null
    /// The place of the path that was looked for.
    private(set) var position: Int?

    /// The path of the value that comes next.
    var path: String {
        var path = JSONValue.Path.root
        for container in stack.prefix(Self.longestPath) {
            if !container.isObject {
                path = JSONValue.Path.element(container.elements.count, of: path)
            } else if let key = container.pendingKey {
                path = JSONValue.Path.member(key, of: path)
            }
        }
        return stack.count > Self.longestPath ? path + "…" : path
    }

    /// Reads exactly one value.
    ///
    /// - Parameter target: A path whose place is looked for; then the reading ends there, with null.
    mutating func build(_ bytes: Span<UInt8>, upTo target: String? = nil) throws(JSONTokenizer.Fault) -> JSONValue {
        var tokenizer = JSONTokenizer(maximumDepth: JSONValue.maximumDepth)
        tokenizer.begin(0..<bytes.count)
        while true {
            if let target, path == target, tokenizer.peek(in: bytes) != UInt8(ascii: ":") {
                position = tokenizer.position
                return .null
            }
            let token = try tokenizer.next(in: bytes)
            switch token.kind {
            case .objectStart: stack.append(OpenContainer(isObject: true))
            case .arrayStart: stack.append(OpenContainer(isObject: false))
            case .objectEnd, .arrayEnd: add(stack.removeLast().value)
            case .key:
                let key = JSONString.decoded(token, in: bytes)
                stack[stack.count - 1].pendingKey = key
                guard stack[stack.count - 1].keys.insert(ExactString(key)).inserted else {
                    throw JSONTokenizer.Fault(
                        at: token.range.lowerBound, refused: "duplicate key \(Self.excerpt(of: key))")
                }
            case .string: add(.string(JSONString.decoded(token, in: bytes)))
            case .number:
                guard case .value(let number) = DecimalNumber(bytes, range: token.range) else {
                    throw JSONTokenizer.Fault(at: token.range.lowerBound, refused: "number out of range")
                }
                add(.number(number))
            case .true, .false: add(.bool(token.kind == .true))
            case .null: add(.null)
            case .end: return root
            }
        }
    }

    /// The key in quotes, cut if it is too long to read.
    private static func excerpt(of key: String) -> String {
        let start = key.unicodeScalars.prefix(longestPath)
        let isWhole = start.endIndex == key.unicodeScalars.endIndex
        return JSONValue.string(isWhole ? key : String(start) + "…").text
    }

    private mutating func add(_ value: JSONValue) {
        if stack.isEmpty {
            root = value
        } else {
            stack[stack.count - 1].add(value)
        }
    }
}

extension JSONValue {
    /// The deepest nesting that is accepted: a thousand groups in one another, at two levels each. There is room to
    /// name a deeper position in an error. Trees are compared, hashed and released by recursion, at about 140 bytes of
    /// stack a level. The deepest has to survive on a thread with a stack of 512 KB.
    package static let maximumDepth = 2560

    /// Parses a text that holds exactly one JSON value.
    ///
    /// Throws where the text breaks the grammar, with the line and column of the fault. An object that names a member
    /// twice is refused at the second name, because readers disagree about which one counts. So is a number beyond the
    /// range of a double. Linear in the length of the text; nesting is bounded by a separate stack.
    package init(parsing text: some StringProtocol) throws(SyntaxError) {
        let bytes = ContiguousArray(text.utf8)
        var builder = JSONTreeBuilder()
        do throws(JSONTokenizer.Fault) {
            self = try builder.build(bytes.span)
        } catch {
            throw SyntaxError(error, in: bytes.span, path: builder.path)
        }
    }

    /// Parses a text as above; the error has a code and says if the text is not JSON.
    package init(parsing text: some StringProtocol, orThrow code: LayoutError.Code) throws(LayoutError) {
        do throws(SyntaxError) {
            try self.init(parsing: text)
        } catch {
            throw LayoutError(
                code, (error.breaksGrammar ? "not JSON: " : "") + error.message, line: error.line, column: error.column,
                path: error.path)
        }
    }

    /// The place of the value with a path in a text, for the fault of that value; nil if the text has no such path.
    package static func lineAndColumn(of path: String, in text: String) -> (line: Int, column: Int)? {
        var builder = JSONTreeBuilder()
        let bytes = ContiguousArray(text.utf8)
        _ = try? builder.build(bytes.span, upTo: path)
        guard let position = builder.position else { return nil }
        let place = LayoutError.Position(of: position, in: bytes.span, start: 0, line: 1)
        return (place.line, place.column)
    }

    /// The position where a text stops being accepted JSON, and the fault there.
    package struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The 1-based line of the fault.
        package var line: Int
        /// The 1-based column of the fault, counted in Unicode scalars.
        package var column: Int
        /// The fault, such as `expected ':' after the key` or `number out of range`.
        package var message: String
        /// Whether the text breaks the grammar; otherwise it is JSON that is not accepted.
        package var breaksGrammar: Bool
        /// The JSON path of the value that the fault is in or before, as far as it was read. The end of a very long
        /// path is left out.
        package var path: String

        /// Turns a fault's byte position into a line and a column of the text that it was found in; linear
        /// in the text before it.
        package init(_ fault: JSONTokenizer.Fault, in bytes: Span<UInt8>, path: String = Path.root) {
            let place = LayoutError.Position(of: fault.position, in: bytes, start: 0, line: 1)
            (line, column) = (place.line, place.column)
            message = fault.message
            breaksGrammar = fault.breaksGrammar
            self.path = path
        }

        package var description: String { "line \(line), column \(column): \(message)" }
    }

    /// Builds JSON paths for messages.
    package enum Path {
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
}

// Values in running text.

extension JSONValue {
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

    /// Appends JSON text without its line breaks and otherwise unchanged, so that no digit of a long number is lost.
    /// Text that is not JSON becomes a string. Linear in its length.
    package static func append(line text: String, to bytes: inout ContiguousArray<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard isJSON(bytes.span, start..<bytes.count) else {
            bytes.truncate(to: start)
            return JSONString.encode(text, to: &bytes)
        }
        let isLineBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
        guard bytes[start...].contains(where: isLineBreak) else { return }
        // In a string they are escaped: these are between tokens, and no two tokens need a space.
        bytes[start...].removeAll(where: isLineBreak)
    }

    /// Appends a text so that it can be restored to the byte: JSON unchanged, and any text that would be ambiguous as a
    /// string that holds the text.
    ///
    /// That is a text that is not JSON, is a string or null itself, has several lines or surrounding blanks, or is
    /// nested too deeply.
    ///
    /// - Returns: Whether it was written unchanged.
    package static func append(
        exactly text: String, maximumDepth: Int, to bytes: inout ContiguousArray<UInt8>
    ) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let isValue =
            bytes.count > start && ![0x20, 0x09, 0x22, 0x6E].contains(bytes[start])
            && ![0x20, 0x09].contains(bytes[bytes.count - 1])
            && !bytes[start...].contains { $0 == 0x0A || $0 == 0x0D }
            && isJSON(bytes.span, start..<bytes.count, maximumDepth: maximumDepth)
        guard !isValue else { return true }
        bytes.truncate(to: start)
        JSONString.encode(text, to: &bytes)
        return false
    }

    /// Whether the bytes are exactly one JSON value.
    private static func isJSON(
        _ bytes: Span<UInt8>, _ range: Range<Int>, maximumDepth: Int = JSONValue.maximumDepth
    ) -> Bool {
        var tokenizer = JSONTokenizer(maximumDepth: maximumDepth)
        tokenizer.begin(range)
        guard (try? tokenizer.nextValue(in: bytes)) != nil else { return false }
        return (try? tokenizer.next(in: bytes))?.kind == .end
    }

    /// A value of an answer and the name that it has wherever the answer is given: a member of JSON, or a column.
    package struct Named<Answer>: Sendable {
        /// In camel case.
        package let name: String
        package let value: @Sendable (Answer) -> JSONValue

        package init(_ name: String, _ value: @escaping @Sendable (Answer) -> JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// An answer as an object.
    ///
    /// - Parameter omitsNulls: Whether values that are null have no member.
    package init<Answer>(_ answer: Answer, _ values: [Named<Answer>], omitsNulls: Bool = false) {
        let members = values.map { Member(key: $0.name, value: $0.value(answer)) }
        self = .object(omitsNulls ? members.filter { $0.value != .null } : members)
    }

    package static func integer(_ number: Int) -> JSONValue { .number(Double(number)) }
}
