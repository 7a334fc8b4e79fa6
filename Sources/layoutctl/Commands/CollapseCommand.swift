internal import LayoutCache

/// Hides the items of sections, or what lies below items of an outline.
enum CollapseCommand: Command {
    static let specification = CommandSpecification(
        name: "collapse", summary: "Collapse sections to their headers, or branches of an outline.",
        operands: [Standard.database, Standard.layout, Places.places],
        options: [Places.keys, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let (layout, folds) = try Places.read(arguments)
        if let folds {
            try layout.collapse(folds.items)
            try layout.collapse(sections: folds.sections)
        } else {
            try layout.collapseAll()
        }
    }

    /// The sections and items that a command collapses or expands.
    struct Places {
        var sections: [Int] = []
        var items: [ItemReference] = []

        enum Place: Sendable {
            case section(Int)
            case item(ItemIndexPath)
        }

        static let places = Operand<[Place]>(
            repeating: ArgumentType("SECTION|SECTION/ITEM") { text throws(ArgumentFault) in
                if text.utf8.contains(UInt8(ascii: "/")) { return .item(try ArgumentType.itemPath.read(text)) }
                return .section(try ArgumentType.count("SECTION").read(text))
            }, help: "The sections by their indices from 0, or items by two indices such as 12/7. Default: all of them."
        )
        static let keys = Option<[String]>(
            "--key", repeating: .text("K"), help: "An item by its key; may be given again.")

        /// The layout that is named, and what of it; nil: all.
        static func read(_ arguments: ParsedArguments) throws -> (layout: StoredLayout, folds: Places?) {
            let store = try StoreFile.open(arguments[Standard.database], mode: .readWrite)
            let layout = store.layout(try store.layoutName(arguments))
            var folds = Places(items: try arguments[keys].map(ItemReference.key))
            for place in try arguments[places] {
                switch place {
                case .section(let index): folds.sections.append(index)
                case .item(let path): folds.items.append(.indexPath(path))
                }
            }
            return (layout, folds.sections.isEmpty && folds.items.isEmpty ? nil : folds)
        }
    }
}
