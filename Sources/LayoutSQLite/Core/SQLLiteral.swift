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
