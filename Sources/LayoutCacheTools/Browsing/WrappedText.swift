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

    private enum Kind { case plain, other, wide, sequence }

    private struct Letter {
        var scalar: Unicode.Scalar
        /// The column, counted from the beginning of the text.
        var place: Int
        var kind: Kind
        var belongs: Bool
        var followsTab: Bool
    }

    /// Breaks a text into the lines of a row of some size.
    ///
    /// Lines end between words as long as the rest has room in the row, and else after any column.
    /// A wide character that begins in the last column stays there whole, and ends one column beyond the edge. The
    /// height of its row follows from the number of columns alone. Control sequences, such as of a terminal's colours,
    /// are pieces that take no columns.
    ///
    /// - Parameter scale: The display scale of the layout.
    package init(_ text: String, in size: LayoutSize, _ wrap: TextWrap, scale: Double? = nil) {
        let columns = Int(min(wrap.columns(in: size.width, scale: scale), 1e9))
        let lines = Int(min(((size.height - 2 * wrap.inset) / max(wrap.lineHeight, 1e-9) + 0.01).rounded(.down), 1e9))
        let (letters, gaps, end) = Self.letters(of: text, tab: wrap.tab)
        var starts = Self.lineStarts(gaps, end: end, columns, lines)[...]
        var (line, start) = (-1, 0)
        var last: Letter?
        for letter in letters {
            let isAlone = letter.kind == .wide || letter.kind == .sequence || letter.followsTab
            var isNew = last.map { !letter.belongs && (isAlone || $0.kind != letter.kind) } ?? true
            while let next = starts.first, letter.place >= next, !letter.belongs {
                (line, start, isNew) = (line + 1, next, true)
                starts.removeFirst()
            }
            let takesRoom = letter.scalar != " " && letter.kind != .sequence && !letter.belongs
            guard line < lines, letter.place - start < columns || !takesRoom else { break }
            if isNew { pieces.append(Piece(line: max(line, 0), column: letter.place - start, text: "")) }
            pieces[pieces.count - 1].text.unicodeScalars.append(Self.visible(letter.scalar))
            last = letter
        }
    }

    /// A text's letters, the gaps between its words, and its number of columns.
    private static func letters(of text: String, tab: Int) -> ([Letter], [Range<Int>], Int) {
        var letters: [Letter] = []
        var gaps: [Range<Int>] = []
        var (place, gapStart, followsTab) = (0, 0, false)
        var width = CharacterWidth()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if let length = sequenceLength(rest) {
                for scalar in rest.prefix(length) {
                    letters.append(
                        Letter(
                            scalar: scalar, place: place, kind: .sequence, belongs: scalar != "\u{1B}",
                            followsTab: followsTab))
                }
                rest = rest.dropFirst(length)
                // Marks behind it belong to nothing, as where the columns of a line are counted.
                width = CharacterWidth()
                continue
            }
            rest.removeFirst()
            let (breadth, belongs) = width.add(scalar)
            if scalar == "\t" {
                place += tab - place % tab
                followsTab = true
                continue
            }
            var kind: Kind = scalar.isASCII ? .plain : breadth == 2 ? .wide : .other
            // A mark stays with what it is on, and what has become an emoji is a piece by itself.
            if belongs, let last = letters.last { kind = breadth > 0 ? .wide : last.kind }
            if scalar != " " {
                if gapStart < place { gaps.append(gapStart..<place) }
                gapStart = place + breadth
            }
            letters.append(Letter(scalar: scalar, place: place, kind: kind, belongs: belongs, followsTab: followsTab))
            followsTab = false
            place += breadth
        }
        return (letters, gaps, place)
    }

    /// The places at which lines begin.
    private static func lineStarts(_ gaps: [Range<Int>], end: Int, _ columns: Int, _ lines: Int) -> [Int] {
        var starts = [0]
        var next = 0
        while starts.count < lines, let start = starts.last, end - start > columns {
            var found = start + columns
            // The spaces before a word may stand beyond the edge.
            while next < gaps.count, gaps[next].lowerBound <= start + columns {
                let gap = gaps[next]
                if gap.lowerBound > start, end - gap.upperBound <= (lines - starts.count) * columns {
                    found = gap.upperBound
                }
                next += 1
            }
            starts.append(found)
        }
        return starts
    }

    /// The number of characters of a control sequence at the beginning of a text; nil if there is none.
    private static func sequenceLength(_ text: String.UnicodeScalarView.SubSequence) -> Int? {
        var sequence = CharacterWidth.ControlSequence()
        for (place, scalar) in text.enumerated() {
            if let length = sequence.add(UInt8(exactly: scalar.value) ?? 0) {
                return length == place + 1 ? length : nil
            }
            guard sequence.hasBegun else { return nil }
        }
        return nil
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
