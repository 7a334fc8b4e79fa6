import Foundation
import LayoutCache
import LayoutCacheCoding
import LayoutCacheUI
import Testing

/// The names that code outside the project compiles against, used as such code uses them.
@Suite("The public interface") struct ContractTests {
    private struct Photo: Codable, Equatable {
        var title: String
        var likes: Int
    }

    private static let screen = LayoutRect(x: 0, y: 0, width: 320, height: 480)
    private static let container = LayoutSize(width: 320, height: 480)

    private func makeStore(_ definition: LayoutDefinition = .table()) throws -> LayoutStore {
        let store = try LayoutStore.inMemory()
        let items = (0..<50).map { SourceItem(section: $0 < 30 ? "a" : "b", key: "k\($0)", width: 100, height: 40) }
        let report: ImportReport = try store.importItems(items, into: "photos", mode: .replace)
        #expect(report.itemsInserted == 50)
        try store.defineLayout("wall", dataset: "photos", definition: definition, container: Self.container)
        try store.layout("wall").prepare()
        return store
    }

    private func withDirectory(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "contract \(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory)
    }

    @Test("Stores open by path and by URL, with a configuration, and are created again and destroyed")
    func opening() throws {
        try withDirectory { directory in
            let url = directory.appending(path: "100% ü.db")
            let configuration = LayoutStore.Configuration(
                busyTimeout: .seconds(1), readerMappedBytes: 0, cacheBytes: 1 << 20, logLimitBytes: 1 << 22)
            let store = try LayoutStore(url: url, mode: .create, configuration: configuration)
            try store.createDataset("photos")
            store.releaseMemory()
            _ = try store.compact()
            try store.backup(to: directory.appending(path: "copy.db").path)
            store.close()
            for mode in [LayoutStore.Mode.readOnly, .readWrite, .create] {
                let store = try LayoutStore(path: url.path(percentEncoded: false), mode: mode)
                let datasets: [DatasetStatus] = try store.datasets()
                #expect(
                    datasets.map(\.name) == ["photos"] && datasets[0].sectionCount == 0 && datasets[0].itemCount == 0)
                store.close()
            }
            let opened: (store: LayoutStore, isRecreated: Bool) = try LayoutStore.openOrRecreate(url: url)
            #expect(!opened.isRecreated)
            try opened.store.removeDataset("photos")
            opened.store.close()
            let closed = #expect(throws: LayoutError.self) { try opened.store.datasets() }
            #expect(closed?.code == .closed && closed?.recoverySuggestion != nil)
            try LayoutStore.destroy(at: url.path(percentEncoded: false))
            #expect(!FileManager.default.fileExists(atPath: url.path(percentEncoded: false)))
            let error = #expect(throws: LayoutError.self) { try LayoutStore(url: URL(string: "https://a.b/c")!) }
            #expect(error?.code == .invalidArgument && error?.recoverySuggestion != nil)
        }
    }

    @Test("Sizes, points and rectangles are those of Core Graphics, on any system")
    func geometry() {
        let rect = LayoutRect(x: 1, y: 2, width: 3, height: 4)
        #expect(LayoutRect(CGRect(rect)) == rect && CGRect(rect).size == CGSize(width: 3, height: 4))
        #expect(
            LayoutSize(CGSize(width: 3, height: 4)) == rect.size && LayoutPoint(CGPoint(rect.origin)) == rect.origin)
    }

    @Test("Payloads are values of the app")
    func payloads() throws {
        let store = try LayoutStore.inMemory()
        let photo = Photo(title: "Tomàtiga / ⟂", likes: 3)
        try store.importItems(
            [
                try SourceItem(
                    section: "a", key: "k", width: 10, height: 20, x: 1, y: 2, span: 1, stickyLevel: nil, payload: photo
                ), SourceItem(section: "a", key: "plain"),
                SourceItem(section: "a", key: "other", payload: #"{"title":7}"#),
            ], into: "photos")
        try store.defineLayout("wall", dataset: "photos", definition: .table(), container: Self.container)
        let wall = store.layout("wall")
        let contents = try wall.elementsWithContent(in: Self.screen, preparing: .visible)
        func content(_ key: String) throws -> LayoutElement { try #require(contents.first { $0.key == key }) }
        #expect(try content("k").decode(Photo.self) == photo)
        let missing = #expect(throws: LayoutError.self) { try content("plain").decode(Photo.self) }
        #expect(missing?.code == .invalidPayload && missing?.recoverySuggestion != nil)
        let wrong = #expect(throws: LayoutError.self) { try content("other").decode(Photo.self) }
        #expect(wrong?.code == .invalidPayload && wrong?.path == "$.title" && wrong?.errorDescription?.isEmpty == false)
        #expect(wrong?.recoverySuggestion != nil)
        #expect(throws: LayoutError.self) { try SourceItem(payload: [1, 2]) }
    }

    @Test("Definitions are typed, compositional ones are built, and all are Codable")
    func definitions() throws {
        let built = LayoutDefinition.compositional {
            Section(interGroupSpacing: 5, contentInsets: 5) {
                Group(.horizontal, height: 95, spacing: 5) {
                    Item(width: 110, height: 95)
                    Group(.vertical, width: 110, height: 95, spacing: 5) {
                        Item(width: 110, height: 30)
                        Item(width: 110, height: 60)
                    }
                }
            }
        }
        let written = """
            {"layout":"compositional","sections":[{"interGroupSpacing":5,"contentInsets":5,"group":
            {"axis":"horizontal","size":{"width":{"fractionalWidth":1},"height":95},"interItemSpacing":5,"subitems":[
            {"size":{"width":110,"height":95}},{"axis":"vertical","size":{"width":110,"height":95},"interItemSpacing":5,
            "subitems":[{"size":{"width":110,"height":30}},{"size":{"width":110,"height":60}}]}]}}]}
            """
        #expect(try built == LayoutDefinition(json: written))
        let stored = try makeStore(built).layouts()
        #expect(try stored.map(\.name) == ["wall"] && stored[0].definition() == built)
        #expect(try stored[0].container() == Self.container)
        let shortest = CompositionalDefinition { Section { Group(.horizontal) { Item() } } }
        let shares = CompositionalDefinition {
            for count in 1...2 { Section { Group(.horizontal, count: count, height: 50) { Item(height: 50) } } }
        }
        #expect(shares.sections.count == 2)
        for definition: LayoutDefinition in [
            built, .compositional(shortest), .compositional(shares), .flow(FlowDefinition(itemSpacing: 8)), .table(),
            .justified(JustifiedDefinition()), .waterfall(WaterfallDefinition(columns: 3)), .canvas,
            LayoutDefinition(.flow(FlowDefinition()), snap: SnapDefinition(alignment: .center), wraps: true),
        ] {
            let coded = try JSONDecoder().decode(LayoutDefinition.self, from: JSONEncoder().encode(definition))
            #expect(coded == definition)
            #expect(try LayoutDefinition(json: definition.json) == definition)
            let store = try makeStore(definition)
            #expect(try store.layout("wall").snapshot().numberOfSections == 2)
        }
        let error = #expect(throws: LayoutError.self) {
            try JSONDecoder().decode(LayoutDefinition.self, from: Data(#"{"layout":"table","rowSpacing":-1}"#.utf8))
        }
        #expect(error?.code == .invalidDefinition && error?.path == "$.rowSpacing")
    }

    @Test("A layout is prepared, asked and resized")
    func layouts() async throws {
        let store = try makeStore()
        let wall: StoredLayout = store.layout("wall")
        try await wall.prepare(in: Self.screen)
        let found: [LayoutAttributes] = try wall.layoutAttributesForElements(
            in: Self.screen, visible: Self.screen, preparing: .visible)
        let first = try #require(found.min { $0.frame.y < $1.frame.y })
        #expect(
            first.kind == .cell && first.elementKind == nil && first.indexPath == ItemIndexPath(section: 0, item: 0))
        #expect(first.frame == LayoutRect(x: 0, y: 0, width: 320, height: 40) && first.zIndex == 0 && !first.isStale)
        #expect(first.itemID != nil && first.transform == .identity && first.alpha == 1)
        for scope in [PreparationScope.nothing, .visible, .everything] {
            #expect(try wall.layoutAttributesForElements(in: Self.screen, preparing: scope).count == found.count)
        }
        let anchor: ScrollAnchor? = try wall.snapshot().anchor(at: LayoutPoint(x: 0, y: 400), edge: .start)
        let size = LayoutSize(width: 320, height: 60)
        let outcome: StoringOutcome = try await wall.storeSizes(
            [
                ItemSize(.key("k0"), size), ItemSize(.indexPath(ItemIndexPath(section: 0, item: 1)), height: 60),
                ItemSize(.id(3), size),
            ], from: .user, keeping: anchor, waitingAtMost: .seconds(5))
        #expect(outcome.isStored && outcome.contentOffset.y == 460 && outcome.contentSize.height == 2060)
        let hits: StoredLayout = try wall.showing(ids: [1, 3])
        #expect(try hits.layoutAttributesForElements(in: Self.screen, preparing: .visible).count == 2)
        try await store.importItems([SourceItem(section: "a", key: "new")], into: "photos", mode: .append)
        var unmeasured: [String?] = []
        for try await item in wall.unmeasuredItems(near: Self.screen) { unmeasured.append(item.key) }
        #expect(unmeasured == ["new"])
    }

    @Test("A snapshot answers by index path, key, id, point and rank")
    func snapshots() async throws {
        let store = try makeStore()
        let wall = store.layout("wall")
        let snapshot: LayoutSnapshot = try wall.snapshot()
        defer { snapshot.close() }
        let sendable: any Sendable = snapshot
        withExtendedLifetime(sendable) {}
        let path = ItemIndexPath(section: 1, item: 2)
        #expect(snapshot.generation > 0 && snapshot.contentSize == LayoutSize(width: 320, height: 2000))
        #expect(snapshot.numberOfSections == 2 && !snapshot.hasPinnedElements)
        #expect(try snapshot.numberOfItems(inSection: 1) == 20 && snapshot.title(ofSection: 1) == "b")
        #expect(try snapshot.frame(ofSection: 1) == LayoutRect(x: 0, y: 1200, width: 320, height: 800))
        #expect(try snapshot.layoutAttributesForElements(in: Self.screen, visible: Self.screen).count == 12)
        #expect(try snapshot.layoutAttributesForItem(at: path)?.frame.y == 1280)
        #expect(
            try snapshot.layoutAttributesForSupplementaryElement(ofKind: "header", at: path, visible: nil) == nil
                && snapshot.layoutAttributesForDecorationElement(ofKind: "background", at: path) == nil)
        #expect(try snapshot.indexPath(of: .key("k32")) == path && snapshot.key(of: path) == "k32")
        #expect(try snapshot.indexPath(at: LayoutPoint(x: 1, y: 1281)) == path)
        #expect(try snapshot.indexPath(atRank: 32) == path && snapshot.rank(of: .key("k32")) == 32)
        let offset: LayoutPoint = try snapshot.contentOffset(atFraction: 0.5)
        #expect(try offset.y == 760 && snapshot.fraction(of: offset) == 0.5)
        let anchor = try #require(try snapshot.anchor(at: offset, edge: .start))
        #expect(try JSONDecoder().decode(ScrollAnchor.self, from: JSONEncoder().encode(anchor)) == anchor)
        #expect(try snapshot.contentOffset(for: anchor) == offset)
        let velocity = LayoutPoint(x: 0, y: 1)
        #expect(
            try snapshot.targetContentOffset(forProposedContentOffset: offset, withScrollingVelocity: velocity)
                == offset)
        #expect(try snapshot.elements(aheadOf: Self.screen, velocity: velocity, screens: 1).entering.count == 12)
        let transition: LayoutTransition = try await wall.transition(to: wall, anchor: anchor)
        let halfway: [LayoutAttributes] = transition.attributes(at: 0.5)
        #expect(transition.targetOffset == offset && halfway.count == 12)
        try await store.apply([.deleteItem(.key("k32")), .moveItem(.key("k0"), to: path)], to: "photos")
        try await wall.prepare()
        let difference: DatasetDifference = try await wall.snapshot().difference(from: snapshot)
        #expect(difference.deletedItems == [path] && difference.movedItems.map(\.to) == [path])
        snapshot.close()
        let ended = #expect(throws: LayoutError.self) { try snapshot.key(of: path) }
        #expect(ended?.code == .snapshotClosed && ended?.recoverySuggestion != nil)
        let paths = try JSONDecoder().decode([ItemIndexPath].self, from: JSONEncoder().encode([path]))
        #expect(paths == [path] && Set(paths).contains(path) && path > ItemIndexPath(section: 1, item: 1))
    }
}
