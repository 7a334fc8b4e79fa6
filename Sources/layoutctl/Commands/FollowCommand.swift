internal import LayoutCache

/// Keeps a data set equal to a table of the same file, or to another data set.
enum FollowCommand: Command {
    private static let table = Option<String?>(
        "--table", optional: .name("T", of: .tables), help: "The table to follow.")
    private static let source = Option<String?>(
        "--of", optional: .name("DATASET", of: .datasets), help: "The data set to follow.")
    private static let dataset = Option<String?>(
        "--dataset", optional: .name("NAME", of: .datasets), help: "The data set that follows.")
    private static let section = Option<String?>(
        "--section", optional: .name("EXPR", of: .columns),
        help: "The value whose distinct values are the sections, titled with them.")
    private static let sectionOrder = Option<String?>(
        "--section-order", optional: .text("TERMS"),
        help: "The order of the sections, over the value “section”; without it, “section NULLS LAST”.")
    private static let order = Option<String?>(
        "--order", optional: .name("TERMS", of: .columns),
        help: "The order of the items of a section, as after ORDER BY; without it, the source's own.")
    private static let condition = Option<String?>(
        "--where", optional: .name("EXPR", of: .columns), help: "The condition of the rows that are shown.")
    private static let width = Option<String?>(
        "--width", optional: .name("EXPR", of: .columns), help: "The widths, of a table.")
    private static let height = Option<String?>(
        "--height", optional: .name("EXPR", of: .columns), help: "The heights, of a table.")
    private static let key = Option<String?>(
        "--key", optional: .name("COL", of: .columns), help: "The keys, of a table.")
    private static let payload = Option<String?>(
        "--payload", optional: .name("COL,…", of: .columns), help: "The columns that the payload holds, of a table.")
    private static let removes = Option(
        flag: "--remove",
        help: "Remove the data set, or every data set that follows a source, and the store with the last one.")
    private static let parts: [(option: Option<String?>, path: any WritableKeyPath<Following, String?> & Sendable)] = [
        (section, \.section), (sectionOrder, \.sectionOrder), (order, \.order), (condition, \.where), (width, \.width),
        (height, \.height), (key, \.key), (Standard.span, \.span), (Standard.rowSpan, \.rowSpan),
        (Standard.level, \.level), (Standard.stickyLevel, \.stickyLevel), (Standard.stickyEdge, \.stickyEdge),
    ]

    static let specification = CommandSpecification(
        name: "follow", summary: "Make a data set that follows a table or another data set.",
        forms: [
            "DB --table T --dataset NAME [options]", "DB --of DATASET --dataset NAME [options]",
            "DB [--table T] [--of DATASET] [--dataset NAME] --remove",
        ], operands: [Standard.database],
        options: [table, source, dataset] + parts.map(\.option) + [
            payload, removes, Standard.quiet, Standard.showsHelp,
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let path = try arguments[Standard.database]
        try StoreFile.requireRegularFile(path)
        guard FilePath.exists(path) else { throw Failure(.failed, "there is no file \(Excerpt.of(path))") }
        let dataset = try arguments[dataset]
        let source = try self.source(arguments)
        if try arguments[removes] {
            for option in parts.map(\.option) + [payload] where try arguments[option] != nil {
                throw arguments.usage("\(option.name) and --remove cannot be used together")
            }
            let removed = try LayoutStore.removeFollowers(at: path, named: dataset, of: source)
            for name in removed.datasets { console.note("removed the data set “\(name)”") }
            return console.note(
                removed.isStoreRemoved ? "removed the store from \(path)" : "the store stays in \(path)")
        }
        guard let source else { throw arguments.usage("--table T or --of DATASET is missing") }
        guard let dataset else { throw arguments.usage("--dataset NAME is missing") }
        var following = Following(source, as: dataset)
        for (option, part) in parts { following[keyPath: part] = try arguments[option] }
        following.payload = try arguments[payload].map { $0.split(separator: ",").map(String.init) } ?? []
        try LayoutStore.follow(following, at: path)
        console.note("the data set “\(dataset)” follows \(following.sourceText)")
    }

    private static func source(_ arguments: ParsedArguments) throws -> Following.Source? {
        switch try (arguments[table], arguments[source]) {
        case (let name?, nil): .table(name)
        case (nil, let name?): .dataset(name)
        case (nil, nil): nil
        default: throw arguments.usage("--table and --of cannot be used together")
        }
    }
}
