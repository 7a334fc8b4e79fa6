internal import LayoutText
internal import LayoutEngine

/// Spells numbers and words for SVG.
enum SVGText {
    /// A length with a thousandth of a point at most, which no screen resolves.
    static func number(_ value: Double) -> String {
        let rounded = ReadableNumber.rounding(value, 3)
        return JSONValue.number(rounded.isFinite ? rounded : value).text
    }

    /// Text for an element or an attribute. Characters that XML does not have are replaced, and so are characters that
    /// would reorder the text around them.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar.controlsDisplay || scalar == "\u{FFFE}" || scalar == "\u{FFFF}" {
                escaped += "\u{FFFD}"
            } else if let entity = MarkupEntity.of(scalar) {
                escaped += entity
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The attributes of a rectangle.
    static func place(_ rect: LayoutRect) -> String {
        """
        x="\(number(rect.x))" y="\(number(rect.y))" width="\(number(rect.width))" \
        height="\(number(rect.height))"
        """
    }
}
