/// Builds a tree of the tokens of a text, and knows at each moment where in the tree it is.
struct JSONTreeBuilder {
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
        var path = JSONPath.root
        for container in stack.prefix(Self.longestPath) {
            if !container.isObject {
                path = JSONPath.element(container.elements.count, of: path)
            } else if let key = container.pendingKey {
                path = JSONPath.member(key, of: path)
            }
        }
        return stack.count > Self.longestPath ? path + "…" : path
    }

    /// Reads exactly one value.
    ///
    /// - Parameter target: A path whose place is looked for; then the reading ends there, with null.
    mutating func build(_ bytes: Span<UInt8>, upTo target: String? = nil) throws(JSONFault) -> JSONValue {
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
                    throw JSONFault(at: token.range.lowerBound, refused: "duplicate key \(Self.excerpt(of: key))")
                }
            case .string: add(.string(JSONString.decoded(token, in: bytes)))
            case .number:
                guard case .value(let number) = DecimalNumber(bytes, range: token.range) else {
                    throw JSONFault(at: token.range.lowerBound, refused: "number out of range")
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
    package init(parsing text: some StringProtocol) throws(JSONSyntaxError) {
        let bytes = ContiguousArray(text.utf8)
        var builder = JSONTreeBuilder()
        do throws(JSONFault) {
            self = try builder.build(bytes.span)
        } catch {
            throw JSONSyntaxError(error, in: bytes.span, path: builder.path)
        }
    }

    /// Parses a text as above; the error has a code and says if the text is not JSON.
    package init(parsing text: some StringProtocol, orThrow code: LayoutError.Code) throws(LayoutError) {
        do throws(JSONSyntaxError) {
            try self.init(parsing: text)
        } catch {
            throw LayoutError(
                code, (error.breaksGrammar ? "not JSON: " : "") + error.message, line: error.line, column: error.column,
                path: error.path)
        }
    }

    /// The place of the value with a path in a text, for the fault of that value; nil if the text has no such path.
    package static func place(of path: String, in text: String) -> (line: Int, column: Int)? {
        var builder = JSONTreeBuilder()
        let bytes = ContiguousArray(text.utf8)
        _ = try? builder.build(bytes.span, upTo: path)
        guard let position = builder.position else { return nil }
        let place = TextPosition(of: position, in: bytes.span, start: 0, line: 1)
        return (place.line, place.column)
    }
}
