internal import LayoutSchema
internal import LayoutText

extension Lengths {
    /// The number of a trait that a field spells; nil for an empty one.
    func number(_ bytes: Span<UInt8>, range: Range<Int>, of trait: ItemTrait) throws(RowProblem) -> Int? {
        var (start, end) = (range.lowerBound, range.upperBound)
        if end - start >= 2, bytes[start] == UInt8(ascii: "\""), bytes[end - 1] == UInt8(ascii: "\"") {
            (start, end) = (start + 1, end - 1)
        }
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        if start == end { return nil }
        return try Self.number(spelled: Self.excerpt(bytes, start..<end), of: trait, offset: start)
    }

    /// The number of a trait that a text spells.
    static func number(spelled text: String, of trait: ItemTrait, offset: Int? = nil) throws(RowProblem) -> Int {
        if trait == .stickyEdge {
            guard let edge = ItemTrait.edges.firstIndex(of: text) else {
                throw RowProblem(
                    offset: offset, kind: .invalidTrait, message: "the sticky edge “\(text)” is neither start nor end")
            }
            return edge
        }
        let number = Int(text) ?? Double(text).flatMap(Int.init(exactly:))
        return try checked(number, text, of: trait, offset: offset)
    }

    /// The number that an app gives, if the trait takes it.
    static func checked(
        _ number: Int?, _ text: String, of trait: ItemTrait, offset: Int? = nil
    ) throws(RowProblem) -> Int {
        guard let number else {
            throw RowProblem(
                offset: offset, kind: .invalidTrait, message: "the \(trait.name) “\(text)” is not a whole number")
        }
        guard trait.range.contains(number) else {
            let limit = trait.range.upperBound == Int(Int32.max) ? "" : " and at most \(trait.range.upperBound)"
            throw RowProblem(
                offset: offset, kind: .invalidTrait,
                message: "the \(trait.name) \(number) is not at least \(trait.range.lowerBound)\(limit)")
        }
        return number
    }
}
