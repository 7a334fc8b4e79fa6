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
        if name.utf8.contains(0) { throw SQLiteError(code: .misuse, message: "a name must not contain a zero byte") }
        return SQLLiteral.text(name, in: "\"")
    }
}

/// A value in SQL text.
package enum SQLLiteral {
    /// Puts a text into single quotes, with those inside it doubled. It works by code points, as `SQLIdentifier` does.
    ///
    /// - Complexity: O(length).
    package static func text(_ text: String) -> String { Self.text(text, in: "'") }

    fileprivate static func text(_ text: String, in quote: Unicode.Scalar) -> String {
        var quoted = String(quote).unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == quote { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append(quote)
        return String(quoted)
    }
}
