internal import LayoutText

/// Counts the cells of a terminal that a text takes.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        // Nearly all text is plain, and its length is at hand.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        var width = CharacterWidth()
        return text.unicodeScalars.reduce(0) { $0 + width.add($1).columns }
    }

    /// As ``of(_:)-(String)``, of text as UTF-8.
    package static func of(_ utf8: ContiguousArray<UInt8>) -> Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return of(String(decoding: utf8, as: UTF8.self))
    }

    /// The beginning of a text that fits, with an ellipsis where something is missing.
    package static func cut(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        var cut = ""
        var taken = 0
        for character in text {
            let cells = of(String(character))
            guard taken + cells < width else { break }
            cut.append(character)
            taken += cells
        }
        return cut + "…"
    }
}
