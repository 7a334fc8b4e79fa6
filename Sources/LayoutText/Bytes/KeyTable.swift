/// Numbers texts in the order in which they come, and finds the number of a text. It goes by the bytes, so that two
/// spellings of the same letters are two texts.
///
/// An open-addressed hash table over bytes in one buffer: nothing is allocated per text. Expected O(length) per
/// look-up, for any number of texts.
package struct KeyTable: Sendable {
    private var bytes = ContiguousArray<UInt8>()
    /// The end of each text; the next one begins there.
    private var ends = ContiguousArray<Int>()
    private var hashes = ContiguousArray<UInt32>()
    /// Numbers of texts, −1 where a slot is free; always a power of two of them.
    private var slots = ContiguousArray<Int>(repeating: -1, count: 64)
    /// Texts come from files: without a seed a file could be made whose texts all collide.
    private let seed = UInt64.random(in: .min ... .max)

    package var count: Int { ends.count }

    package subscript(number: Int) -> String { String(decoding: bytes[range(number)], as: UTF8.self) }

    package init() {}

    /// The number of a text, and whether it was not there.
    package mutating func insert(_ text: String) -> (number: Int, isNew: Bool) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        return insert(from: start)
    }

    /// The number of a text by its bytes, and whether it was not there.
    package mutating func insert(_ text: ContiguousArray<UInt8>) -> (number: Int, isNew: Bool) {
        let start = bytes.count
        bytes.append(contentsOf: text)
        return insert(from: start)
    }

    /// Numbers the bytes at the end, or takes them away if they are a known text.
    private mutating func insert(from start: Int) -> (number: Int, isNew: Bool) {
        let hash = hash(bytes.span, start..<bytes.count)
        let slot = slot(for: bytes.span, start..<bytes.count, hash)
        if slots[slot] >= 0 {
            bytes.removeLast(bytes.count - start)
            return (slots[slot], false)
        }
        slots[slot] = ends.count
        ends.append(bytes.count)
        hashes.append(hash)
        if ends.count * 2 > slots.count { grow() }
        return (ends.count - 1, true)
    }

    package func number(of text: Span<UInt8>) -> Int? {
        let found = slots[slot(for: text, 0..<text.count, hash(text, 0..<text.count))]
        return found < 0 ? nil : found
    }

    package func number(of text: String) -> Int? {
        let bytes = ContiguousArray(text.utf8)
        return number(of: bytes.span)
    }

    package func isEqual(_ number: Int, _ text: Span<UInt8>) -> Bool { isEqual(number, text, 0..<text.count) }

    private func isEqual(_ number: Int, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let own = self.range(number)
        guard own.count == range.count else { return false }
        let distance = own.lowerBound - range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index + distance] == text[index] else { return false }
            index += 1
        }
        return true
    }

    private func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

    private func hash(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
        var hash = seed
        var index = range.lowerBound
        while index < range.upperBound {
            hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3
            index += 1
        }
        // The product's high bits are the mixed ones.
        return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    }

    /// The slot that holds a text, or the free one for it.
    private func slot(for text: Span<UInt8>, _ range: Range<Int>, _ hash: UInt32) -> Int {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] >= 0, hashes[slots[slot]] != hash || !isEqual(slots[slot], text, range) {
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func grow() {
        slots = ContiguousArray(repeating: -1, count: slots.count * 2)
        let mask = slots.count - 1
        for number in ends.indices {
            var slot = Int(hashes[number]) & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = number
        }
    }
}
