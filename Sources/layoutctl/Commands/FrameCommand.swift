internal import LayoutCache
internal import LayoutCacheTools

enum FrameCommand: Command {
    static let specification = CommandSpecification(
        name: "frame", summary: "Print the frame of one item.",
        forms: ["DB [LAYOUT] SECTION/ITEM|--key K [--format table|json|ndjson|csv]"],
        operands: [Standard.database, Standard.layout, ItemSelection.place],
        options: [ItemSelection.key, Standard.format, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let item = try ItemSelection.item(arguments)
        let (layout, found) = try PreparedLayout.view(arguments, console) { layout, scope in
            (layout.name, try layout.listedItem(item, preparing: scope))
        }
        guard let element = found else {
            let name =
                switch item {
                case .indexPath(let path): "item \(path)"
                case .key(let key): "item with the key “\(key)”"
                case .id(let id): "item with the id \(id)"
                }
            throw Failure(.failed, "the layout “\(layout)” has no \(name)")
        }
        try console.print([element], LayoutElement.Listed.columns(in: layout), arguments)
    }
}
