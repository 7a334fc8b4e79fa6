/// The sections of the data set being loaded, found by title.
///
/// An open-addressed hash table over titles in one buffer: looking up a title allocates nothing. Expected O(title
/// length) per lookup, for any number of sections.
struct SectionTable {
    struct Entry {
        var id: Int64
        /// The range of the title in `titles`; nil for the section without one.
        var title: Range<Int>?
        /// The position for the next item that is appended; NaN while it is not known.
        var nextPosition = Double.nan
        /// Whether this import made it.
        var isNew = false
        /// Whether a row of the source named it.
        var isNamed = false
    }

    private(set) var entries = ContiguousArray<Entry>()
    private var titles = ContiguousArray<UInt8>()
    /// Indices into `entries`, −1 where a slot is free; always a power of two of them.
    private var slots = ContiguousArray<Int32>(repeating: -1, count: 64)
    private var untitled: Int?
    /// Titles come from files: without a seed a file could be made whose titles all collide.
    private let seed = UInt64.random(in: .min ... .max)

    subscript(index: Int) -> Entry {
        get { entries[index] }
        set { entries[index] = newValue }
    }

    /// Whether an entry has the title in some bytes.
    @inline(__always)
    func hasTitle(_ bytes: ContiguousArray<UInt8>, _ range: Range<Int>, at index: Int) -> Bool {
        guard let own = entries[index].title, own.count == range.count else { return false }
        var distance = 0
        while distance < range.count {
            guard titles[own.lowerBound + distance] == bytes[range.lowerBound + distance] else { return false }
            distance += 1
        }
        return true
    }

    /// The entry with a title; nil if there is none.
    func index(of title: ContiguousArray<UInt8>?) -> Int? {
        guard let title else { return untitled }
        let found = slots[slot(for: title)]
        return found < 0 ? nil : Int(found)
    }

    /// Adds an entry whose title is not in the table yet.
    mutating func insert(id: Int64, title: ContiguousArray<UInt8>?) -> Int {
        let index = entries.count
        guard let title else {
            untitled = index
            entries.append(Entry(id: id, title: nil))
            return index
        }
        if (entries.count + 1) * 2 > slots.count {
            grow()
        }
        slots[slot(for: title)] = Int32(index)
        entries.append(Entry(id: id, title: titles.count..<titles.count + title.count))
        titles.append(contentsOf: title)
        return index
    }

    /// The slot that holds the title, or the free one for it.
    private func slot(for title: ContiguousArray<UInt8>) -> Int {
        var hash = seed
        for byte in title {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        let mask = slots.count - 1
        // The product's high bits are the mixed ones.
        var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & mask
        while slots[slot] >= 0, !hasTitle(title, title.indices, at: Int(slots[slot])) {
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func grow() {
        slots = ContiguousArray(repeating: -1, count: slots.count * 2)
        for (index, entry) in entries.enumerated() {
            guard let range = entry.title else { continue }
            slots[slot(for: ContiguousArray(titles[range]))] = Int32(index)
        }
    }
}
