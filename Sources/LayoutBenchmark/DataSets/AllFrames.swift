internal import LayoutCache
internal import LayoutEngine

/// The frames of all elements of a prepared layout, in memory: what the baselines work on.
enum AllFrames {
    /// An arbitrary number: content is read in strips that hold some thousands of elements.
    private static let stripHeight = 50_000.0

    static func of(_ layout: StoredLayout) throws -> ContiguousArray<LayoutRect> {
        let content = try layout.contentSize()
        var frames = ContiguousArray<LayoutRect>()
        var y = 0.0
        while y < content.height {
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
