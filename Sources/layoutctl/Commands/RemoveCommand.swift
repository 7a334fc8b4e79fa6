internal import LayoutCache

/// Removes a layout or a data set.
enum RemoveCommand: Command {
    private static let layout = Option<String?>(
        "--layout", optional: .name("NAME", of: .layouts), help: "The layout to remove; its data set stays.")
    private static let dataset = Option<String?>(
        "--dataset", optional: .name("NAME", of: .datasets),
        help: "The data set to remove, with its sections, items and layouts."
    )

    static let specification = CommandSpecification(
        name: "remove", summary: "Remove a layout, or a data set with its layouts.",
        forms: [
            UsageForm(.operand(Standard.database), .option(layout)),
            UsageForm(.operand(Standard.database), .option(dataset)),
        ],
        operands: [Standard.database],
        options: [layout, dataset, Standard.quiet, Standard.showsHelp],
        examples: [
            .init("A layout that is no longer shown", "layoutctl remove wall.db --layout landscape"),
            .init("A data set with everything in it", "layoutctl remove wall.db --dataset works"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let layout = try arguments[layout]
        let dataset = try arguments[dataset]
        guard (layout == nil) != (dataset == nil) else {
            throw arguments.usage("either --layout NAME or --dataset NAME is needed")
        }
        let store = try StoreFile.open(arguments[Standard.database], mode: .readWrite)
        if let layout {
            try store.removeLayout(layout)
            console.note("removed the layout “\(layout)”")
        }
        if let dataset {
            try store.removeDataset(dataset)
            console.note("removed the data set “\(dataset)”")
        }
        return .done
    }
}
