internal import LayoutText

/// The sections of the data set being loaded, found by title. Looking up a title allocates nothing.
struct SectionTable {
    struct Entry {
        var id: Int64
        /// The number of the title; nil for the section without one.
        var title: Int?
        /// The position for the next item that is appended; NaN while it is not known.
        var nextPosition = Double.nan
        /// Whether this import made it.
        var isNew = false
        /// Whether a row of the source named it.
        var isNamed = false
    }

    private var entries = ContiguousArray<Entry>()
    private var titles = KeyTable()
    /// The entries of the titles, by their numbers.
    private var titled = ContiguousArray<Int>()
    private var untitled: Int?

    subscript(index: Int) -> Entry {
        get { entries[index] }
        set { entries[index] = newValue }
    }

    /// Whether an entry has the title in some bytes.
    func hasTitle(_ bytes: ContiguousArray<UInt8>, _ range: Range<Int>, at index: Int) -> Bool {
        guard let title = entries[index].title else { return false }
        return titles.isEqual(title, bytes.span.extracting(range))
    }

    /// The entry with a title; nil if there is none.
    func index(of title: ContiguousArray<UInt8>?) -> Int? {
        guard let title else { return untitled }
        return titles.number(of: title.span).map { titled[$0] }
    }

    /// Adds an entry whose title is not in the table yet.
    mutating func insert(id: Int64, title: ContiguousArray<UInt8>?) -> Int {
        let index = entries.count
        entries.append(Entry(id: id, title: title.map { titles.insert($0).number }))
        if title == nil { untitled = index } else { titled.append(index) }
        return index
    }
}
