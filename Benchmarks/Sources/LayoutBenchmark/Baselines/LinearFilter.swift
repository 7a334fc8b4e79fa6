internal import LayoutEngine

/// An app without an index: tests all frames at every scroll tick.
enum LinearFilter {
    static func indices(of frames: ContiguousArray<LayoutRect>, in rect: LayoutRect) -> [Int] {
        var found: [Int] = []
        for index in frames.indices where frames[index].overlaps(rect) { found.append(index) }
        return found
    }
}
