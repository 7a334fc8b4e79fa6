internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

enum SearchCommand: Command {
    private static let text = Operand<String>(.text("TEXT"), help: "The words that the item holds, in any order.")
    private static let after = Option<ItemIndexPath?>(
        "--after", optional: .itemPath, help: "Begin after this item, or before it with --backward. Default: an end.")
    private static let isBackward = Option(flag: "--backward", help: "Search the items before, the last first.")
    private static let fields = Option<[String]?>(
        "--search", optional: .list("FIELD,…"),
        help: "The fields to search beside keys. Default: the fields of the data set's index, or title, name, label "
            + "or text.")

    static let specification = CommandSpecification(
        name: "search", summary: "Print the next item that holds some words.",
        operands: [Standard.database, Standard.layout, text],
        options: [after, ItemSelection.key, isBackward, fields, Standard.format, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let words = try arguments[text]
        let isBackward = try arguments[isBackward]
        let start: ItemReference? =
            switch (try arguments[after], try arguments[ItemSelection.key]) {
            case (let path?, nil): .indexPath(path)
            case (nil, let key?): .key(key)
            case (nil, nil): nil
            case (_?, _?): throw arguments.usage("--after and --key cannot be used together")
            }
        let named = try arguments[fields]
        let (layout, found) = try PreparedLayout.view(arguments, console) { layout, scope in
            var fields = ItemFields()
            fields.search = try named.map(layout.store.itemFields)
            let path = try layout.nextHit(
                holding: words, after: start, isBackward: isBackward, fields: fields, preparing: scope
            ) { state in
                try Interruption.check()
                console.progress.update { _ in "looked at \(ReadableNumber.grouped(state.count)) items" }
            }
            return (layout.name, try path.flatMap { try layout.listedItem(.indexPath($0), preparing: scope) })
        }
        guard let element = found else {
            let way = isBackward ? "before" : "after"
            let place = start.map { " \(way) \($0)" } ?? ""
            throw Failure(.failed, "the layout “\(layout)” has no item\(place) that holds \(Excerpt.quoted(words))")
        }
        try console.print([element], LayoutElement.Listed.columns(in: layout), arguments)
    }
}
