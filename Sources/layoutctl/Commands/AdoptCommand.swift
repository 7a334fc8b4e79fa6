internal import LayoutCache

/// Keeps a data set equal to a table of the same file.
enum AdoptCommand: Command {
    private static let table = Option<String?>(
        "--table", optional: .name("T", of: .tables), help: "The table to follow.")
    private static let dataset = Option<String?>(
        "--dataset", optional: .name("NAME", of: .datasets), help: "The data set that it becomes.")
    private static let section = Option<String?>(
        "--section", optional: .name("COL", of: .columns),
        help: "The column whose distinct values are the sections, in their order, titled with them."
    )
    private static let order = Option<String?>(
        "--order", optional: .name("COL", of: .columns),
        help: "The column that orders the items of a section; without it the row ids do."
    )
    private static let width = Option<String?>(
        "--width", optional: .name("COL", of: .columns), help: "The column of the widths.")
    private static let height = Option<String?>(
        "--height", optional: .name("COL", of: .columns), help: "The column of the heights.")
    private static let key = Option<String?>(
        "--key", optional: .name("COL", of: .columns), help: "The column of the keys.")
    private static let payload = Option<String?>(
        "--payload", optional: .name("COL,…", of: .columns), help: "The columns that the payload holds."
    )
    private static let removes = Option(
        flag: "--remove",
        help: "Remove the data set, or every data set that follows a table, and the store with the last one."
    )

    static let specification = CommandSpecification(
        name: "adopt", summary: "Make a table of your own a data set that follows it.",
        forms: [
            UsageForm(.operand(Standard.database), .option(table), .option(dataset), .otherOptions),
            UsageForm(.operand(Standard.database), .optional(table), .optional(dataset), .option(removes)),
        ],
        operands: [Standard.database],
        options: [
            table, dataset, section, order, width, height, key, TraitOptions.span, TraitOptions.rowSpan,
            TraitOptions.level, TraitOptions.stickyLevel, TraitOptions.stickyEdge, payload, removes, Standard.quiet,
            Standard.showsHelp,
        ],
        notes: [
            "The store is made beside the existing tables. Triggers keep the data set equal to the table, "
                + "for changes by any program. The table is never written to, and neither application_id nor "
                + "user_version is changed. If one of the names that a store needs is taken, nothing is changed."
        ],
        examples: [
            .init(
                "Photos by album, in the order in which they were taken",
                "layoutctl adopt app.db --table photo --dataset photos --section album --order taken_at "
                    + "--width w --height h --key id"
            ),
            .init("Take it all out again", "layoutctl adopt app.db --remove"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let path = try arguments[Standard.database]
        try StoreFile.requireRegularFile(path)
        guard FilePath.exists(path) else { throw Failure(.failed, "there is no file \(Excerpt.of(path))") }
        let table = try arguments[table]
        let dataset = try arguments[dataset]
        if try arguments[removes] {
            let traits = [
                TraitOptions.span, TraitOptions.rowSpan, TraitOptions.level, TraitOptions.stickyLevel,
                TraitOptions.stickyEdge,
            ]
            for option in [section, order, width, height, key, payload] + traits where try arguments[option] != nil {
                throw arguments.usage("\(option.name) and --remove cannot be used together")
            }
            let removed = try LayoutStore.removeAdoptions(at: path, of: dataset, table: table)
            for name in removed.datasets { console.note("removed the data set “\(name)”") }
            console.note(removed.isStoreRemoved ? "removed the store from \(path)" : "the store stays in \(path)")
            return .done
        }
        guard let table else { throw arguments.usage("--table T is missing") }
        guard let dataset else { throw arguments.usage("--dataset NAME is missing") }
        let columns = try arguments[payload].map { $0.split(separator: ",").map(String.init) } ?? []
        try LayoutStore.adopt(
            TableAdoption(
                table: table, dataset: dataset, section: try arguments[section], order: try arguments[order],
                width: try arguments[width], height: try arguments[height], key: try arguments[key],
                span: try arguments[TraitOptions.span], rowSpan: try arguments[TraitOptions.rowSpan],
                level: try arguments[TraitOptions.level], stickyLevel: try arguments[TraitOptions.stickyLevel],
                stickyEdge: try arguments[TraitOptions.stickyEdge], payload: columns),
            at: path)
        console.note("the data set “\(dataset)” follows the table “\(table)”")
        return .done
    }
}
