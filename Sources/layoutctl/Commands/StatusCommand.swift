internal import LayoutCache

enum StatusCommand: Command {
    static let specification = CommandSpecification(
        name: "status", summary: "Print data sets and layouts: their contents, and how much is stale.",
        operands: [Standard.database], options: [Standard.format, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readOnly)
        let followings = try store.followings()
        let datasets = try store.datasets().map { dataset in
            Row(dataset: dataset, follows: followings.first { $0.dataset == dataset.name })
        }
        let layouts = try store.status()
        if try arguments[Standard.format] == .table {
            try console.print(datasets, datasetColumns, arguments)
            if !datasets.isEmpty, !layouts.isEmpty { console.output.write("\n") }
            try console.print(layouts, layoutColumns, arguments)
        } else {
            let laidOut = layouts.map { layout in
                var row = datasets.first { $0.dataset.name == layout.dataset }
                row?.layout = layout
                return row
            }
            let unused = datasets.filter { row in !layouts.contains { $0.dataset == row.dataset.name } }
            try console.print(laidOut.compactMap(\.self) + unused, rowColumns, arguments)
        }
        if let warning = Version.warning { console.note(warning) }
        if layouts.isEmpty { console.note("the store has no layouts; “layoutctl layout” defines one") }
        try console.warn(ofFollowersIn: store)
        for layout in layouts { try console.noteFaults(ofLayout: layout.name, in: store) }
    }

    /// A data set, with one of its layouts.
    private struct Row {
        var dataset: DatasetStatus
        var follows: Following?
        var layout: LayoutStatus?

        var source: Field {
            switch follows?.source {
            case .table(let name): .text("table \(name)")
            case .dataset(let name): .text("data set \(name)")
            case nil: .null
            }
        }
    }

    private static let datasetColumns: [Column<Row>] = [
        Column("dataset") { .text($0.dataset.name) },
        Column("sectionCount") { .integer($0.dataset.sectionCount) },
        Column("itemCount") { .integer($0.dataset.itemCount) },
        Column("follows") { $0.source },
    ]

    private static let rowColumns: [Column<Row>] =
        layoutColumns.map { column in
            Column(column.name) { row in
                row.layout.map(column.value) ?? datasetColumns.first { $0.name == column.name }?.value(row) ?? .null
            }
        } + [Column("follows") { $0.source }]

    private static let layoutColumns: [Column<LayoutStatus>] = [
        Column("layout") { .text($0.name) },
        Column("dataset") { .text($0.dataset) },
        Column("kind") { .text($0.kind) },
        Column("containerWidth") { .number($0.container.width) },
        Column("containerHeight") { .number($0.container.height) },
        Column("sectionCount") { .integer($0.sectionCount) },
        Column("itemCount") { .integer($0.itemCount) },
        Column("elementCount") { .integer($0.elementCount) },
        Column("contentWidth") { .number($0.contentSize.width) },
        Column("contentHeight") { .number($0.contentSize.height) },
        Column("staleSections") { .integer($0.staleSections) },
        Column("isComplete") { .bool($0.isComplete) },
    ]
}
