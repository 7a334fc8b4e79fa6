import Foundation
import LayoutCache
import Testing

extension ReferenceDocument {
    /// The kinds of layouts, the keys that several of them have, and the objects that are values of keys.
    static func definitions() throws -> String {
        var text = """
            A definition is one JSON object; the key `layout` names its kind. `layoutctl schema KIND` and
            `LayoutDefinition.jsonSchema(ofKind:)` return a JSON Schema. Numbers are between −10⁹ and 10⁹. A *length* is
            at least 0, and a *positive length* greater; both are in points. A *count* is a whole number from 1 on.
            Objects are described [after the kinds](#values). The default follows the semicolon.
            A boolean's text says what `true` does.


            """
        let kinds = try LayoutDefinition.kindNames.map { kind in
            (name: kind, tables: DefinitionTable.all(of: try #require(LayoutDefinition.description(ofKind: kind))))
        }
        let shared = sharedKeys(kinds.map(\.tables[0]))
        for (kind, tables) in kinds {
            text += "## \(kind)\n\n\(tables[0].meaning)\n\n"
            let own = tables[0].keys.filter { !shared.contains($0) }
            if !own.isEmpty { text += rows(own) + "\n" }
            let others = shared.filter(tables[0].keys.contains).map(\.name)
            text += "[Shared keys](#shared-keys): \(namesOrAll(others, of: shared.map(\.name))).\n\n"
            var shown: Set<String> = []
            for sample in try samples(ofKind: kind) {
                let definition = try String(contentsOf: sample.definitionFile, encoding: .utf8)
                if !sample.rule.isEmpty { text += "\(sample.rule)\n\n" }
                text += "<img src=\"../Tests/LayoutCommandTests/Pictures/\(sample.name).svg\" width=\"270\" "
                text += "alt=\"\(sample.name)\">\n\n"
                if shown.insert(definition).inserted { text += "```json\n\(definition)```\n\n" }
            }
        }
        text += "## Shared keys\n\nThese keys mean the same in several kinds.\n\n" + rows(shared)
        text += "\n## Values\n\n"
        var objects: [DefinitionTable] = []
        for table in kinds.flatMap({ $0.tables.dropFirst() }) where !objects.contains(where: { $0.name == table.name })
        { objects.append(table) }
        // A key that means the same in several objects is described in the one with the fewest keys.
        var owners: [KeyText: String] = [:]
        let smallest = objects.enumerated().sorted {
            ($0.element.keys.count, $0.offset) < ($1.element.keys.count, $1.offset)
        }
        for object in smallest.map(\.element) {
            for key in object.keys where owners[KeyText(key)] == nil { owners[KeyText(key)] = object.name }
        }
        var meanings: Set<String> = []
        for object in objects {
            let isDescribed = !meanings.insert(object.meaning).inserted
            text += "### \(object.name)\n\n" + (isDescribed ? "" : "\(object.meaning)\n\n")
            let own = object.keys.filter { owners[KeyText($0)] == object.name }
            text += rows(own.map { withoutSharedMeaning($0, shared) })
            let others = Dictionary(grouping: object.keys.filter { owners[KeyText($0)] != object.name }) {
                owners[KeyText($0)] ?? ""
            }
            for (owner, keys) in others.sorted(by: { $0.key < $1.key }) {
                text += "- \(keys.map { "`\($0.name)`" }.joined(separator: ", ")): as of [\(owner)](#\(owner))"
                let described = objects.first { $0.name == owner }?.keys ?? []
                let types = Set(keys.filter { !described.contains($0) }.map(\.value))
                text += types.count == 1 ? ", each a \(types.first ?? "").\n" : ".\n"
            }
            text += "\n"
        }
        return text
    }

    private struct KeyText: Hashable {
        var words: [String?]
        init(_ key: DefinitionTable.Key) { words = [key.name, key.standard, key.meaning] }
    }

    /// Keys that at least two kinds have in the same form.
    private static func sharedKeys(_ kinds: [DefinitionTable]) -> [DefinitionTable.Key] {
        let keys = kinds.flatMap(\.keys)
        var seen: Set<DefinitionTable.Key> = []
        return keys.filter { key in keys.count { $0 == key } > 1 && seen.insert(key).inserted }
    }

    /// A list of names, or in few words if it holds most of them.
    private static func namesOrAll(_ names: [String], of all: [String]) -> String {
        let missing = all.filter { !names.contains($0) }
        if missing.isEmpty { return "all" }
        let list = (missing.count < names.count ? missing : names).map { "`\($0)`" }.joined(separator: ", ")
        return missing.count < names.count ? "all except \(list)" : list
    }

    /// A key of an object, whose meaning refers to the shared key that it ends with.
    private static func withoutSharedMeaning(_ key: DefinitionTable.Key, _ shared: [DefinitionTable.Key])
        -> DefinitionTable.Key
    {
        var key = key
        if let long = shared.first(where: { $0.name == key.name && key.meaning.hasSuffix($0.meaning) }) {
            key.meaning = key.meaning.dropLast(long.meaning.count) + "See [shared keys](#shared-keys)."
        }
        return key
    }

    private static func rows(_ keys: [DefinitionTable.Key]) -> String {
        entries(
            keys.map { key in
                let isTrue = key.value == "boolean" && key.meaning.hasPrefix("If true, ")
                let meaning = isTrue ? String(key.meaning.dropFirst("If true, ".count)) : key.meaning
                return (key.name, [key.value, key.standard].compactMap(\.self).joined(separator: "; "), meaning)
            })
    }

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

/// The keys of an object in a definition, in words.
struct DefinitionTable {
    struct Key: Hashable {
        var name: String
        /// The type of its value and the limits, in one word if nearly all numbers have them.
        var value: String
        /// Its default, or that it is required.
        var standard: String?
        var meaning: String
    }

    var name: String
    var meaning: String
    var keys: [Key]

    /// A kind's own keys first, then the objects that they hold, each once.
    static func all(of kind: ObjectDescription) -> [DefinitionTable] {
        var objects = [kind]
        var next = 0
        while next < objects.count {
            for held in objects[next].keys.flatMap(\.value.objects)
            where !objects.contains(where: { $0.name == held.name }) { objects.append(held) }
            next += 1
        }
        return objects.map(DefinitionTable.init)
    }

    private init(_ object: ObjectDescription) {
        name = object.name
        meaning = object.isUnion ? "\(object.meaning) Exactly one of these keys." : object.meaning
        keys = object.keys.map { key in
            #expect(key.meaning.hasSuffix("."), "\(key.name)")
            let words = key.meaning.contains("points per") ? ("number", "0 to 1000000000") : key.value.words
            return Key(
                name: key.name, value: [words.0, words.1].filter { !$0.isEmpty }.joined(separator: ", "),
                standard: key.isRequired ? "required" : key.defaultValue.map { "`\($0.text)`" }, meaning: key.meaning)
        }
    }
}

extension ObjectDescription.Value {
    /// The objects that a value may be, or hold in a list.
    fileprivate var objects: [ObjectDescription] {
        switch self {
        case .number, .integer, .boolean, .string, .choice: []
        case .list(let element, _): element.objects
        case .tuple(let places, _): places.flatMap(\.value.objects)
        case .object(let describe): [describe()]
        case .either(let values): values.flatMap(\.objects)
        }
    }

    /// The type of a value, and its limits; empty if the type has them.
    fileprivate var words: (type: String, limits: String) {
        switch self {
        case .number(.any): ("number", "")
        case .number(.nonNegative): ("length", "")
        case .number(.positive): ("positive length", "")
        case .number(let range) where range.includesLow:
            ("number", "\(NumberRange.text(range.low)) to \(NumberRange.text(range.high))")
        case .number(let range): ("number", "greater than 0, at most \(NumberRange.text(range.high))")
        case .integer(-1_000_000_000...1_000_000_000): ("whole number", "")
        case .integer(0...1_000_000_000): ("count or 0", "")
        case .integer(1...1_000_000_000): ("count", "")
        case .integer(let range): ("whole number", "\(range.lowerBound) to \(range.upperBound)")
        case .boolean: ("boolean", "")
        case .string: ("string", "not empty")
        case .choice(let words): (words.map { "`\($0)`" }.joined(separator: ", "), "")
        case .list(let element, let count):
            (
                "list of \(element.words.type)",
                count.lowerBound > 0
                    ? "at least \(count.lowerBound)" : count.upperBound < .max ? "at most \(count.upperBound)" : ""
            )
        case .tuple(let places, let required):
            ("[" + places.enumerated().map { $1.name + ($0 < required ? "" : "?") }.joined(separator: ", ") + "]", "")
        case .object(let describe): (describe().name, "")
        case .either(let values):
            (
                values.map(\.words.type).joined(separator: " or "),
                values.map(\.words.limits).first { !$0.isEmpty } ?? ""
            )
        }
    }
}
