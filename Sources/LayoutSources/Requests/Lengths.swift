internal import LayoutSchema
internal import LayoutText

/// Checks and scales sizes and origins.
struct Lengths {
    enum Role: Int, CaseIterable {
        case width, height, x, y

        var isSize: Bool { self == .width || self == .height }
    }

    /// More than this many points is taken for a mistake.
    static let limit = NumberRange.limit

    let scale: Double
    /// Whether a size that is not a number is one that was not measured.
    var takesTextAsUnmeasured = false

    init(scale: Double, takesTextAsUnmeasured: Bool = false) {
        self.scale = scale
        self.takesTextAsUnmeasured = takesTextAsUnmeasured
    }

    init(_ options: ImportOptions) {
        self.init(scale: options.scale, takesTextAsUnmeasured: options.takesTextAsUnmeasured)
    }

    /// The length that a field spells; NaN for one that was not measured. Spaces around it do not
    /// count: a field of nothing else is an empty one.
    func length(_ bytes: Span<UInt8>, range: Range<Int>, role: Role) throws(ItemValues.Problem) -> Double {
        let range = Self.trimmed(range, bytes)
        if range.isEmpty { return .nan }
        let fault: Fault
        switch DecimalNumber(bytes, range: range) {
        case .value(let value):
            let length = value * scale
            guard let found = self.fault(of: length, role) else { return Self.withoutNegativeZero(length) }
            fault = found
        case .notFinite: fault = Self.notFinite
        case .notANumber:
            if takesTextAsUnmeasured, role.isSize { return .nan }
            fault = (.notANumber, { "“\($0)” is not a number" }, nil)
        }
        throw problem(fault, role, spelling: Self.excerpt(bytes, range), offset: range.lowerBound)
    }

    /// The length that a number from a database means.
    func length(_ value: Double, role: Role) throws(ItemValues.Problem) -> Double {
        let length = value * scale
        guard let fault = fault(of: length, role) else { return Self.withoutNegativeZero(length) }
        throw problem(fault, role, spelling: "\(value)", offset: nil)
    }

    private typealias Fault = (kind: LayoutError.Code, message: (_ spelling: String) -> String, advice: String?)

    private static var notFinite: Fault { (.notFinite, { "“\($0)” is not a finite number" }, nil) }

    private func fault(of length: Double, _ role: Role) -> Fault? {
        if !length.isFinite { return Self.notFinite }
        if role.isSize, length < 0 { return (.negativeSize, { "\($0) is negative" }, nil) }
        guard length.magnitude > Self.limit else { return nil }
        return (
            .absurdSize, { "\($0) is beyond 1000000000 points" },
            "Is it in another unit? The scale option multiplies sizes and origins."
        )
    }

    /// −0 compares equal to 0 but prints otherwise.
    private static func withoutNegativeZero(_ length: Double) -> Double { length + 0 }

    private func problem(_ fault: Fault, _ role: Role, spelling: String, offset: Int?) -> ItemValues.Problem {
        ItemValues.Problem(
            offset: offset, kind: fault.kind, message: "the \(role) " + fault.message(spelling), advice: fault.advice)
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
        let number = Int(text) ?? Double(text).flatMap(Int.init(exactly:))
        return try checked(number, text, of: trait, offset: offset)
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
