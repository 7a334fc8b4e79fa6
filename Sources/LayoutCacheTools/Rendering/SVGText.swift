internal import LayoutEngine
internal import LayoutText

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
            } else if let entity = scalar.markupEntity {
                escaped += entity
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func attributes(_ rect: LayoutRect) -> String {
        """
        x="\(number(rect.x))" y="\(number(rect.y))" width="\(number(rect.width))" \
        height="\(number(rect.height))"
        """
    }

    /// A line of text.
    static func line(
        _ text: String, x: Double, y: Double, size: Double, _ attributes: String = "", fill: String
    ) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\"\(attributes) fill=\"\(fill)\">"
            + "\(escaped(text))</text>"
    }

    /// The beginning of a file, up to the style sheet of its theme.
    static func beginning(_ view: LayoutRect, title: String, scale: Double, _ theme: PictureOptions.Theme) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" \
        viewBox="\([view.x, view.y, view.width, view.height].map(number).joined(separator: " "))" \
        width="\(number(view.width * scale))" height="\(number(view.height * scale))" \
        font-family="Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif">
        <title>\(escaped(title))</title>
        \(SVGPalette.Theme.style(theme))
        """
    }
}
