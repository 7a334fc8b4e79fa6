internal import LayoutCache
internal import LayoutEngine

/// Rectangles of one size at random places of a layout's content.
struct Places {
    private let content: LayoutSize
    private let size = LayoutSample.container
    private var numbers: SeededNumbers

    init(_ layout: StoredLayout, seed: SeededNumbers) throws {
        content = try layout.contentSize()
        numbers = seed
    }

    mutating func next() -> LayoutRect {
        LayoutRect(
            x: Double.random(in: 0...max(0, content.width - size.width), using: &numbers),
            y: Double.random(in: 0...max(0, content.height - size.height), using: &numbers), width: size.width,
            height: size.height)
    }
}
