internal import LayoutCache
internal import LayoutEngine
internal import LayoutText

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
                "\(path): \(ReadableNumber.counted(report.itemsInserted, "item")), "
                    + ReadableNumber.counted(recipe.layouts.count, "layout"))
        } catch let error as LayoutError where error.file != nil && error.line != nil {
            // As compilers print faults, so that Xcode shows them in their line.
            var error = error
            error.message = "error: " + error.message
            throw error
        }
    }
}

/// A store as a file describes it: the items' source and the layouts.
///
/// ```json
/// {"dataset": "garden", "source": "garden.csv", "columns": {"section": "bed", "key": "plant", "height": "height"},
///  "layouts": {"wall": {"definition": {"layout": "flow"}, "container": [390, 844]}}}
/// ```
///
/// Paths are relative to the file. A definition can also be the path of a JSON file.
private struct StoreRecipe {
    struct Layout {
        var name: String
        var definition: LayoutDefinition
        var container: LayoutSize
        var measure: String?
    }

    private(set) var options: ImportOptions
    private(set) var source: String
    private(set) var layouts: [Layout]

    /// Reads a recipe.
    ///
    /// - Throws: ``LayoutError`` with the file, line and column of the fault; ``Failure`` if a file cannot be read.
    init(file: String) throws {
        self = try Self.reading(file) { value in
            try StoreRecipe(LayoutError.members(of: value), folder: FilePath.folder(of: file))
        }
    }

    private init(_ list: [JSONValue.Member], folder: String) throws {
        let members = try Self.members(list, known: ["dataset", "source", "columns", "scale", "layouts"])
        let columns = try Self.inside("columns") { try members["columns"].map(Self.columns) ?? ImportColumns() }
        options = ImportOptions(
            dataset: try Self.text("dataset", members) ?? "items", columns: columns,
            scale: try Self.number("scale", members) ?? 1)
        guard let source = try Self.text("source", members) else {
            throw LayoutError(path: ".source", message: "missing: the file with the items")
        }
        self.source = folder + source
        layouts = try Self.inside("layouts") {
            try LayoutError.members(of: members["layouts"] ?? .object([])).map { member in
                try Self.inside(member.key) { try Self.layout(member.key, member.value, folder) }
            }
        }
    }

    /// Reads a JSON file; a fault gets its place in it.
    private static func reading<T>(_ file: String, _ read: (JSONValue) throws -> T) throws -> T {
        let text = try FilePath.text(of: file)
        do {
            return try read(JSONValue(parsing: text, orThrow: .invalidDefinition))
        } catch var error as LayoutError where error.file == nil {
            error.file = file
            if error.line == nil {
                (error.line, error.column) = lineAndColumn(of: JSONValue.Path.root + (error.path ?? ""), in: text)
            }
            throw error
        }
    }

    /// The place of a path, or of the nearest value around it if it is missing.
    private static func lineAndColumn(of path: String, in text: String) -> (line: Int, column: Int) {
        var path = path
        while true {
            if let place = JSONValue.lineAndColumn(of: path, in: text) { return place }
            guard let end = path.lastIndex(where: { ".[".contains($0) }) else { return (1, 1) }
            path = String(path[..<end])
        }
    }

    private static func layout(_ name: String, _ value: JSONValue, _ folder: String) throws -> Layout {
        let members = try members(LayoutError.members(of: value), known: ["definition", "container", "measure"])
        let definition = try inside("definition") {
            switch members["definition"] {
            case .string(let path)?: try reading(folder + path, Self.definition)
            case let json?: try Self.definition(json)
            case nil: throw LayoutError(path: "", message: "missing: an object, or the path of a file")
            }
        }
        guard case .array(let lengths)? = members["container"], case .number(let width)? = lengths.first,
            case .number(let height)? = lengths.last, lengths.count == 2
        else { throw LayoutError(path: ".container", message: "expected [width, height], in points") }
        return Layout(
            name: name, definition: definition, container: LayoutSize(width: width, height: height),
            measure: try text("measure", members))
    }

    /// A definition; the path of a fault begins at its value.
    private static func definition(_ json: JSONValue) throws -> LayoutDefinition {
        do throws(LayoutError) {
            return try LayoutDefinition(value: json)
        } catch {
            var error = error
            error.path = error.path.map { String($0.dropFirst(JSONValue.Path.root.count)) }
            throw error
        }
    }

    private static func columns(_ value: JSONValue) throws -> ImportColumns {
        var columns = ImportColumns()
        let members = try members(LayoutError.members(of: value), known: ImportColumns.all.map(\.name))
        for (name, path) in ImportColumns.all { columns[keyPath: path] = try text(name, members) }
        return columns
    }

    private static func members(
        _ members: [JSONValue.Member], known: [String]
    ) throws(LayoutError) -> [String: JSONValue] {
        try LayoutError.refuseUnknownKeys(of: members, known: known)
        return Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    private static func text(_ name: String, _ members: [String: JSONValue]) throws(LayoutError) -> String? {
        guard let value = members[name], value != .null else { return nil }
        guard case .string(let text) = value else { throw LayoutError(value, isNot: "a string").inside("." + name) }
        return text
    }

    private static func number(_ name: String, _ members: [String: JSONValue]) throws(LayoutError) -> Double? {
        guard let value = members[name], value != .null else { return nil }
        guard case .number(let number) = value, number > 0 else {
            throw LayoutError(value, isNot: "a number above 0").inside("." + name)
        }
        return number
    }

    /// Adds a step to the path of a fault.
    private static func inside<T>(_ key: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as LayoutError where error.file == nil {
            throw error.inside(JSONValue.Path.member(key))
        }
    }
}
