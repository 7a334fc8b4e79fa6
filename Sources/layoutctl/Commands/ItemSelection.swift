internal import LayoutCache

/// What the commands that change one item have in common: it is named by place or by key.
enum ItemSelection {
    static let operand = CommandSpecification.Operand(
        name: "SECTION/ITEM", help: "The item by two indices from 0, such as 12/7.", isOptional: true
    )
    static let key = CommandSpecification.Option(name: "--key", value: "K", help: "The item by its key.")

    /// The item that an operand or `--key` names.
    static func item(_ arguments: ParsedArguments) throws(Failure) -> ItemReference {
        let place = arguments.operands.dropFirst(2).first
        switch (place, arguments.text("--key")) {
        case (let place?, nil):
            let path = try arguments.itemPath(place)
            return .index(section: path.section, item: path.item)
        case (nil, let key?): return .key(key)
        case (nil, nil): throw arguments.usage("name an item: SECTION/ITEM or --key K")
        case (_?, _?): throw arguments.usage("SECTION/ITEM and --key exclude each other")
        }
    }

    /// A length: a number of points from 0.
    static func length(_ option: String, _ arguments: ParsedArguments) throws(Failure) -> Double? {
        guard let length = try arguments.number(option) else { return nil }
        guard length >= 0 else { throw arguments.usage("\(option) cannot be negative") }
        return length
    }

    /// Applies a change, and says what is stale now.
    static func apply(_ change: DataSetChange, _ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let path = arguments.operands[0]
        let dataSet = arguments.operands[1]
        let store = try LayoutStore(path: path, mode: .readWrite)
        try store.apply([change], to: dataSet)
        if !console.isQuiet {
            let stale = try store.status().filter { $0.dataset == dataSet && $0.staleSections > 0 }
            for status in stale {
                let sections = status.staleSections == 1 ? "1 section" : "\(status.staleSections) sections"
                console.note("\(sections) of “\(status.layout)” to lay out again; “layoutctl prepare \(path) \(status.layout)”")
            }
        }
        return .done
    }
}
