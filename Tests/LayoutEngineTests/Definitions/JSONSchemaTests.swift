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
}
