internal import LayoutCache
internal import LayoutEngine
internal import LayoutText

/// A store as a file describes it: the items' source and the layouts.
///
/// ```json
/// {"dataset": "garden", "source": "garden.csv", "columns": {"section": "bed", "key": "plant", "height": "height"},
///  "layouts": {"wall": {"definition": {"layout": "flow"}, "container": [390, 844]}}}
/// ```
///
/// Paths are relative to the file. A definition can also be the path of a JSON file.
struct StoreRecipe {
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
        let text = try TextFile.read(file)
        let folder = FilePath.folder(of: file)
        do {
            let value: JSONValue
            do throws(JSONSyntaxError) {
                value = try JSONValue(parsing: text)
            } catch {
                throw LayoutError(.invalidDefinition, error)
            }
            do {
                let members = try Self.members(of: value, known: ["dataset", "source", "columns", "scale", "layouts"])
                var columns = ImportColumns()
                if let mapped = members["columns"] {
                    columns = try Self.inside("columns") { try Self.columns(mapped) }
                }
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
            } catch let error as LayoutError where error.file == nil {
                throw error.inside(JSONPath.root)
            }
        } catch var error as LayoutError where error.file == nil {
            error.file = file
            if error.line == nil {
                let place = Self.place(of: error.path ?? JSONPath.root, in: text)
                (error.line, error.column) = (place.line, place.column)
            }
            throw error
        }
    }

    /// The place of a path, or of the nearest value around it if it is missing.
    private static func place(of path: String, in text: String) -> (line: Int, column: Int) {
        var path = path
        while true {
            if let place = JSONValue.place(of: path, in: text) { return place }
            guard let end = path.lastIndex(where: { ".[".contains($0) }) else { return (1, 1) }
            path = String(path[..<end])
        }
    }

    private static func layout(_ name: String, _ value: JSONValue, _ folder: String) throws -> Layout {
        let members = try members(of: value, known: ["definition", "container", "measure"])
        let definition = try inside("definition") {
            switch members["definition"] {
            case .string(let path)?:
                do {
                    return try LayoutDefinition(json: TextFile.read(folder + path))
                } catch var error as LayoutError {
                    error.file = folder + path
                    if error.line == nil, let place = error.path {
                        let text = try TextFile.read(folder + path)
                        let found = self.place(of: place, in: text)
                        (error.line, error.column) = (found.line, found.column)
                    }
                    throw error
                }
            case let json?:
                do throws(LayoutError) {
                    return try LayoutDefinition(value: json)
                } catch {
                    var error = error
                    error.path = error.path.map { String($0.dropFirst(JSONPath.root.count)) }
                    throw error
                }
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

    private static func columns(_ value: JSONValue) throws -> ImportColumns {
        var columns = ImportColumns()
        let paths: [String: WritableKeyPath<ImportColumns, String?>] = [
            "section": \.section, "key": \.key, "width": \.width, "height": \.height, "x": \.x, "y": \.y,
            "span": \.span, "rowSpan": \.rowSpan, "level": \.level, "stickyLevel": \.stickyLevel,
            "stickyEdge": \.stickyEdge,
        ]
        let members = try members(of: value, known: Array(paths.keys))
        for (name, path) in paths { columns[keyPath: path] = try text(name, members) }
        return columns
    }

    private static func members(of value: JSONValue, known: [String]) throws(LayoutError) -> [String: JSONValue] {
        let members = try LayoutError.members(of: value)
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
            throw error.inside(JSONPath.member(key, of: ""))
        }
    }
}
