import LayoutTestSupport
import LayoutText
import Testing

import LayoutEngine

struct JSONSchemaTests {
    static func validator(of kind: String) throws -> SchemaValidator {
        SchemaValidator(try JSONValue(parsing: try #require(LayoutDefinition.jsonSchema(ofKind: kind))))
    }

    @Test("A schema accepts every definition of its kind, and of no other", arguments: LayoutKind.allCases)
    func accepted(kind: LayoutKind) throws {
        let validator = try Self.validator(of: kind.rawValue)
        for seed in TestSettings.seedArguments(60) {
            var random = SeededGenerator(seed: seed)
            let drawn = try JSONValue(parsing: RandomDefinition(kind, using: &random).json)
            #expect(validator.accepts(drawn), "seed \(seed), \(drawn.text)")
            let extreme = try RandomDefinitionTests.value(ofKind: kind.rawValue, using: &random)
            #expect(validator.accepts(extreme), "seed \(seed), \(extreme.text)")
            for other in LayoutKind.allCases where other != kind {
                let stranger = try JSONValue(parsing: RandomDefinition(other, using: &random).json)
                #expect(!validator.accepts(stranger))
            }
        }
        #expect(validator.unknownKeywords.isEmpty)
    }

    @Test("Every value that a schema refuses, reading refuses too", arguments: LayoutDefinition.kindNames)
    func refused(kind: String) throws {
        let validator = try Self.validator(of: kind)
        var refusedCount = 0
        let wrong: [JSONValue] = [
            .null, .string("x"), .number(-1e10), .number(2e9), .bool(true), .array([]), .object([]),
        ]
        let seeds = TestSettings.seedArguments(300)
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            guard case .object(var members) = try RandomDefinitionTests.value(ofKind: kind, using: &random) else {
                return
            }
            let value = wrong.randomElement(using: &random) ?? .null
            if Bool.random(using: &random) {
                members.append(JSONValue.Member(key: "unknown", value: value))
            } else {
                members[Int.random(in: members.indices, using: &random)].value = value
            }
            guard !validator.accepts(.object(members)) else { continue }
            refusedCount += 1
            #expect(throws: LayoutError.self, "seed \(seed), \(JSONValue.object(members).text)") {
                try LayoutDefinition(value: .object(members))
            }
        }
        #expect(TestSettings.seed != nil || refusedCount >= seeds.count / 3)
    }

    @Test(
        "Every key has its row in the reference, and every object that a row names has a table",
        arguments: LayoutDefinition.kindNames)
    func reference(kind: String) throws {
        let tables = try #require(LayoutDefinition.reference(ofKind: kind))
        let keys = try #require(LayoutDefinition.keys(ofKind: kind))
        #expect(tables[0].name == kind)
        #expect(tables[0].keys.map(\.name) == keys.map(\.name))
        #expect(Set(tables.map(\.name)).count == tables.count)
        for key in tables.flatMap(\.keys) {
            #expect(key.meaning.hasSuffix(".") && !key.type.isEmpty, "\(key.name)")
            #expect(key.defaultValue != "0" || !key.range.hasPrefix("greater than 0"), "\(key.name)")
        }
    }
}
