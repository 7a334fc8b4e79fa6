internal import LayoutCache

/// A CSV file of Unicode's characters.
struct UnicodeFile {
    private(set) var characterCount = 0
    private(set) var byteCount = 0
    /// The sections in order of first appearance, with how many characters each has so far.
    private var sections: [String: (index: Int, count: Int)] = [:]
    /// The section and item of a character that the demo needs again.
    private(set) var place: ItemIndexPath?

    var sectionCount: Int { sections.count }

    /// Writes the file.
    ///
    /// - Parameter marked: The character whose place to remember.
    init(writing path: String, marked: Unicode.Scalar) throws(Failure) {
        var file = UnicodeFile()
        try TextFile.write(to: path) { sink throws(Failure) in
            file.write("code,name,category,width,height\n", to: sink)
            try UnicodeCharacters.forEach { entry throws(Failure) in
                if file.characterCount.isMultiple(of: 1024) { try Interruption.check() }
                file.count(entry, marked)
                // Neither names nor titles hold a comma or a quote.
                file.write("\(entry.code),\(entry.name),\(entry.category),\(entry.width),\(entry.height)\n", to: sink)
                try sink.flushIfLarge()
            }
        }
        self = file
    }

    private init() {}

    private mutating func count(_ entry: UnicodeCharacters.Entry, _ marked: Unicode.Scalar) {
        let next = sections.count
        let section = sections[entry.category, default: (next, 0)]
        if entry.scalar == marked { place = ItemIndexPath(section: section.index, item: section.count) }
        sections[entry.category] = (section.index, section.count + 1)
        characterCount += 1
    }

    private mutating func write(_ line: String, to sink: ByteSink) {
        byteCount += line.utf8.count
        sink.write(line)
    }
}
