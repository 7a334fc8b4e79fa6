internal import LayoutCache
internal import LayoutEngine

/// The frames of all elements of a prepared layout, in memory: the input of the baselines.
enum AllFrames {
    /// - Parameter count: About how many elements there are: content is read in strips of some thousands.
    static func of(_ layout: StoredLayout, count: Int) throws -> ContiguousArray<LayoutRect> {
        let content = try layout.contentSize()
        let stripHeight = content.height / Double(max(1, count / 4096))
        var frames = ContiguousArray<LayoutRect>()
        var y = 0.0
        while stripHeight > 0, y < content.height {
            let strip = LayoutRect(x: 0, y: y, width: content.width, height: stripHeight)
            for element in try layout.layoutAttributesForElements(in: strip) where element.frame.y >= y {
                // One that begins in an earlier strip was there.
                frames.append(element.frame)
            }
            y += stripHeight
        }
        return frames
    }
}
