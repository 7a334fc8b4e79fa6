/// Builds a tree of the tokens of a text, and knows at each moment where in the tree it is.
struct JSONTreeBuilder {
    /// A container that is being filled.
    private struct OpenContainer {
        var isObject: Bool
        var elements: [JSONValue] = []
        var members: [JSONValue.Member] = []
        var keys: Set<String> = []
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

    /// Paths longer than this many steps are cut: nobody reads them, and they would fill a screen.
    private static let longestPath = 64

    private var stack: [OpenContainer] = []
    private var root = JSONValue.null

    /// The path of the value that comes next.
    var path: String {
        var path = DefinitionPath.root
        for container in stack.prefix(Self.longestPath) {
            if !container.isObject {
                path = DefinitionPath.element(container.elements.count, of: path)
            } else if let key = container.pendingKey {
                path = DefinitionPath.member(key, of: path)
            }
        }
        return stack.count > Self.longestPath ? path + "…" : path
    }

    /// Reads exactly one value.
    mutating func build(_ bytes: Span<UInt8>) throws(JSONFault) -> JSONValue {
        var tokenizer = JSONTokenizer()
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
                stack[stack.count - 1].pendingKey = key
                guard stack[stack.count - 1].keys.insert(key).inserted else {
                    throw JSONFault(at: text.quoted.lowerBound, expected: "a key that the object does not have yet")
                }
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

    private mutating func add(_ value: JSONValue) {
        if stack.isEmpty {
            root = value
        } else {
            stack[stack.count - 1].add(value)
        }
    }
}
