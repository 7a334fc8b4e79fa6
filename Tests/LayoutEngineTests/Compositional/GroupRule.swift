import LayoutTestSupport
import Testing

@testable import LayoutEngine

/// A rule of `Rules/groups.txt`: a group, the sizes of items, and the frames that follow from them by hand.
///
/// Below the rule are the group as JSON, the items, and the frames, as x, y, width and height. An item is a width and a
/// height with an `x` between them, or `-` if it has no size.
struct GroupRule: Sendable, CustomTestStringConvertible {
    var name: String
    var group: String
    var items: [ItemMeasure]
    var frames: [LayoutRect]

    var testDescription: String { name }

    static let all = DataFile("../Rules/groups.txt").cases.compactMap(GroupRule.init)

    /// Nil for a case that is not written so.
    init?(_ rule: DataFile.Case) {
        guard let items = rule.text.firstRange(of: " items "), let frames = rule.text.firstRange(of: " frames ") else {
            return nil
        }
        name = rule.heading
        group = String(rule.text[..<items.lowerBound])
        self.items = rule.text[items.upperBound..<frames.lowerBound].split(separator: " ").map { item in
            let lengths = item.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
            return lengths.count == 2 ? ItemMeasure(width: lengths[0], height: lengths[1]) : ItemMeasure()
        }
        self.frames = rule.text[frames.upperBound...].split(separator: ", ").compactMap { text in
            let numbers = text.split(separator: " ").compactMap { Double($0) }
            return numbers.count == 4 ? frame(numbers[0], numbers[1], numbers[2], numbers[3]) : nil
        }
    }
}
