internal import LayoutCache
internal import LayoutSQLite
internal import LayoutStoreTestSupport
internal import LayoutTestSupport

/// All elements of all layouts of a store.
struct StoreFrames {
    private var layouts: [(name: String, size: LayoutSize, elements: [ElementRow])] = []
    private(set) var staleCount = 0

    init(_ store: LayoutStore) throws {
        for name in try store.layouts().map(\.name) {
            let layout = store.layout(name)
            let size = try layout.contentSize()
            let elements = try layout.layoutAttributesForElements(in: Self.rect(around: size))
            staleCount += elements.count { $0.isStale }
            layouts.append((name, size, elements.map(ElementRow.init).sorted()))
        }
    }

    /// Elements that stick out are included; in a layout that wraps, parts of the neighbouring laps.
    private static func rect(around size: LayoutSize) -> LayoutRect {
        LayoutRect(x: -200, y: -200, width: size.width + 400, height: size.height + 400)
    }

    /// The first differences from what the user's tables give if they are laid out the plain way; empty if there are
    /// none.
    func difference(from connection: Connection) throws -> String {
        for (name, size, elements) in layouts {
            let reference = try ReferenceLayout(name, in: connection)
            let expected = reference.elements(in: Self.rect(around: size)).sorted()
            let whole = reference.contentSize
            guard
                !Self.isNear(size.width, whole.width) || !Self.isNear(size.height, whole.height)
                    || !elements.elementsEqual(expected, by: Self.isSame)
            else { continue }
            let missing = Set(expected).subtracting(elements).sorted()
            let surplus = Set(elements).subtracting(expected).sorted()
            return "“\(name)”: content \(size) instead of \(whole), \(missing.count) elements missing, "
                + "\(surplus.count) surplus; "
                + (missing.prefix(2).map { "missing \($0)" } + surplus.prefix(2).map { "surplus \($0)" }).joined(
                    separator: "; ")
        }
        return ""
    }

    /// Whether an element is at the same place, within the tolerance for sizes that do not add up exactly in doubles.
    /// Other tests compare sizes that do.
    private static func isSame(_ one: ElementRow, _ other: ElementRow) -> Bool {
        var moved = one
        moved.frame = other.frame
        let (a, b) = (one.frame, other.frame)
        return moved.isSame(as: other)
            && zip([a.x, a.y, a.width, a.height], [b.x, b.y, b.width, b.height]).allSatisfy(isNear)
    }

    private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-6 }
}
