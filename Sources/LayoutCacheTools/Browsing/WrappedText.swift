package import LayoutEngine
internal import LayoutText

/// A text as its row was laid out: pieces, each at a line and a column of a fixed pitch.
///
/// A piece is drawn at once. Each character that a font may draw in another breadth is a separate piece.
package struct WrappedText: Sendable, Equatable {
    package struct Piece: Sendable, Equatable {
        package var line: Int
        package var column: Int
        package var text: String
    }

    package private(set) var pieces: [Piece] = []

    private enum Kind { case plain, other, wide }

    /// Breaks a text into the lines of a row of some size.
    ///
    /// A wide character that begins in the last column stays there whole, and ends one column beyond the edge. The
    /// height of its row follows from the number of columns alone.
    ///
    /// - Parameter scale: The display scale of the layout.
    package init(_ text: String, in size: LayoutSize, _ wrap: TextWrap, scale: Double? = nil) {
        let columns = Int(min(wrap.columns(in: size.width, scale: scale), 1e9))
        let lines = Int(min(((size.height - 2 * wrap.inset) / max(wrap.lineHeight, 1e-9) + 0.01).rounded(.down), 1e9))
        var letters = String.UnicodeScalarView()
        var lastKind = Kind.plain
        // Columns are counted from the beginning of the text.
        var (place, start) = (0, 0)
        func endPiece() {
            guard !letters.isEmpty else { return }
            pieces.append(Piece(line: start / columns, column: start % columns, text: String(letters)))
            letters = String.UnicodeScalarView()
        }
        var width = CharacterWidth()
        for scalar in text.unicodeScalars {
            let (breadth, belongs) = width.add(scalar)
            if scalar == "\t" {
                endPiece()
                place += wrap.tab - place % wrap.tab
                continue
            }
            var kind: Kind = scalar.isASCII ? .plain : breadth == 2 ? .wide : .other
            // A mark stays with what it is on, and what has become an emoji is a piece by itself.
            if belongs {
                if breadth > 0 { lastKind = .wide }
                kind = lastKind
            } else if breadth > 0 {
                guard place / columns < lines else { break }
                if kind != lastKind || kind == .wide || place % columns == 0 { endPiece() }
            }
            if letters.isEmpty { (start, lastKind) = (place, kind) }
            letters.append(Self.visible(scalar))
            place += breadth
        }
        endPiece()
    }

    /// A character that shows where a control character is.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? scalar
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0: "\u{FFFD}"
        default: scalar
        }
    }
}
