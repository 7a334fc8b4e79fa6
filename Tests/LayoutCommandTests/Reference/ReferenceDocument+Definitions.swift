import Foundation
import LayoutCache
import Testing

extension ReferenceDocument {
    static func definitions() throws -> String {
        var text = """
            A definition is one JSON object; the key `layout` names its kind. `layoutctl schema KIND` and
            `LayoutDefinition.jsonSchema(ofKind:)` return a JSON Schema. A *length* is a number from 0 to 1,000,000,000
            points. A *positive length* is greater than 0. Objects are described [after the
            kinds](#values-in-definitions).


            """
        let kinds = try LayoutDefinition.kindNames.map { kind in
            (name: kind, tables: try #require(LayoutDefinition.reference(ofKind: kind)))
        }
        let shared = sharedKeys(kinds.map { ($0.name, $0.tables[0]) })
        var objects: [DefinitionReference] = []
        for (kind, tables) in kinds {
            text += "### \(kind)\n\n"
            for sample in try samples(ofKind: kind) {
                let definition = try String(contentsOf: sample.definitionFile, encoding: .utf8)
                if !sample.rule.isEmpty { text += "\(sample.rule)\n\n" }
                text += "<img src=\"Tests/LayoutCommandTests/Pictures/\(sample.name).svg\" width=\"270\" "
                text += "alt=\"\(sample.name)\">\n\n```json\n\(definition)```\n\n"
            }
            let own = tables[0].keys.filter { key in !shared.contains { $0.key == key } }
            text += "\(tables[0].meaning)\n\n"
            if !own.isEmpty { text += keys(own) }
            let others = tables[0].keys.filter { key in shared.contains { $0.key == key } }
            if !others.isEmpty {
                text +=
                    "[Shared keys](#shared-keys): " + others.map { "`\($0.name)`" }.joined(separator: ", ") + ".\n\n"
            }
            for table in tables.dropFirst() where !objects.contains(where: { $0.name == table.name }) {
                objects.append(table)
            }
        }
        text += "### Shared keys\n\nThese keys mean the same in several kinds.\n\n"
        text += "| Key | Value | Default | Meaning | Kinds |\n|---|---|---|---|---|\n"
        for (key, names) in shared { text += row(cells(key) + [namesOrAll(names, of: kinds.map(\.name))]) }
        text += "\n### Values in definitions\n\n"
        for object in objects { text += "#### \(object.name)\n\n\(object.meaning)\n\n" + keys(object.keys) }
        return text
    }

    /// Keys that at least three kinds have in the same form, with the names of these kinds.
    private static func sharedKeys(_ kinds: [(name: String, table: DefinitionReference)])
        -> [(key: DefinitionReference.Key, kinds: [String])]
    {
        var found: [(key: DefinitionReference.Key, kinds: [String])] = []
        for (name, table) in kinds {
            for key in table.keys {
                if let index = found.firstIndex(where: { $0.key == key }) {
                    found[index].kinds.append(name)
                } else {
                    found.append((key, [name]))
                }
            }
        }
        return found.filter { $0.kinds.count >= 3 }
    }

    private static func keys(_ keys: [DefinitionReference.Key]) -> String {
        "| Key | Value | Default | Meaning |\n|---|---|---|---|\n" + keys.map { row(cells($0)) }.joined() + "\n"
    }

    private static func cells(_ key: DefinitionReference.Key) -> [String] {
        var value = [key.type, key.range].filter { !$0.isEmpty }.joined(separator: "; ")
        // One word for the range that nearly all numbers have.
        let lengths = [
            "between 0 and 1000000000": "length", "greater than 0, at most 1000000000": "positive length",
        ]
        if let word = lengths[key.range], key.type.hasPrefix("number"), !key.meaning.contains("points per") {
            value = word + key.type.dropFirst("number".count)
        }
        let standard = key.isRequired ? "required" : key.defaultValue.map { "`\($0)`" } ?? ""
        return ["`\(key.name)`", value, standard, key.meaning]
    }

    /// The pictures of a kind, each definition once.
    private static func samples(ofKind kind: String) throws -> [SamplePicture] {
        var seen: Set<String> = []
        return try SamplePicture.all.filter { sample in
            let definition = try String(contentsOf: sample.definitionFile, encoding: .utf8)
            // Two pictures of one definition show different rules.
            return definition.contains("\"layout\": \"\(kind)\"")
                && (seen.insert(sample.definition).inserted || !sample.rule.isEmpty)
        }
    }
}
