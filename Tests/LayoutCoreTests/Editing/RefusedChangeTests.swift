import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Changes that cannot be made.
@Suite struct RefusedChangeTests {
    private static let first = ItemIndexPath(section: 0, item: 0)

    private static let mistakes: KeyValuePairs<LayoutError.Code, [DatasetChange]> = [
        .notFound: [
            .deleteItem(.indexPath([0, 99])), .deleteItem(.indexPath([9, 0])), .deleteItem(.indexPath([0, -1])),
            .deleteItem(.key("missing")), .insertItem(SourceItem(), at: [0, 99]),
            .insertItem(SourceItem(), at: [0, -1]), .insertItem(SourceItem(), at: [2, 0]),
            .insertItem(SourceItem(), at: [-1, 0]), .moveItem(.key("k0"), to: [7, 0]),
            // The section has four items by then; without the one that moves there is no place 4.
            .moveItem(.key("k0"), to: [0, 4]),
            .resizeItem(.key("missing"), width: nil, height: nil), .deleteSection(2), .moveSection(2, to: 0),
            .moveSection(0, to: 2), .moveSection(0, to: -1), .insertSection(title: nil, at: 3),
            .appendItems([SourceItem()], section: 2), .appendItems([SourceItem()], section: -1),
            .deleteItem(.id(99)), .updateKey(.key("missing"), "a"),
            .updateSpans(.key("missing"), span: 2, rowSpan: nil), .updateSticky(.key("missing"), level: 0, edge: nil),
            .updateLevel(.key("missing"), 1),
            .updateDefinition(section: 2, "{}"), .updateTitle(section: 2, "a"),
            .resizeFooter(section: 5, width: nil, height: .points(1)),
        ],
        .exists: [
            .insertItem(SourceItem(key: "k1"), at: first), .insertItem(SourceItem(key: "new"), at: first),
            .appendItems([SourceItem(key: "x"), SourceItem(key: "x")], section: 0),
            .appendItems([SourceItem(key: "k3")], section: 0), .updateKey(.key("k1"), "k0"),
        ],
        .invalidArgument: [
            .insertItem(SourceItem(width: -1), at: first), .insertItem(SourceItem(height: .nan), at: first),
            .insertItem(SourceItem(height: .infinity), at: first), .insertItem(SourceItem(x: .nan), at: first),
            .insertItem(SourceItem(y: 2e9), at: first), .insertItem(SourceItem(payload: "{"), at: first),
            .insertItem(SourceItem(payload: "[1]"), at: first),
            .appendItems([SourceItem(payload: "{}}")], section: 0), .updatePayload(.key("k1"), "7"),
            .updatePayload(.key("missing"), "7"), .place(.key("k1"), x: 2e9, y: nil),
            .updateSpans(.key("k1"), span: 1025, rowSpan: nil), .updateSpans(.key("k1"), span: -1, rowSpan: nil),
            .updateSpans(.key("k1"), span: nil, rowSpan: 0), .updateSticky(.key("k1"), level: 32, edge: nil),
            .updateSticky(.key("k1"), level: -1, edge: .end), .updateLevel(.key("k1"), -1),
            .resizeHeader(section: 0, width: nil, height: .points(-1)),
            .resizeItem(.key("k1"), width: .points(-0.5), height: nil),
            .resizeItem(.key("k1"), width: .points(5), height: .points(.nan)),
            .resizeItem(.key("k1"), width: nil, height: .points(1e10)),
        ],
    ]

    @Test("A change that cannot be made takes back all those before it")
    func atomicity() throws {
        let test = try TestStore.ofTwoSections().prepared()
        let before = try EditModel(test)
        for (code, mistakes) in Self.mistakes {
            for mistake in mistakes {
                let changes: [DatasetChange] = [
                    .insertItem(SourceItem(key: "new", height: 9), at: [0, 1]),
                    .resizeItem(.key("k2"), width: .points(3), height: .unmeasured), .moveSection(1, to: 0),
                    .moveSection(0, to: 1), mistake, .place(.key("k1"), x: 1, y: 2), .deleteSection(0),
                ]
                let error = refusal { try test.store.apply(changes, to: "data") }
                #expect(error?.code == code && error?.message.isEmpty == false, "\(mistake)")
                #expect(try EditModel(test) == before, "\(mistake)")
                #expect(try test.wall.preparationState() == .current, "\(mistake)")
            }
        }
    }

    @Test(
        "A change is refused if a trigger of another program leaves it out, or there is no further position",
        arguments: [
            ("CREATE TRIGGER a BEFORE INSERT ON section BEGIN SELECT RAISE(IGNORE); END", .appendSection(title: "x")),
            ("CREATE TRIGGER a BEFORE INSERT ON item BEGIN SELECT RAISE(IGNORE); END", .insertItem(.init(), at: first)),
            ("CREATE TRIGGER a BEFORE DELETE ON item BEGIN SELECT RAISE(IGNORE); END", .deleteItem(.key("k0"))),
            ("UPDATE item SET position = 1e300 WHERE key = 'k2'", .appendItems([SourceItem()], section: 0)),
        ] as [(String, DatasetChange)])
    func leftOut(_ sql: String, _ change: DatasetChange) throws {
        let test = try TestStore.ofTwoSections()
        try test.execute(sql)
        let error = refusal { try test.store.apply([change], to: "data") }
        #expect(error?.code == .invalidArgument && error?.advice != nil, "\(error?.message ?? "")")
    }
}
