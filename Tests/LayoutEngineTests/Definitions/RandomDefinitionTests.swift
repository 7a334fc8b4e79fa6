import LayoutTestSupport
import LayoutText
import Testing

import LayoutEngine

/// Definitions drawn from what the keys declare of themselves.
struct RandomDefinitionTests {
    /// A definition with any values that its keys accept, though they may contradict one another.
    static func value(ofKind kind: String, using random: inout SeededGenerator) throws -> JSONValue {
        let keys = try #require(LayoutDefinition.description(ofKind: kind)?.keys)
        let members = keys.filter { $0.isRequired || Bool.random(using: &random) }.map {
            JSONValue.Member(key: $0.name, value: random.value(of: $0.value, .extreme))
        }
        return .object([JSONValue.Member(key: "layout", value: .string(kind))] + members)
    }

    @Test("Any definition comes back from its own text", arguments: LayoutKind.allCases, TestSettings.seedArguments(20))
    func roundTrip(kind: LayoutKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<6 {
            let drawn: LayoutDefinition = try RandomDefinition(kind, using: &random).definition
            try drawn.validate()
            let read = try LayoutDefinition(json: drawn.json)
            #expect(read == drawn, "seed \(seed), \(drawn.json)")
            #expect(read.hashValue == drawn.hashValue, "seed \(seed)")
            #expect(read.json == drawn.json, "seed \(seed)")
        }
    }

    @Test(
        "Values at the ends of their ranges are accepted, and hold in a definition made in Swift",
        arguments: LayoutDefinition.kindNames)
    func extremes(kind: String) throws {
        var accepted = 0
        let seeds = TestSettings.seedArguments(400)
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            let value = try Self.value(ofKind: kind, using: &random)
            do throws(LayoutError) {
                let definition = try LayoutDefinition(value: value)
                accepted += 1
                try definition.validate()
                #expect(try LayoutDefinition(json: definition.json) == definition, "seed \(seed)")
            } catch {
                // Only what keys have to keep between them may be refused.
                #expect(!["card", "canvas"].contains(kind), "seed \(seed), \(error), \(value.text)")
                #expect(
                    !error.message.contains("expected") && !error.message.contains("unknown"), "seed \(seed), \(error)")
            }
        }
        let least = ["compositional": 4, "waterfall": 12, "card": 400, "canvas": 400][kind] ?? 100
        #expect(TestSettings.seed != nil || accepted >= least * seeds.count / 400, "accepted \(accepted)")
    }

    @Test("A damaged definition is read or refused with a path, and never crashes")
    func damage() {
        var (acceptedCount, refusedCount) = (0, 0)
        for seed in TestSettings.seedArguments(30) {
            var random = SeededGenerator(seed: seed)
            for _ in 0..<50 {
                let kind = LayoutKind.allCases.randomElement(using: &random) ?? .table
                var bytes = Array(RandomDefinition(kind, using: &random).json.utf8)
                let index = Int.random(in: bytes.indices, using: &random)
                bytes[index] = UInt8.random(in: 0x20...0x7E, using: &random)
                do throws(LayoutError) {
                    let definition = try LayoutDefinition(json: String(decoding: bytes, as: UTF8.self))
                    try definition.validate()
                    acceptedCount += 1
                } catch {
                    refusedCount += 1
                    #expect((error.path ?? "").hasPrefix("$") && !error.message.isEmpty, "seed \(seed)")
                }
            }
        }
        // One byte in 95 is what it was, and many another is a digit of a number.
        #expect(
            TestSettings.seed != nil || acceptedCount > 5 && refusedCount > 300,
            "accepted \(acceptedCount), refused \(refusedCount)")
    }

    @Test(
        "In any container, the empty one too, frames are finite and the content is never less than nothing",
        arguments: LayoutKind.allCases, [true, false])
    func finite(kind: LayoutKind, isExtreme: Bool) throws {
        let extents: [Double] = [0, 0x1p-1074, 1, 300, NumberRange.limit]
        var planned = 0
        for seed in TestSettings.seedArguments(16) {
            var random = SeededGenerator(seed: seed)
            let definition: LayoutDefinition
            if isExtreme {
                var drawn: LayoutDefinition?
                // Most are refused.
                for _ in 0..<1000 where drawn == nil {
                    drawn = try? LayoutDefinition(value: Self.value(ofKind: kind.rawValue, using: &random))
                }
                definition = try #require(drawn)
            } else {
                definition = try RandomDefinition(kind, using: &random).definition
            }
            for width in extents {
                for height in extents {
                    guard let plan = try? definition.makePlan(in: LayoutSize(width: width, height: height)) else {
                        continue
                    }
                    planned += 1
                    let context: Comment = "seed \(seed), \(width)×\(height), \(definition.json)"
                    if let cross = plan.traits.contentCrossLength { #expect(cross >= 0 && cross.isFinite, context) }
                    var items = random.items(count: 12, upTo: 90)
                    for index in items.indices where kind == .canvas { (items[index].x, items[index].y) = (3, 4) }
                    let solved = plan.layOut(items)
                    #expect(solved.length >= 0 && solved.length.isFinite, context)
                    #expect(solved.crossLength >= 0 && solved.crossLength.isFinite, context)
                    let frames = solved.frames + solved.elements.map(\.frame) + solved.sectionElements.map(\.frame)
                    #expect(frames.allSatisfy { $0.isFinite }, context)
                    #expect(
                        solved.cells.allSatisfy { $0.isHidden || $0.frame.width >= 0 && $0.frame.height >= 0 }, context)
                }
            }
        }
        #expect(planned > 20 || !TestSettings.takesAll)
    }
}

extension LayoutRect {
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
