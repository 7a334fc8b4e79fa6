extension JSONValue {
    /// Parses a text that holds exactly one JSON value.
    ///
    /// Throws where the text breaks the grammar, with the line and column of the fault. An object that
    /// names a member twice is refused at the second name, because readers disagree about which one
    /// counts. Linear in the length of the text; nesting is bounded by a stack of its own.
    public init(parsing text: some StringProtocol) throws(JSONSyntaxError) {
        let bytes = ContiguousArray(text.utf8)
        try self.init(parsing: bytes.span)
    }

    /// Parses UTF-8 bytes that hold exactly one JSON value.
    public init(parsing bytes: Span<UInt8>) throws(JSONSyntaxError) {
        do throws(JSONFault) {
            self = try Self.parse(bytes)
        } catch {
            throw JSONSyntaxError(error, in: bytes)
        }
    }

    /// A container that is being filled.
    private struct OpenContainer {
        var isObject: Bool
        var elements: [JSONValue] = []
        var members: [Member] = []
        var keys: Set<String> = []
        var pendingKey = ""

        mutating func add(_ value: JSONValue) {
            if isObject {
                members.append(Member(key: pendingKey, value: value))
            } else {
                elements.append(value)
            }
        }

        var value: JSONValue { isObject ? .object(members) : .array(elements) }
    }

    private static func parse(_ bytes: Span<UInt8>) throws(JSONFault) -> JSONValue {
        var tokenizer = JSONTokenizer()
        var stack: [OpenContainer] = []
        var root = JSONValue.null
        func add(_ value: JSONValue) {
            if stack.isEmpty {
                root = value
            } else {
                stack[stack.count - 1].add(value)
            }
        }
        while true {
            switch try tokenizer.next(in: bytes) {
            case .objectStart:
                stack.append(OpenContainer(isObject: true))
            case .arrayStart:
                stack.append(OpenContainer(isObject: false))
            case .objectEnd, .arrayEnd:
                add(stack.removeLast().value)
            case .key(let text):
                let key = text.decoded(in: bytes)
                guard stack[stack.count - 1].keys.insert(key).inserted else {
                    throw JSONFault(at: text.quoted.lowerBound, expected: "a key that the object does not have yet")
                }
                stack[stack.count - 1].pendingKey = key
            case .string(let text):
                add(.string(text.decoded(in: bytes)))
            case .number(let number):
                add(.number(number.value))
            case .bool(let bool):
                add(.bool(bool))
            case .null:
                add(.null)
            case .end:
                return root
            }
        }
    }
}
