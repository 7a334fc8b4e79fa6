package import LayoutPlatform
internal import LayoutRecords
package import LayoutSchema
package import LayoutText

/// How the lines of a text become items.
package struct LineOptions: Sendable {
    /// The lines at which sections begin.
    package enum Sections: Sendable {
        /// There is one section.
        case one
        /// After each number of lines.
        case every(Int)
        /// At each line that a POSIX extended regular expression finds; its first group, or the match, is the title.
        case pattern(String)
    }

    package var sections: Sections
    /// Whether the texts are stored as payloads. Otherwise they are read from the file when they are shown.
    package var storesText: Bool
    /// A tab ends at the next multiple of this number of columns.
    package var tabWidth: Int

    package init(sections: Sections = .one, storesText: Bool = false, tabWidth: Int = 8) {
        self.sections = sections
        self.storesText = storesText
        self.tabWidth = tabWidth
    }

    /// The greatest length of a line whose text is stored, in bytes.
    package static let storedTextLimit = 16 << 20
    /// How many bytes of a line a pattern is compared with.
    static let patternLimit = 4096

    package var textLimit: Int {
        if storesText { return Self.storedTextLimit + 2 }
        if case .pattern = sections { return Self.patternLimit }
        return 0
    }

    /// How far the lines of a file were read, so that what it gains later can be appended.
    package struct Place: Sendable, Equatable {
        /// In bytes.
        package var offset = 0
        package var lineCount = 0
        /// The title of the section that the last line is in.
        package var title: String?
        /// Whether a last line without a break waits for the rest of it.
        package var waitsForBreak = false
        /// A last line without a break, which may go on.
        package struct OpenLine: Sendable, Equatable {
            package var item: Int64
            /// Its beginning, in bytes.
            package var offset: Int

            package init(item: Int64, offset: Int) { (self.item, self.offset) = (item, offset) }
        }

        package var openLine: OpenLine?
        /// The identity of the part that was read; nil at first.
        package var identity: LineTexts.FileIdentity?
        /// No line is begun from this byte on.
        package var limit = Int.max

        package init(waitsForBreak: Bool = false) { self.waitsForBreak = waitsForBreak }

        /// Whether a file still begins with what was read.
        package func isIn(_ file: OpenFile) -> Bool { identity?.matches(file) ?? true }
    }

    package struct Titles {
        private let length: Int?
        private let pattern: TextPattern?
        package private(set) var current: String?

        package init(_ sections: Sections, _ place: Place) throws(LayoutError) {
            current = place.title
            switch sections {
            case .one: (length, pattern) = (nil, nil)
            case .every(let count): (length, pattern) = (max(1, count), nil)
            case .pattern(let expression):
                var fault: String?
                (length, pattern) = (nil, TextPattern(expression) { fault = $0 })
                if let fault {
                    throw LayoutError(.invalidOptions, "“\(expression)” is not a regular expression: \(fault)")
                }
            }
        }

        /// The title of the section that a line is in. Titles are unique, so that lines stay in order.
        ///
        /// - Parameter isTaken: Whether a section has a title.
        package mutating func title(ofLine number: Int, _ text: [UInt8], isTaken: (String) -> Bool) -> String? {
            if let length, (number - 1) % length == 0 {
                current = unique("Line \(number)", number, isTaken)
            } else if let pattern, let found = pattern.firstMatch(in: text), found != current {
                current = unique(found, number, isTaken)
            }
            return current
        }

        private func unique(_ title: String, _ number: Int, _ isTaken: (String) -> Bool) -> String {
            isTaken(title) ? "\(title) · line \(number)" : title
        }
    }
}
