internal import LayoutCache

/// The items of a generated data set as an app's own models would be handed over, the same as the CSV file has.
enum ModelItems {
    static func of(_ shape: DataShape, seed: UInt64) -> [SourceItem] {
        var generator = ItemGenerator(shape, seed: seed)
        var items: [SourceItem] = []
        items.reserveCapacity(shape.items)
        while let item = generator.next() {
            items.append(
                SourceItem(
                    section: "Section \(item.section)", key: "K\(items.count)", width: Double(item.width) / 64,
                    height: Double(item.height) / 64, payload: #"{"title":"Title of item \#(items.count)"}"#))
        }
        return items
    }
}
