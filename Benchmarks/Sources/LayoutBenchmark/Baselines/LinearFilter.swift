internal import LayoutEngine

/// What apps without an index do at every scroll tick: test all frames.
enum LinearFilter {
    static func indices(of frames: ContiguousArray<LayoutRect>, in rect: LayoutRect) -> [Int] {
        var found: [Int] = []
        for index in frames.indices where frames[index].overlaps(rect) { found.append(index) }
        return found
    }
}
