internal import LayoutCache
internal import LayoutText

/// The common part of the commands about one item: it is named by place or by key.
enum ItemSelection {
    static let place = Operand<ItemIndexPath?>(
        optional: .itemPath, help: "The item by two indices from 0, such as 12/7.")
    static let key = Option<String?>("--key", optional: .text("K"), help: "The item by its key.")

    /// The item that an operand or `--key` names.
    static func item(_ arguments: ParsedArguments) throws(Failure) -> ItemReference {
        switch (try arguments[place], try arguments[key]) {
        case (let path?, nil): return .indexPath(path)
        case (nil, let key?): return .key(key)
        case (nil, nil): throw arguments.usage("SECTION/ITEM or --key K is missing")
        case (_?, _?): throw arguments.usage("SECTION/ITEM and --key cannot be used together")
        }
    }

    /// Applies a change, and prints what it made stale.
    static func apply(_ change: DatasetChange, _ arguments: ParsedArguments, _ console: Console) throws {
        let path = try arguments[Standard.database]
        let store = try StoreFile.open(path, mode: .readWrite)
        let dataset = try store.datasetName(arguments)
        try store.apply([change], to: dataset)
        guard !console.isQuiet else { return }
        for status in try store.status() where status.dataset == dataset && status.staleSections > 0 {
            console.note(
                ReadableNumber.counted(status.staleSections, "section") + " of “\(status.name)” to lay out again; "
                    + "“layoutctl prepare \(ShellWord.text(path)) \(ShellWord.text(status.name))”")
        }
    }
}
