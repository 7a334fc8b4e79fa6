import LayoutCache

/// The keys of an object in a definition, in words.
struct DefinitionTable {
    struct Key {
        var name: String
        /// What its value is, such as `number`.
        var type: String
        /// What limits its value; empty where nothing does.
        var range = ""
        /// What holds where it is not written, as JSON; nil where it has to be there, or nothing holds.
        var defaultValue: String?
        var isRequired = false
        var meaning = ""
    }

    /// The kind's name, or the name of an object that its keys hold.
    var name: String
    var meaning: String
    var keys: [Key]
}

/// What the reference says of definitions: the one place that knows where their keys are declared.
enum DefinitionTables {
    static let kinds = ["table", "card", "flow", "compositional", "waterfall", "spreadsheet", "canvas"]

    /// A kind's own keys, and after them those of the objects that they hold.
    ///
    /// The kinds do not declare their keys as data: this reads them off a definition that names none of them,
    /// so that the values are the defaults. A kind with keys that have to be there has no table.
    static func tables(ofKind kind: String) -> [DefinitionTable] {
        guard let definition = try? LayoutDefinition(json: #"{"layout": "\#(kind)"}"#),
            let value = Mirror(reflecting: definition.kind).children.first?.value
        else { return [] }
        let keys = Mirror(reflecting: value).children.compactMap { child -> DefinitionTable.Key? in
            guard let name = child.label else { return nil }
            return DefinitionTable.Key(name: name, type: type(of: child.value), defaultValue: text(child.value))
        }
        return keys.isEmpty ? [] : [DefinitionTable(name: kind, meaning: "", keys: keys)]
    }

    private static func type(of value: Any) -> String {
        switch value {
        case is Double, is Double?: "number"
        case is Int: "whole number"
        case is Bool: "boolean"
        case is LayoutSize: "size"
        case is LayoutInsets: "insets"
        case is LayoutAxis: "one of vertical, horizontal"
        default: "list"
        }
    }

    private static func text(_ value: Any) -> String? {
        switch value {
        case let number as Double: number == number.rounded() ? "\(Int(number))" : "\(number)"
        case let number as Int: "\(number)"
        case let isOn as Bool: "\(isOn)"
        case let axis as LayoutAxis: "\"\(axis)\""
        case let size as LayoutSize: "{\"width\": \(text(size.width) ?? ""), \"height\": \(text(size.height) ?? "")}"
        case let insets as LayoutInsets: insets == .zero ? "0" : "\(insets)"
        default: nil
        }
    }
}
