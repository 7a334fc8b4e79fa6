/// Counts the cells of a terminal that a text takes.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        // Nearly all text is plain, and its length is at hand.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
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
            let cells = of(character)
            guard taken + cells < width else { break }
            cut.append(character)
            taken += cells
        }
        return cut + "…"
    }

    /// East Asian wide characters and emoji take two cells, and marks none: the ranges of Unicode's East Asian Width,
    /// roughly, as terminals draw them.
    private static func of(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
            0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
