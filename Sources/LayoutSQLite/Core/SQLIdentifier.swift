/// A name in SQL text.
package enum SQLIdentifier {
    /// Puts a name into double quotes, with those inside it doubled, so that it can only be a name.
    ///
    /// It works by code points: a quote that a combining mark follows is one `Character` with it, and a quote to SQLite
    /// all the same.
    ///
    /// - Throws: ``SQLiteError`` with ``ResultCode/misuse`` for a name with a zero byte, at which SQLite would
    ///   stop reading.
    /// - Complexity: O(length).
    package static func quoted(_ name: String) throws(SQLiteError) -> String {
        var quoted = "\""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\0": throw SQLiteError(code: .misuse, message: "a name must not contain a zero byte")
            case "\"": quoted.unicodeScalars.append(contentsOf: "\"\"".unicodeScalars)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        quoted.unicodeScalars.append("\"")
        return quoted
    }
}

/// A value in SQL text.
package enum SQLLiteral {
    /// Puts a text into single quotes, with those inside it doubled. It works by code points, as `SQLIdentifier` does.
    ///
    /// - Complexity: O(length).
    package static func text(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "'"
    }
}
