internal import LayoutCache
internal import LayoutEngine
internal import LayoutText

/// The part of an address after the question mark.
struct QueryParameters {
    private var values: [String: String] = [:]

    /// - Parameter known: The names that may be there, each once.
    /// - Throws: ``HTTPFault`` for unknown names, and for text that is not the percent-encoding of UTF-8.
    init(_ query: Substring, known: [String]) throws(HTTPFault) {
        for part in query.utf8.split(separator: UInt8(ascii: "&")) {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decode(pair[0])
            guard known.contains(name) else {
                let names = known.isEmpty ? "this address takes none" : "it is one of \(known.joined(separator: ", "))"
                throw .badRequest("there is no parameter “\(Self.excerpt(name))”; \(names)")
            }
            guard values[name] == nil else { throw .badRequest("the parameter “\(name)” is given twice") }
            values[name] = pair.count > 1 ? try Self.decode(pair[1]) : ""
        }
    }

    static func decode(_ bytes: Substring.UTF8View.SubSequence, isForm: Bool = true) throws(HTTPFault) -> String {
        guard let decoded = bytes.percentDecoded(isForm: isForm) else {
            throw .badRequest("a % in the address is not followed by two hexadecimal digits")
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw .badRequest("the address is not UTF-8")
        }
        return text
    }

    private static func excerpt(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count <= 40 ? text : String(scalars.prefix(40)) + "…"
    }

    func optionalText(_ name: String) -> String? { values[name] }

    func text(_ name: String) throws(HTTPFault) -> String {
        guard let value = values[name], !value.isEmpty else { throw .badRequest("the parameter “\(name)” is missing") }
        return value
    }

    /// A whole number in a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(HTTPFault) -> Int {
        let text = try text(name)
        guard let value = Int(text), range.contains(value) else {
            throw .badRequest(
                "“\(name)” takes a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "not “\(Self.excerpt(text))”")
        }
        return value
    }

    /// A number of points.
    func number(_ name: String) throws(HTTPFault) -> Double {
        let text = try text(name)
        guard let number = Self.number(text.utf8) else {
            throw .badRequest("“\(name)” takes a number, not “\(Self.excerpt(text))”")
        }
        return number
    }

    /// As many numbers as `form` names.
    private func numbers(_ name: String, _ count: Int, _ form: String) throws(HTTPFault) -> [Double] {
        let text = try text(name)
        let words = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let numbers = words.compactMap { Self.number($0) }
        guard words.count == count, numbers.count == count else {
            throw .badRequest("“\(name)” takes \(form), not “\(Self.excerpt(text))”")
        }
        return numbers
    }

    func point(_ name: String) throws(HTTPFault) -> LayoutPoint {
        let numbers = try numbers(name, 2, "two numbers X,Y")
        return LayoutPoint(x: numbers[0], y: numbers[1])
    }

    func size(_ name: String) throws(HTTPFault) -> LayoutSize {
        let numbers = try numbers(name, 2, "two numbers W,H")
        guard numbers[0] > 0, numbers[1] > 0 else {
            throw .badRequest("“\(name)” takes a size with some area, not “\(Self.excerpt(try text(name)))”")
        }
        return LayoutSize(width: numbers[0], height: numbers[1])
    }

    /// A state of a layout; nil if it is not named.
    func generation(_ name: String) throws(HTTPFault) -> Generation? {
        guard let text = optionalText(name), !text.isEmpty else { return nil }
        return Generation(rawValue: Int64(try integer(name, in: 0...Int.max)))
    }

    /// A rectangle with some area.
    func rect(_ name: String) throws(HTTPFault) -> LayoutRect {
        let numbers = try numbers(name, 4, "four numbers X,Y,W,H")
        guard numbers[2] > 0, numbers[3] > 0 else {
            throw .badRequest("“\(name)” takes a rectangle with some area, not “\(Self.excerpt(try text(name)))”")
        }
        return LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// The greatest length or coordinate that is taken.
    private static let greatest = 1e15

    private static func number(_ bytes: some Sequence<UInt8>) -> Double? {
        let bytes = Array(bytes)
        guard case .value(let number) = DecimalNumber(bytes.span, range: 0..<bytes.count), number.magnitude <= greatest
        else { return nil }
        return number
    }

    /// `SECTION:OFFSET` pairs, with commas between them.
    func offsets(_ name: String) throws(HTTPFault) -> [Int: Double] {
        var offsets: [Int: Double] = [:]
        for pair in (values[name] ?? "").utf8.split(separator: UInt8(ascii: ",")) {
            let words = pair.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard words.count == 2, let section = Int(String(decoding: words[0], as: UTF8.self)), section >= 0,
                let offset = Self.number(words[1])
            else { throw .badRequest("“\(name)” takes pairs SECTION:OFFSET with commas between them") }
            offsets[section] = offset
        }
        return offsets
    }

    /// The item that a request is about: `of`, as ``reference(_:)`` reads it, or `section` and `item`.
    func item() throws(HTTPFault) -> ItemReference {
        if let item = try item("of") { return item }
        return .indexPath(try indexPath())
    }

    /// The item that `section` and `item` name.
    func indexPath() throws(HTTPFault) -> ItemIndexPath {
        ItemIndexPath(section: try integer("section", in: 0...Int.max), item: try integer("item", in: 0...Int.max))
    }

    /// A text of a length that is searched for.
    func words(_ name: String) throws(HTTPFault) -> String {
        let text = try text(name)
        guard text.unicodeScalars.count <= 200 else { throw .badRequest("“\(name)” is limited to 200 characters") }
        return text
    }

    /// The place from which a search goes on: `after`, as an earlier answer had it; nil for its beginning.
    func after<Place>(_ place: (String) -> Place?) throws(HTTPFault) -> Place? {
        guard let text = optionalText("after"), !text.isEmpty else { return nil }
        guard let place = place(text) else { throw .badRequest("“after” is not a place that a search returned") }
        return place
    }

    /// The item that a parameter names by key or row id; nil if there is none.
    func item(_ name: String) throws(HTTPFault) -> ItemReference? {
        try optionalText(name).map { text throws(HTTPFault) in try Self.reference(text) }
    }

    /// Items in a JSON array of texts; empty if there is none.
    func items(_ name: String) throws(HTTPFault) -> [ItemReference] {
        guard let text = optionalText(name), !text.isEmpty else { return [] }
        guard case .array(let elements)? = try? JSONValue(parsing: text), elements.count <= 64 else {
            throw .badRequest("“\(name)” takes a JSON array of at most 64 items")
        }
        return try elements.map { element throws(HTTPFault) in
            guard case .string(let word) = element else { throw HTTPFault.badRequest("“\(name)” takes texts") }
            return try Self.reference(word)
        }
    }

    /// An item by its key, `k:KEY`, or by its row id, `i:ID`. Both stay with it wherever it moves.
    static func reference(_ text: String) throws(HTTPFault) -> ItemReference {
        if text.hasPrefix("k:") { return .key(String(text.dropFirst(2))) }
        if text.hasPrefix("i:"), let id = Int64(text.dropFirst(2)) { return .id(id) }
        throw .badRequest("an item is k: and its key, or i: and its row id")
    }
}
