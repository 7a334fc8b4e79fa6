internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

enum IndexCommand: Command {
    private static let fields = Operand<[String]>(
        repeating: .text("COLUMN"),
        help: "A JSON path, a member of the payloads, or a column of “item”. Default: title, name, label or text; of a "
            + "line, its text. Keys are indexed too.")
    private static let removes = Option(flag: "--remove", help: "Remove the index.")

    static let specification = CommandSpecification(
        name: "index", summary: "Index the words of a data set, so that searching it is quick.",
        operands: [Standard.database, fields],
        options: [Standard.dataset, removes, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readWrite)
        var fields = try arguments[fields]
        // The former place of the data set is before the columns.
        let isNamed =
            if try arguments[Standard.dataset] == nil, let word = fields.first {
                try store.datasets().contains { $0.name == word }
            } else {
                false
            }
        let dataset = isNamed ? fields.removeFirst() : try store.datasetName(arguments)
        if try arguments[removes] {
            guard fields.isEmpty else { throw arguments.usage("--remove takes no columns") }
            guard try store.removeIndex(of: dataset) else {
                throw Failure(.failed, "the data set “\(dataset)” has no index")
            }
            return console.note("removed the index of “\(dataset)”")
        }
        let report = try store.indexItems(of: dataset, fields: fields) { state in
            try Interruption.check()
            console.progress.update { _ in "indexed \(ReadableNumber.grouped(state.count)) items" }
        }
        console.note("indexed \(ReadableNumber.grouped(report.itemCount)) items")
    }
}
