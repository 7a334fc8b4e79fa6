import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Changes that cannot be made.
@Suite struct RefusedChangeTests {
    struct Mistake: Sendable, CustomStringConvertible {
        var change: DatasetChange
        var code: LayoutError.Code

        init(_ change: DatasetChange, _ code: LayoutError.Code) {
            self.change = change
            self.code = code
        }

        var description: String { "\(change)" }

        static func inserting(_ item: SourceItem, _ code: LayoutError.Code) -> Mistake {
            Mistake(.insertItem(item, at: ItemIndexPath(section: 0, item: 0)), code)
        }
    }

    @Test(
        "A change that cannot be made takes back all those before it",
        arguments: [
            Mistake(.deleteItem(.indexPath(ItemIndexPath(section: 0, item: 99))), .notFound),
            Mistake(.deleteItem(.indexPath(ItemIndexPath(section: 9, item: 0))), .notFound),
            Mistake(.deleteItem(.indexPath(ItemIndexPath(section: 0, item: -1))), .notFound),
            Mistake(.deleteItem(.key("nobody")), .notFound),
            Mistake(.insertItem(SourceItem(), at: ItemIndexPath(section: 0, item: 99)), .notFound),
            Mistake(.insertItem(SourceItem(), at: ItemIndexPath(section: 0, item: -1)), .notFound),
            Mistake(.insertItem(SourceItem(), at: ItemIndexPath(section: 2, item: 0)), .notFound),
            Mistake(.insertItem(SourceItem(), at: ItemIndexPath(section: -1, item: 0)), .notFound),
            Mistake(.moveItem(.key("k0"), to: ItemIndexPath(section: 7, item: 0)), .notFound),
            // The section has four items by then; without the one that moves there is no place 4.
            Mistake(.moveItem(.key("k0"), to: ItemIndexPath(section: 0, item: 4)), .notFound),
            Mistake(.resizeItem(.key("nobody"), width: nil, height: nil), .notFound),
            Mistake(.deleteSection(2), .notFound),
            Mistake(.moveSection(2, to: 0), .notFound),
            Mistake(.moveSection(0, to: 2), .notFound),
            Mistake(.moveSection(0, to: -1), .notFound),
            Mistake(.insertSection(title: nil, at: 3), .notFound),
            Mistake.inserting(SourceItem(key: "k1"), .exists),
            Mistake.inserting(SourceItem(key: "new"), .exists),
            Mistake.inserting(SourceItem(width: -1), .invalidArgument),
            Mistake.inserting(SourceItem(height: .nan), .invalidArgument),
            Mistake.inserting(SourceItem(height: .infinity), .invalidArgument),
            Mistake.inserting(SourceItem(x: .nan), .invalidArgument),
            Mistake.inserting(SourceItem(y: 2e9), .invalidArgument),
            Mistake.inserting(SourceItem(payload: "{"), .invalidArgument),
            Mistake.inserting(SourceItem(payload: "[1]"), .invalidArgument),
            Mistake(.appendItems([SourceItem(key: "x"), SourceItem(key: "x")], section: 0), .exists),
            Mistake(.appendItems([SourceItem(key: "k3")], section: 0), .exists),
            Mistake(.appendItems([SourceItem(payload: "{}}")], section: 0), .invalidArgument),
            Mistake(.appendItems([SourceItem()], section: 2), .notFound),
            Mistake(.appendItems([SourceItem()], section: -1), .notFound),
            Mistake(.deleteItem(.id(99)), .notFound),
            Mistake(.updateKey(.key("k1"), "k0"), .exists),
            Mistake(.updateKey(.key("nobody"), "a"), .notFound),
            Mistake(.updatePayload(.key("k1"), "7"), .invalidArgument),
            Mistake(.updateSpans(.key("k1"), span: 1025, rowSpan: nil), .invalidArgument),
            Mistake(.updateSpans(.key("k1"), span: -1, rowSpan: nil), .invalidArgument),
            Mistake(.updateSpans(.key("k1"), span: nil, rowSpan: 0), .invalidArgument),
            Mistake(.updateSpans(.key("nobody"), span: 2, rowSpan: nil), .notFound),
            Mistake(.updateSticky(.key("k1"), level: 32, edge: nil), .invalidArgument),
            Mistake(.updateSticky(.key("k1"), level: -1, edge: .end), .invalidArgument),
            Mistake(.updateSticky(.key("nobody"), level: 0, edge: nil), .notFound),
            Mistake(.updateDefinition(section: 2, "{}"), .notFound),
            Mistake(.updateTitle(section: 2, "a"), .notFound),
            Mistake(.resizeHeader(section: 0, width: nil, height: .points(-1)), .invalidArgument),
            Mistake(.resizeFooter(section: 5, width: nil, height: .points(1)), .notFound),
            Mistake(.resizeItem(.key("k1"), width: .points(-0.5), height: nil), .invalidArgument),
            Mistake(.resizeItem(.key("k1"), width: .points(5), height: .points(.nan)), .invalidArgument),
            Mistake(.resizeItem(.key("k1"), width: nil, height: .points(1e10)), .invalidArgument),
        ])
    func atomicity(_ mistake: Mistake) throws {
        let test = try TestStore.ofTwoSections()
        try test.store.prepare("wall")
        let before = try EditModel(test)
        let changes: [DatasetChange] = [
            .insertItem(SourceItem(key: "new", height: 9), at: ItemIndexPath(section: 0, item: 1)),
            .resizeItem(.key("k2"), width: .points(3), height: .unmeasured), .moveSection(1, to: 0),
            .moveSection(0, to: 1),
            mistake.change, .deleteSection(0),
        ]
        let error = #expect(throws: LayoutError.self) { try test.store.apply(changes, to: "data") }
        #expect(error?.code == mistake.code)
        #expect(error?.message.isEmpty == false)
        #expect(try EditModel(test) == before)
        #expect(try test.store.layout("wall").preparationState() == .current)
    }
}
