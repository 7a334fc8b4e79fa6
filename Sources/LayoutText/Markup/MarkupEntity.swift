/// The replacements of characters that would be taken for markup: the same in HTML, XML and SVG.
package enum MarkupEntity {
    /// The entity for a character, in text and in a quoted attribute; nil if it stands for itself.
    package static func of(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }
}
