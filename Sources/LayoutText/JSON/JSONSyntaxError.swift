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
