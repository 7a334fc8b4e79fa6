internal import LayoutCache
internal import LayoutEngine

enum MakeCommand: Command {
    private static let recipe = Operand<String>(.file("RECIPE"), help: "The recipe: a JSON file.")
    private static let output = Option<String>(
        "--output", short: "-o", .file("DB"), help: "The store to make, or to make again.")

    static let specification = CommandSpecification(
        name: "make", summary: "Make a store of a recipe: items, and layouts with every frame.", operands: [recipe],
        options: [output, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let path = try arguments[output]
        do {
            let recipe = try StoreRecipe(file: arguments[recipe])
            guard FilePath.exists(recipe.source) else {
                throw LayoutError(
                    .fileNotFound, "there is no file \(recipe.source)", file: try arguments[Self.recipe], line: 1)
            }
            let temporary = path + ".new"
            try? LayoutStore.destroy(at: temporary)
            let report = try StoreFile.create(temporary) { store in
                let report = try store.importItems(
                    from: .file(recipe.source), options: recipe.options, isCancelled: { Interruption.isRequested })
                for layout in recipe.layouts {
                    try store.defineLayout(
                        layout.name, dataset: recipe.options.dataset, definition: layout.definition,
                        container: layout.container, measure: layout.measure)
                    _ = try store.prepare(layout.name) { _ in try Interruption.check() }
                }
                return report
            }
            try? LayoutStore.destroy(at: path)
            try FilePath.rename(temporary, to: path)
            console.note(
                "\(path): \(Counted.text(report.itemsInserted, "item")), "
                    + Counted.text(recipe.layouts.count, "layout"))
        } catch let error as LayoutError where error.file != nil && error.line != nil {
            // As compilers print faults, so that Xcode shows them in their line.
            var error = error
            error.message = "error: " + error.message
            throw error
        }
    }
}
