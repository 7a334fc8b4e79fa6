import LayoutTestSupport
import Testing

import LayoutEngine

/// A rule of a file in `Rules`: a definition in a container, the sizes of items, and what follows from them by hand.
///
/// Below the rule are the definition as JSON, `in` with the container, `items`, and one of `fields` after another, as
/// `text` writes them. A section whose row has lengths is before its items: `section headerHeight 60 insetTop 3`.
///
/// Before the definition, `after` names the public reports that a case is made after, as `owner/name#number`.
///
/// An item is `-`, or a width and a height with an `x` between them; either may be missing. Its span, its row
/// span and its place may follow, as in `3x4*2*9@-100,2000`.
struct LayoutRule: Sendable, CustomTestStringConvertible {
    var name: String
    /// The public reports that the case is made after, as `owner/name#number`; only `reports.txt` has some.
    var reports: [String]
    var json: String
    var container = LayoutSize.zero
    var section = SectionMeasure(index: 0)
    var items: [ItemMeasure] = []
    /// The expected text of each field.
    var expected: [String: String] = [:]

    var testDescription: String { name }

    static let fields = [
        "frames", "x", "y", "z-order", "hidden", "elements", "section-elements", "orthogonal", "length", "across",
        "band-across", "mirrored",
    ]

    static func all(in file: String) -> [LayoutRule] { DataFile("../Rules/\(file)").cases.map(LayoutRule.init) }

    /// The rules of groups: of each only the group is written, in a container of 320 × 480.
    static let groups = DataFile("../Rules/groups.txt").cases.map { rule in
        let parts = rule.text.split(separator: " items", maxSplits: 1)
        var whole = rule
        whole.text = #"{"layout":"compositional","sections":[{"group":\#(parts[0])}]} in 320x480 items\#(parts[1])"#
        return LayoutRule(whole)
    }

    /// The expected frames as numbers, for numbers that are no multiples of a power of two.
    var frames: [LayoutRect] {
        (expected["frames"] ?? "").split(separator: ", ").compactMap { text in
            let numbers = text.split(separator: " ").compactMap { Double($0) }
            return numbers.count == 4 ? frame(numbers[0], numbers[1], numbers[2], numbers[3]) : nil
        }
    }

    private init(_ rule: DataFile.Case) {
        name = rule.heading
        let start = rule.text.firstIndex(of: "{") ?? rule.text.startIndex
        reports = rule.text[..<start].split(separator: " ").dropFirst().map(String.init)
        let parts = rule.text[start...].split(separator: "} in ", maxSplits: 1)
        json = parts[0] + "}"
        let words = parts[1].split(separator: " ").map(String.init)
        let lengths = words[0].split(separator: "x").compactMap { Double($0) }
        container = LayoutSize(width: lengths[0], height: lengths[1])
        let fields = DataFile.Case.fields(["section", "items"] + Self.fields, of: words.dropFirst())
        if let words = fields["section"] { section = Self.section(words) }
        items = (fields["items"] ?? []).map(Self.item)
        for (field, words) in fields where Self.fields.contains(field) {
            expected[field] = words.joined(separator: " ")
        }
    }

    private static func section(_ words: [String]) -> SectionMeasure {
        func number(_ name: String) -> Double? {
            words.firstIndex(of: name).flatMap { Double(words[$0 + 1]) }
        }
        var section = SectionMeasure(
            index: number("index").map { Int($0) } ?? 0, headerWidth: number("headerWidth"),
            headerHeight: number("headerHeight"), footerHeight: number("footerHeight"), insetTop: number("insetTop"),
            insetLeading: number("insetLeading"))
        section.hasSpans = words.contains("hasSpans")
        return section
    }

    private static func item(_ word: String) -> ItemMeasure {
        let places = word.split(separator: "@")
        let spans = places[0].split(separator: "*")
        let lengths = spans[0].split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        var item = lengths.count == 2 ? ItemMeasure(width: lengths[0], height: lengths[1]) : ItemMeasure()
        if spans.count > 1 { item.span = Int32(spans[1]) ?? -1 }
        if spans.count > 2 { item.rowSpan = Int32(spans[2]) ?? -1 }
        if places.count > 1 {
            let place = places[1].split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
            (item.x, item.y) = (place[0], place[1])
        }
        return item
    }

    /// Writes a field of a section that was laid out as a rule has it.
    static func text(_ field: String, of solved: LaidOutSection, by plan: any LayoutPlan) -> String {
        switch field {
        case "frames": return solved.cells.map { $0.isHidden ? "-" : text($0.frame) }.joined(separator: ", ")
        case "x": return solved.frames.map { text($0.x) }.joined(separator: " ")
        case "y": return solved.frames.map { text($0.y) }.joined(separator: " ")
        case "z-order": return solved.cells.map { "\($0.zIndex)" }.joined(separator: " ")
        case "hidden":
            return solved.cells.indices.filter { solved.cells[$0].isHidden }.map { "\($0)" }.joined(separator: " ")
        case "elements":
            return solved.elements.map { element in
                let host = element.host.map { " on \($0)" } ?? ""
                return "\(plan.elementKinds[element.kind].name) \(text(element.frame)) z \(element.zIndex)" + host
            }.joined(separator: ", ")
        case "section-elements":
            return solved.sectionElements.map { element in
                "\(plan.elementKinds[element.kind].name) \(element.edge) \(text(element.frame)) z \(element.zIndex)"
                    + (element.pins ? " pins" : "") + (element.reserve == 0 ? "" : " reserve \(text(element.reserve))")
            }.joined(separator: ", ")
        case "orthogonal":
            guard let content = solved.orthogonal else { return "" }
            let groups = content.groups.map { "\(text($0.start))+\(text($0.length))" }.joined(separator: " ")
            return "\(content.behavior) content \(text(content.contentLength)) of \(text(content.viewportLength)) "
                + "from \(text(content.leadingInset)) groups \(groups)"
        case "length": return text(solved.length)
        case "across": return text(plan.traits.contentCrossLength ?? .nan)
        case "band-across": return text(solved.crossLength)
        default: return (plan.traits.isMirrored ? "whole" : "") + (plan.isOrthogonalMirrored ? "inside" : "")
        }
    }

    private static func text(_ frame: LayoutRect) -> String {
        [frame.x, frame.y, frame.width, frame.height].map(text).joined(separator: " ")
    }

    private static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
