public import LayoutCache
public import Testing

/// An element as the tests compare it, wherever it came from: a query, a view, or a plain computation.
public struct ElementRow: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var kind: String
    public var elementKind: String?
    public var section: Int?
    public var item: Int
    public var frame: LayoutRect
    public var zIndex: Int
    public var itemID: Int64?
    public var lap: Int
    /// How it is drawn: scale, rotation, opacity and translation.
    public private(set) var drawing = ElementRow.still
    private static let still = [1.0, 0, 1, 0, 0]

    public init(
        kind: String, elementKind: String?, section: Int?, item: Int, frame: LayoutRect, zIndex: Int, itemID: Int64?,
        lap: Int = 0
    ) {
        self.kind = kind
        self.elementKind = elementKind
        self.section = section
        self.item = item
        self.frame = frame
        self.zIndex = zIndex
        self.itemID = itemID
        self.lap = lap
    }

    public init(_ element: LayoutAttributes) {
        self.init(
            kind: element.kind.rawValue, elementKind: element.elementKind, section: element.section, item: element.item,
            frame: element.frame, zIndex: element.zIndex, itemID: element.itemID, lap: element.lap)
        let transform = element.transform
        draw([
            transform.scale, transform.rotation, element.alpha, transform.translation.x, transform.translation.y,
        ])
    }

    /// Takes scale, rotation, opacity and translation.
    public mutating func draw(_ values: [Double]) { drawing = values }

    /// Whether it is the same element in exactly the same place, drawn the same to a hundred-thousandth: formulas of
    /// motion round differently.
    public func isSame(as other: ElementRow) -> Bool {
        guard zip(drawing, other.drawing).allSatisfy({ abs($0 - $1) < 1e-5 }) else { return false }
        var other = other
        other.drawing = drawing
        return self == other
    }

    /// The place; nil for what belongs to the whole layout.
    public var indexPath: ItemIndexPath? { section.map { ItemIndexPath(section: $0, item: item) } }

    public var description: String {
        let place = "\(section.map(String.init) ?? "-")/\(item)"
        let box = "(\(frame.x), \(frame.y), \(frame.width), \(frame.height))"
        let motion = drawing == Self.still ? "" : " drawn \(drawing)"
        return "\(elementKind ?? kind) \(place) \(box) z \(zIndex) item \(itemID.map(String.init) ?? "-") lap \(lap)"
            + motion
    }

    /// By section, kind and item; then by everything else, so that an order of rows is the only one.
    public static func < (left: ElementRow, right: ElementRow) -> Bool {
        if left.section != right.section { return left.section ?? -1 < right.section ?? -1 }
        if left.kind != right.kind { return left.kind < right.kind }
        if left.elementKind != right.elementKind { return left.elementKind ?? "" < right.elementKind ?? "" }
        if left.item != right.item { return left.item < right.item }
        if left.lap != right.lap { return left.lap < right.lap }
        if left.itemID != right.itemID { return left.itemID ?? -1 < right.itemID ?? -1 }
        if left.zIndex != right.zIndex { return left.zIndex < right.zIndex }
        let (one, other) = (left.frame, right.frame)
        if one.x != other.x { return one.x < other.x }
        if one.y != other.y { return one.y < other.y }
        if one.width != other.width { return one.width < other.width }
        return one.height < other.height
    }
}

/// Expects two lists to hold the same elements, each as often, with exactly the same frames; the
/// order in which they come does not matter.
///
/// - Returns: whether they do, so that a random test can stop at its first failure.
@discardableResult
public func expectSameElements(
    _ actual: [ElementRow], _ expected: [ElementRow], _ context: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
    let actual = actual.sorted()
    let expected = expected.sorted()
    guard !actual.elementsEqual(expected, by: { $0.isSame(as: $1) }) else { return true }
    var surplus: [ElementRow] = []
    var missing: [ElementRow] = []
    var (left, right) = (0, 0)
    while left < actual.count || right < expected.count {
        if left < actual.count, right < expected.count, actual[left].isSame(as: expected[right]) {
            left += 1
            right += 1
        } else if right == expected.count || left < actual.count && actual[left] < expected[right] {
            surplus.append(actual[left])
            left += 1
        } else {
            missing.append(expected[right])
            right += 1
        }
    }
    let lines = missing.prefix(6).map { "missing  \($0)" } + surplus.prefix(6).map { "surplus  \($0)" }
    Issue.record(
        """
        \(context()): \(actual.count) elements instead of \(expected.count), \
        \(missing.count) missing, \(surplus.count) surplus
        \(lines.joined(separator: "\n"))
        """,
        sourceLocation: sourceLocation
    )
    return false
}
