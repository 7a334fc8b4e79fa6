package import LayoutText

extension LayoutDefinition {
    /// The words for the kinds, as values of the key `layout`.
    enum KindWord: String, CaseIterable {
        case table
        case card
        case flow
        case compositional
        case waterfall
        case spreadsheet
        case canvas
    }

    var kindWord: KindWord {
        switch kind {
        case .table: .table
        case .card: .card
        case .flow: .flow
        case .compositional: .compositional
        case .waterfall: .waterfall
        case .spreadsheet: .spreadsheet
        case .canvas: .canvas
        }
    }

    /// Reads a definition from JSON text.
    ///
    /// Throws with the JSON path of the fault: unknown keys, wrong types, negative or zero extents, and
    /// numbers that are not finite are all refused. Where the text is not JSON, the error's
    /// `syntaxError` has the line and column.
    public init(json: String) throws(DefinitionError) {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: json)
        } catch {
            throw DefinitionError(path: error.path, message: "not JSON: \(error)", syntaxError: error)
        }
        try self.init(value: value)
    }

    /// Reads a definition from a parsed JSON value.
    package init(value: JSONValue) throws(DefinitionError) {
        var reader = try DefinitionReader(value)
        guard let word = reader.value("layout") else {
            let known = KindWord.allCases.map(\.rawValue).joined(separator: ", ")
            throw reader.fault(at: "layout", "missing; one of \(known)")
        }
        let kind: Kind
        switch try DefinitionReader.choice(word, path: reader.path(of: "layout")) as KindWord {
        case .table: kind = .table(try TableDefinition(&reader))
        case .card: kind = .card(try CardDefinition(&reader))
        case .flow: kind = .flow(try FlowDefinition(&reader))
        case .compositional: kind = .compositional(try CompositionalDefinition(&reader))
        case .waterfall: kind = .waterfall(try WaterfallDefinition(&reader))
        case .spreadsheet: kind = .spreadsheet(try SpreadsheetDefinition(&reader))
        case .canvas: kind = .canvas(try CanvasDefinition(&reader))
        }
        var snap: SnapDefinition?
        if var snapReader = try reader.nested("snap") {
            snap = try SnapDefinition(&snapReader)
            try snapReader.finish()
        }
        self.init(kind, snap: snap, wraps: try reader.bool("wraps", default: false))
        try reader.finish()
    }

    /// The definition as a JSON value; defaults are left out.
    package var jsonValue: JSONValue {
        var writer = DefinitionWriter()
        writer.add("layout", .string(kindName))
        coding.write(to: &writer)
        if let snap {
            var snapWriter = DefinitionWriter()
            snap.write(to: &snapWriter)
            writer.add("snap", snapWriter.value)
        }
        writer.add("wraps", wraps, default: false)
        return writer.value
    }

    /// The definition as canonical JSON text: `LayoutDefinition(json: definition.json)` equals it.
    public var json: String { jsonValue.text }
}
