import LayoutStoreTestSupport
import LayoutTestSupport
import LayoutText
import Testing
import LayoutCore

/// Keys that several kinds know: each changes what a layout shows, or is refused with its path.
@Suite struct SharedKeyTests {
    /// A definition of each kind in which every key has something to do, with points that are no whole pixels, as
    /// `layout` and the kind. A value for each key that several kinds know, other than in these, as `key` and its name.
    private static let texts: [String: String] = {
        let lines = DataFile.lines("SharedKeys.txt").map { $0.split(separator: ": ", maxSplits: 1) }
        let bars = lines.first?.last ?? ""
        return lines.reduce(into: [:]) { $0[String($1[0])] = String($1[1].replacing("{bars}", with: bars)) }
    }()

    private static func keys(of kind: LayoutKind) -> [String] {
        (LayoutDefinition.description(ofKind: kind.rawValue)?.keys ?? []).map(\.name)
    }

    private static let shared: [String] = {
        var counts: [String: Int] = [:]
        for kind in LayoutKind.allCases {
            for key in keys(of: kind) where !["layout", "selfSizing"].contains(key) { counts[key, default: 0] += 1 }
        }
        return counts.filter { $0.value > 1 }.map(\.key).sorted()
    }()

    private func store() throws -> TestStore {
        let test = try TestStore()
        try test.fill(
            1...60, sections: 3, "section_id, position, key, width, height, x, y, sticky_level",
            """
            1 + (i - 1) / 20, i, 'k' || i, CASE WHEN i % 7 > 0 THEN 40.3 + i % 5 * 9 END,
              CASE WHEN i % 6 > 0 THEN 30.7 + i % 4 * 11 END, i % 8 * 71.3, i / 8 * 67.7,
              CASE WHEN i % 5 = 0 THEN 0 END
            """)
        try test.execute(
            "UPDATE section SET position = position + 10 WHERE id > 1",
            "INSERT INTO section (dataset_id, position) SELECT dataset_id, 5 FROM section WHERE id = 1")
        return test
    }

    /// The elements at some places of a layout's content, and the ends of gestures.
    private func picture(_ definition: JSONValue, _ test: TestStore) throws -> [String] {
        let container = LayoutSize(width: 375.2, height: 480.7)
        try test.define("wall", definition.text, container.width, container.height)
        try test.store.prepare("wall")
        let wall = test.wall
        let size = try wall.contentSize()
        var lines = ["\(size)"]
        let all = LayoutRect(x: -99, y: -99, width: size.width + 198, height: size.height + 198)
        lines += try wall.layoutAttributesForElements(in: all).map { "\(ElementRow($0))" }.sorted()
        for part in [-0.3, 0, 0.21, 0.5, 1, 1.3] {
            let offset = LayoutPoint(
                x: max(size.width - container.width, 30) * part, y: max(size.height - container.height, 30) * part)
            let rect = LayoutRect(origin: offset, size: container)
            lines += try wall.layoutAttributesForElements(in: rect, visible: rect).map { "\(ElementRow($0))" }.sorted()
            lines.append(
                "\(try wall.targetContentOffset(forProposedContentOffset: offset, withScrollingVelocity: .zero))")
        }
        return lines
    }

    @Test(
        "A key that several kinds know works in each kind, axis and direction, or is refused with its path",
        arguments: LayoutKind.allCases)
    func everyKey(_ kind: LayoutKind) throws {
        let test = try store()
        let own = Self.keys(of: kind)
        let plain = try JSONValue(parsing: try #require(Self.texts["layout \(kind)"]))
        var worked = 0
        for axis in own.contains("axis") ? ["vertical", "horizontal"] : [""] {
            for isMirrored in own.contains("rightToLeft") ? [false, true] : [false] {
                var base = axis.isEmpty ? plain : plain.with("axis", .string(axis))
                if isMirrored { base = base.with("rightToLeft", .bool(true)) }
                let before = try picture(base, test)
                for key in Self.shared {
                    var value = try JSONValue(parsing: try #require(Self.texts["key \(key)"], "\(key) needs a value"))
                    if key == "axis", axis == "horizontal" { value = .string("vertical") }
                    if key == "rightToLeft", isMirrored { value = .bool(false) }
                    let changed = base.with(key, value)
                    let place = "\(key), \(axis)\(isMirrored ? ", mirrored" : "")"
                    do {
                        _ = try LayoutDefinition(value: changed)
                    } catch {
                        #expect(error.path?.hasPrefix("$.\(key)") == true, "\(place): \(error)")
                        #expect(!own.contains(key), "\(place): \(error)")
                        continue
                    }
                    #expect(own.contains(key), "\(place) is accepted")
                    #expect(try picture(changed, test) != before, "\(place) is accepted, and changes nothing")
                    worked += 1
                }
            }
        }
        #expect(worked > (kind == .canvas ? 0 : 3))
    }

    @Test(
        "A key that has no effect beside another one is refused with its path",
        arguments: [
            (#"{"layout":"table","wraps":true,"listHeader":{"height":9},"pinListHeader":true}"#, "$.pinListHeader"),
            (#"{"layout":"flow","wraps":true,"listFooter":{"height":9},"pinListFooter":true}"#, "$.pinListFooter"),
            (#"{"layout":"waterfall","columns":2,"separators":{"between":"rows"}}"#, "$.separators.between"),
        ])
    func pairs(_ json: String, _ path: String) {
        #expect(refusal { try LayoutDefinition(json: json) }?.path == path)
    }

    @Test("A definition made in Swift is refused like its text")
    func swift() {
        for definition in [
            LayoutDefinition(.canvas(CanvasDefinition()), snap: SnapDefinition()),
            LayoutDefinition(.canvas(CanvasDefinition()), wraps: true),
            LayoutDefinition(.canvas(CanvasDefinition()), rightToLeft: true),
            LayoutDefinition(.card(CardDefinition()), emptySections: .hide),
            LayoutDefinition(.table(TableDefinition(list: ListOptions(pinListHeader: true))), wraps: true),
        ] { #expect(refusal { try definition.validate() }?.path != nil) }
    }
}

extension JSONValue {
    /// The object with a member set.
    fileprivate func with(_ key: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.key != key } + [Member(key: key, value: value)])
    }
}
