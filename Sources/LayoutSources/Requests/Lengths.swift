internal import LayoutSchema
internal import LayoutText

/// Checks and scales sizes and origins.
struct Lengths {
    enum Role: Int, CaseIterable {
        case width, height, x, y

        var isSize: Bool { self == .width || self == .height }
    }

    let scale: Double
    /// Whether a size that is not a number is one that was not measured.
    var takesTextAsUnmeasured = false

    /// The length that a field spells; NaN for one that was not measured. Spaces around it do not
    /// count: a field of nothing else is an empty one.
    func length(_ bytes: Span<UInt8>, range: Range<Int>, role: Role) throws(ItemValues.Problem) -> Double {
        let range = Self.trimmed(range, bytes)
        if range.isEmpty { return .nan }
        let number = DecimalNumber(bytes, range: range)
        if case .value(let value) = number, let length = length(of: value, role) { return length }
        if number == .notANumber, takesTextAsUnmeasured, role.isSize { return .nan }
        throw problem(number, role, spelling: Self.excerpt(bytes, range), offset: range.lowerBound)
    }

    /// The length that a number from a database means.
    func length(_ value: Double, role: Role) throws(ItemValues.Problem) -> Double {
        if let length = length(of: value, role) { return length }
        throw problem(.value(value), role, spelling: "\(value)", offset: nil)
    }

    /// Nil if it is taken for a mistake.
    private func length(of value: Double, _ role: Role) -> Double? {
        let length = value * scale
        guard length >= (role.isSize ? 0 : -NumberRange.limit), length <= NumberRange.limit else { return nil }
        // −0 compares equal to 0 but prints otherwise.
        return length + 0
    }

    private func problem(
        _ number: DecimalNumber, _ role: Role, spelling: String, offset: Int?
    ) -> ItemValues.Problem {
        var fault = (kind: LayoutError.Code.notFinite, message: "“\(spelling)” is not a finite number")
        var advice: String?
        switch number {
        case .notANumber: fault = (.notANumber, "“\(spelling)” is not a number")
        case .value(let value) where !(value * scale).isFinite: break
        case .value(let value) where role.isSize && value < 0: fault = (.negativeSize, "\(spelling) is negative")
        case .value:
            fault = (.absurdSize, "\(spelling) is beyond 1000000000 points")
            advice = "Is it in another unit? The scale option multiplies sizes and origins."
        case .notFinite: break
        }
        return ItemValues.Problem(
            offset: offset, kind: fault.kind, message: "the \(role) " + fault.message, advice: advice)
    }

    /// The text in a range, cut if it is long.
    static func excerpt(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var text: ContiguousArray<UInt8> = []
        text.append(bytes, range: range)
        let string = String(decoding: text, as: UTF8.self)
        return string.count <= 40 ? string : string.prefix(39) + "…"
    }

    /// The number of a trait that a field spells; nil for an empty one.
    func number(_ bytes: Span<UInt8>, range: Range<Int>, of trait: ItemTrait) throws(ItemValues.Problem) -> Int? {
        var range = range
        let quote = UInt8(ascii: "\"")
        if range.count >= 2, bytes[range.lowerBound] == quote, bytes[range.upperBound - 1] == quote {
            range = range.lowerBound + 1..<range.upperBound - 1
        }
        range = Self.trimmed(range, bytes)
        if range.isEmpty { return nil }
        return try Self.number(spelled: Self.excerpt(bytes, range), of: trait, offset: range.lowerBound)
    }

    /// A range without the blanks at its ends.
    @inline(__always)
    private static func trimmed(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    static func number(spelled text: String, of trait: ItemTrait, offset: Int? = nil) throws(ItemValues.Problem) -> Int
    {
        if trait == .stickyEdge {
            guard let edge = ItemTrait.edges.firstIndex(of: text) else {
                throw ItemValues.Problem(
                    offset: offset, kind: .invalidTrait, message: "the sticky edge “\(text)” is neither start nor end")
            }
            return edge
        }
        return try checked(DecimalNumber.value(of: text).flatMap(Int.init(exactly:)), text, of: trait, offset: offset)
    }

    /// The number that an app gives, if the trait takes it.
    static func checked(
        _ number: Int?, _ text: String, of trait: ItemTrait, offset: Int? = nil
    ) throws(ItemValues.Problem) -> Int {
        guard let number else {
            throw ItemValues.Problem(
                offset: offset, kind: .invalidTrait, message: "the \(trait.name) “\(text)” is not a whole number")
        }
        guard trait.range.contains(number) else {
            let limit = trait.range.upperBound == Int(Int32.max) ? "" : " and at most \(trait.range.upperBound)"
            throw ItemValues.Problem(
                offset: offset, kind: .invalidTrait,
                message: "the \(trait.name) \(number) is not at least \(trait.range.lowerBound)\(limit)")
        }
        return number
    }
}

extension Lengths {
    init(_ options: ImportOptions) {
        self.init(scale: options.scale, takesTextAsUnmeasured: options.takesTextAsUnmeasured)
    }
}
