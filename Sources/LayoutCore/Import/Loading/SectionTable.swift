internal import LayoutText

/// The sections of the data set being loaded, found by title. Looking up a title allocates nothing.
struct SectionTable {
    struct Entry {
        var id: Int64
        /// False for the section without a title.
        var hasTitle: Bool
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

    /// The entry with a title; nil if there is none.
    func index(of title: ContiguousArray<UInt8>?) -> Int? {
        guard let title else { return untitled }
        return titles.number(of: title.span).map { titled[$0] }
    }

    /// Adds an entry whose title is not in the table yet.
    mutating func insert(id: Int64, title: ContiguousArray<UInt8>?) -> Int {
        let index = entries.count
        entries.append(Entry(id: id, hasTitle: title != nil))
        if let title {
            _ = titles.insert(title)
            titled.append(index)
        } else {
            untitled = index
        }
        return index
    }
}
