import Foundation
import LayoutCSQLite
import LayoutCache
import LayoutCacheCoding
import LayoutCacheTools
import Testing

/// The Swift blocks of the guides, run in their order. `GuideTests` of the command line
/// compares them with the guides.
@Suite("The guides' examples") final class GuideTests {
    private struct Photo: Codable {
        var id: String
        var album: String
        var width = 300.0
        var height = 200.0
        var month: String { album }
    }

    /// A view of the app, as far as the guides use one.
    private final class AppView {
        var offset = LayoutPoint(x: 0, y: 400)
        var contentLength = 0.0
        let height = 480.0
    }

    private let directory: URL
    private let path: String
    private let csv: String
    private let size = LayoutSize(width: 320, height: 480)
    private let visibleRect = LayoutRect(x: 0, y: 0, width: 320, height: 480)

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "guide \(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.appending(path: "garden.db").path(percentEncoded: false)
        csv = directory.appending(path: "garden.csv").path(percentEncoded: false)
        let plants = ["Leek", "Kale", "Pea", "Beet", "Fennel"] + (0..<195).map { "Plant \($0)" }
        let rows = plants.enumerated().map { "\($0.offset < 100 ? "north" : "south"),\($0.element),150,80" }
        let text = (["bed,plant,width,height"] + rows + [""]).joined(separator: "\n")
        try Data(text.utf8).write(to: URL(filePath: csv))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// A layout of a table, in which each row is 80 points high.
    private func makeWall() throws -> (store: LayoutStore, wall: StoredLayout) {
        let store = try LayoutStore(path: path)
        let columns = ImportColumns(section: "bed", key: "plant", width: "width", height: "height")
        try store.importFile(at: csv, into: "garden", columns: columns, mode: .replace)
        try store.defineLayout("wall", dataset: "garden", definition: .table(), container: size)
        let wall = store.layout("wall")
        try wall.prepare()
        return (store, wall)
    }

    /// Compares a guide's picture with the file that the guide shows, which LAYOUTCACHE_UPDATE_PICTURES=1 writes.
    private func expectPicture(
        _ name: String, of layout: StoredLayout, at y: Double = 0, height: Double = 480, title: String
    ) throws {
        let rect = LayoutRect(x: 0, y: y, width: size.width, height: height)
        let drawn = try layout.svg(of: rect, options: PictureOptions(theme: .auto, title: title), preparing: .visible)
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/LayoutCache/LayoutCache.docc/\(name).svg")
        if ProcessInfo.processInfo.environment["LAYOUTCACHE_UPDATE_PICTURES"] == "1" {
            try Data(drawn.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == drawn, "\(name).svg differs")
    }

    @Test("A section is collapsed, and its header has a sign")
    func folding() throws {
        let (_, wall) = try makeWall()
        try wall.collapse(sections: [0])
        try wall.prepare()
        let sign = try wall.snapshot().isCollapsed(section: 0) ? "▸" : "▾"
        #expect(sign == "▸")
        #expect(try wall.contentSize().height == 8000)
    }

    @Test("A tree of files collapses, and is filtered by following it")
    func fileBrowser() async throws {
        struct File: Codable {
            var path: String
            var name: String
            var depth: Int { path.count { $0 == "/" } }
        }
        let store = try LayoutStore(path: path)
        let files = [
            "Letters", "Letters/Anna.txt", "Letters/Old", "Letters/Old/Bert.txt", "Sources", "Sources/Sky",
            "Sources/Sky/Moon.swift", "Sources/Sky/Sun.swift", "Sources/main.swift", "Package.swift", "notes.txt",
        ].map { File(path: $0, name: String($0.split(separator: "/").last ?? "")) }

        let items = try files.map { try SourceItem(key: $0.path, height: 28, level: $0.depth, payload: $0) }
        try await store.importItems(items, into: "files", mode: .sync)
        try await store.defineLayout("tree", dataset: "files", definition: .table(), container: size)
        let tree = store.layout("tree")
        try await tree.collapse([.key("Letters")])
        try await tree.prepare()
        let sign = try tree.snapshot().isCollapsed(.key("Letters")) ? "▸" : "▾"

        #expect(sign == "▸")
        #expect(try tree.snapshot().numberOfItems(inSection: 0) == 8)
        try expectPicture("tree", of: tree, height: 8 * 28, title: "a file browser")
        try await tree.expand(toItem: .key("Letters/Old/Bert.txt"))
        try await tree.prepare()
        #expect(try tree.snapshot().numberOfItems(inSection: 0) == 11)

        let sources = Following(dataset: "files", as: "sources", order: "key DESC", where: "key LIKE '%.swift'")
        try await store.follow(sources)

        #expect(try await store.datasetSnapshot(of: "sources").numberOfItems == 4)
    }

    @Test("Photos become a grid of squares by month, in several numbers of columns")
    func photoGrid() async throws {
        let photos = (0..<300).map { Photo(id: "p\($0)", album: $0 < 200 ? "June" : "July") }

        let store = try LayoutStore(path: path)
        let items = photos.map { SourceItem(section: $0.month, key: $0.id, width: 1, height: 1) }  // squares
        try await store.importItems(items, into: "photos", mode: .sync)  // by key: writes only what differs

        for columns in [1, 3, 5, 8] {
            let grid = WaterfallDefinition(
                columns: columns, columnSpacing: 2, itemSpacing: 2, header: LayoutSize(width: 0, height: 32))
            try await store.defineLayout("\(columns)", dataset: "photos", definition: .waterfall(grid), container: size)
        }
        try await store.layout("3").prepare()

        let selected = ["p3", "p4"]

        let (new, top) = (SourceItem(key: "new", width: 1, height: 1), ItemIndexPath(section: 0, item: 0))
        try await store.apply([.insertItem(new, at: top)], to: "photos")
        try await store.apply(selected.map { .deleteItem(.key($0)) }, to: "photos")

        let wall = store.layout("3")
        try await wall.prepare()
        let cell = try #require(try wall.layoutAttributesForItem(at: top))
        let side = (320.0 - 4) / 3
        #expect(abs(cell.frame.width - side) < 1e-9 && abs(cell.frame.height - side) < 1e-9 && cell.frame.y == 32)
        #expect(try wall.snapshot().numberOfItems == 299 && wall.snapshot().key(of: top) == "new")
        try expectPicture("grid", of: wall, title: "three columns")
    }

    @Test("Notes are placed where they are dragged, by any process, and found under a finger")
    func board() async throws {
        struct Note: Codable {
            var id: String
            var text: String
            var x: Double
            var y: Double
        }
        let notes = [
            Note(id: "a", text: "Water the beans", x: 0, y: 0), Note(id: "b", text: "Buy seeds", x: 20, y: 60),
            Note(id: "c", text: "Call Anna", x: 150, y: 170),
        ]
        let store = try LayoutStore(path: path)

        let items = try notes.map { try SourceItem(key: $0.id, width: 160, height: 120, x: $0.x, y: $0.y, payload: $0) }
        try await store.importItems(items, into: "board", mode: .sync)  // by key: writes only what differs
        try await store.defineLayout("board", dataset: "board", definition: .canvas, container: size)
        let board = store.layout("board")
        try await board.prepare()

        let note = ItemReference.key("a")
        try await store.apply([.place(note, x: 100, y: 80)], to: "board")
        try await store.resize(note, in: "board", width: .points(200))
        try await board.prepare()

        let touched = try board.cells(in: LayoutRect(x: 150, y: 100, width: 1, height: 1))  // the topmost first
        let near = try board.cells(nearestTo: LayoutPoint(x: 0, y: 400), limit: 2)  // the nearest first

        #expect(touched.map { $0.indexPath?.item } == [1, 0] && near.map { $0.indexPath?.item } == [2, 1])
        #expect(touched.last?.frame == LayoutRect(x: 100, y: 80, width: 200, height: 120))

        let last = ItemIndexPath(section: 0, item: notes.count - 1)
        try await store.apply([.moveItem(note, to: last)], to: "board")

        try await board.prepare()
        #expect(try board.snapshot().indexPath(at: LayoutPoint(x: 150, y: 100)) == last)
        var generation = try board.changes(in: visibleRect, since: nil).generation
        #expect(generation != nil)
        let visibleRect = visibleRect
        let path = path
        // Another connection moves a note until the app has noticed.
        let other = Task {
            var x = 0
            while !Task.isCancelled {
                x += 1
                try GuideTests.execute("UPDATE item SET x = \(x), y = 260 WHERE key = 'b'", at: path)
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        var redrawn: [LayoutRect] = []
        func redraw(_ rect: LayoutRect) {
            redrawn.append(rect)
            other.cancel()
            store.close()
        }
        do {
            for await change in store.changes() where change.layouts.contains("board") {
                let changes = try board.changes(in: visibleRect, since: generation, preparing: .visible)
                for part in changes.parts { redraw(part.rect) }
                generation = changes.generation
            }
        } catch let error as LayoutError where error.code == .closed {
            // As below, in observingChanges.
        }
        _ = try? await other.value
        #expect(!redrawn.isEmpty && !redrawn.contains(visibleRect))

        try Self.execute("UPDATE item SET x = 20, y = 260 WHERE key = 'b'", at: path)
        try expectPicture("board", of: LayoutStore(path: path).layout("board"), title: "a board")
    }

    @Test("A store is created, filled, laid out and changed")
    func adopting() async throws {
        let photos = (0..<30).map { Photo(id: "p\($0)", album: $0 < 20 ? "Rome" : "Oslo") }
        let store = try LayoutStore(path: path)
        let columns = ImportColumns(section: "bed", key: "plant", width: "width", height: "height")
        try await store.importFile(at: csv, into: "garden", columns: columns, mode: .replace)

        let items = photos.lazy.map { SourceItem(section: $0.album, key: $0.id, width: $0.width, height: $0.height) }
        try store.importItems(items, into: "photos", mode: .replace)

        let flow = FlowDefinition(itemSpacing: 8, header: LayoutSize(width: 0, height: 32))
        try await store.defineLayout("wall", dataset: "garden", definition: .flow(flow), container: size)
        try await store.layout("wall").prepare()

        let found = try store.layout("wall").layoutAttributesForElements(in: visibleRect).compactMap(\.itemID)
        let wall = store.layout("wall")
        let screen = visibleRect
        do {
            let hits = try wall.showing(ids: found)
            let elements = try hits.layoutAttributesForElements(in: screen, preparing: .visible)

            #expect(elements.compactMap(\.itemID) == found)
        }
        let changes = [DatasetChange.deleteItem(.key("Leek"))]
        try await store.apply(changes, to: "garden")
        try await wall.prepare()
        #expect(try wall.layoutAttributesForElements(in: visibleRect).contains { $0.elementKind == "header" })

        let rome = [SourceItem(key: "p0", width: 300, height: 200)]
        var snapshot = DatasetSnapshot()
        snapshot.appendSections(["Rome", "Paris"])
        snapshot.appendItems(rome, toSection: "Rome")
        let difference = try await store.apply(snapshot, to: "photos")
        #expect(difference.deletedItems.count == 19 && difference.insertedSections == [1])
        #expect(try store.datasets().map(\.itemCount) == [199, 1])
    }

    @Test("A fault of a file has a line, and a payload is a value of the app")
    func faultsAndPayloads() throws {
        let text = try String(contentsOf: URL(filePath: csv), encoding: .utf8)
        try Data((text + "south,Leek,150,80\n").utf8).write(to: URL(filePath: csv))
        let columns = ImportColumns(section: "bed", key: "plant")
        let store = try LayoutStore(path: path)
        var lines: [Int?] = []
        func show(_ message: String, line: Int?) { lines.append(line) }

        do {
            try store.importFile(at: csv, into: "items", columns: columns)
        } catch let error as LayoutError where error.code == .duplicateKey {
            show(error.message, line: error.line)
        }

        #expect(lines == [202])
        do {
            let photo = Photo(id: "p", album: "Rome")
            let item = try SourceItem(key: photo.id, width: photo.width, height: photo.height, payload: photo)

            try store.importItems([item], into: "photos", mode: .replace)
        }
        try store.defineLayout("wall", dataset: "photos", definition: .table(), container: size)
        let contents = try store.layout("wall").elementsWithContent(in: visibleRect, preparing: .visible)
        let content = try #require(contents.first)

        let photo = try content.decode(Photo.self)

        #expect(photo.album == "Rome")
    }

    @Test("A compositional definition is built")
    func building() throws {
        let definition = CompositionalDefinition(interSectionSpacing: 20) {
            Section(interGroupSpacing: 5, contentInsets: 10) {
                Group(.horizontal, height: 95, spacing: 5) {
                    Item(width: 110, height: 95)
                    Group(.vertical, width: 110, height: 95, spacing: 5) {
                        Item(width: 110, height: 30)
                        Item(width: 110, height: 60)
                    }
                }
            }
        }

        try LayoutDefinition.compositional(definition).validate()
    }

    @Test("A layout is asked for a rectangle")
    func overview() throws {
        let definition = LayoutDefinition.table()
        try makeWall().store.close()

        let store = try LayoutStore(path: path)
        try store.defineLayout("wall", dataset: "garden", definition: definition, container: size)

        let wall = store.layout("wall")
        try wall.prepare()
        let elements = try wall.layoutAttributesForElements(in: visibleRect)
        #expect(elements.count == 6)

        let rect = visibleRect
        var generation: Generation?
        var redrawn: [LayoutRect] = []
        func redraw(_ rect: LayoutRect) { redrawn.append(rect) }
        let changes = try wall.changes(in: rect, since: generation, preparing: .visible)
        for part in changes.parts { redraw(part.rect) }
        generation = changes.generation
        #expect(redrawn == [rect] && generation != nil)
    }

    @Test("A definition has UIKit's names")
    func comingFromUIKit() throws {
        let store = try LayoutStore.inMemory()
        try store.createDataset("photos")
        let flow = FlowDefinition(
            itemSpacing: 8, lineSpacing: 8, header: LayoutSize(width: 0, height: 32), pinHeaders: true)
        try store.defineLayout("wall", dataset: "photos", definition: .flow(flow), container: size)
        #expect(try store.layout("wall").snapshot().numberOfSections == 0)
    }

    @Test("A data set follows a table of the app's own database")
    func followingTables() throws {
        let databasePath = path
        try Self.execute(
            """
            CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken_at REAL, w REAL, h REAL, title TEXT,
              hidden INTEGER DEFAULT 0);
            INSERT INTO photo (id, album, taken_at, w, h, title)
            VALUES (1, 'Rome', 2, 300, 200, 'Forum'), (2, 'Oslo', 1, 300, 200, 'Fjord');
            """, at: path)

        let following = Following(
            table: "photo", as: "photos", section: "album", order: "taken_at DESC", where: "NOT hidden", key: "id",
            width: "w", height: "h", payload: ["title"])
        let store = try LayoutStore(path: databasePath, mode: .adopt)
        try store.follow(following)

        try store.follow(
            Following(
                dataset: "photos", as: "by title", section: "upper(substr(payload ->> 'title', 1, 1))",
                order: "payload ->> 'title' COLLATE NOCASE"))

        let size = LayoutSize(width: 320, height: 480)
        try store.defineLayout("titles", dataset: "by title", definition: .table(), container: size)
        try Self.execute("INSERT INTO photo VALUES (3, 'Oslo', 3, 300, 200, 'Opera', 0)", at: path)
        try store.layout("titles").prepare()
        #expect(try store.datasets().map(\.itemCount) == [3, 3])
        store.close()

        try LayoutStore.follow(following, at: databasePath)
        try LayoutStore.removeFollowers(at: databasePath, named: "photos")
    }

    /// Runs statements of the app, with SQLite itself.
    private static func execute(_ statements: String, at path: String) throws {
        var connection: OpaquePointer?
        let isOpen = unsafe sqlite3_open(path, &connection) == SQLITE_OK
        defer { unsafe sqlite3_close(connection) }
        try #require(isOpen)
        guard let connection = unsafe connection else { return }
        try unsafe LayoutFunctions.register(on: connection)
        let result = unsafe sqlite3_exec(connection, statements, nil, nil, nil)
        try #require(result == SQLITE_OK)
    }

    @Test("An extension reads a store without writing")
    func appExtensions() throws {
        try makeWall().store.close()
        let store = try LayoutStore(path: path, mode: .readOnly)
        #expect(try store.layout("wall").layoutAttributesForElements(in: visibleRect).count == 6)
    }

    @Test("A chat is filled from its messages, and older and newer ones come")
    func chat() async throws {
        struct Message: Codable {
            var id: String
            var day: String
            var text: String
        }
        let texts = ["Are the beans up?", "Not yet. It was too cold.", "Then water them.", "I did.", "And the peas?"]
        let messages = (0..<400).map {
            Message(id: "m\($0)", day: "Day \($0 / 100 + 1)", text: texts[$0 % texts.count])
        }
        let store = try LayoutStore(path: path)

        let items = try messages.map { try SourceItem(section: $0.day, key: $0.id, payload: $0) }  // without heights
        try await store.importItems(items, into: "chat", mode: .sync)
        let table = TableDefinition(estimatedRowHeight: 60, header: LayoutSize(width: 0, height: 20), pinHeaders: true)
        try await store.defineLayout("chat", dataset: "chat", definition: .table(table), container: size)

        try await store.layout("chat").prepare()
        let today = 3

        let (history, top) = ([SourceItem(key: "older")], ItemIndexPath(section: 0, item: 0))
        try await store.apply(history.map { .insertItem($0, at: top) }, to: "chat")
        try await store.apply([.appendItems([SourceItem(key: "newer")], section: today)], to: "chat")

        let chat = store.layout("chat")
        try await chat.prepare()
        #expect(try chat.contentSize().height == 402 * 60 + 4 * 20)
        try await store.apply([.updatePayload(.key("newer"), #"{"text":"They are up!"}"#)], to: "chat")
        let measured = (380..<400).map {
            DatasetChange.resizeItem(.key("m\($0)"), width: nil, height: .points(Double(36 + $0 % 3 * 20)))
        }
        try await store.apply(measured, to: "chat")
        try await chat.prepare()
        try expectPicture("chat", of: chat, at: chat.contentSize().height - size.height, title: "a chat")
    }

    @Test("A conversation keeps its place")
    func conversations() async throws {
        let (store, chat) = try makeWall()
        let shown = try chat.snapshot()
        let view = AppView()
        let before = view.offset
        let new = SourceItem(key: "new", height: 100)
        try await store.apply([.insertItem(new, at: ItemIndexPath(section: 0, item: 0))], to: "garden")
        try await chat.prepare()

        let anchor = try shown.anchor(at: view.offset, edge: .end)
        let next = try chat.snapshot()
        let offset = try anchor.map { try next.contentOffset(for: $0) } ?? view.offset

        #expect(offset.y == before.y + 100 && next.contentSize.height == 200 * 80 + 100)
    }

    @Test(
        "A chat of 5,000 turns opens at the same pixel, folds its steps, finds a word and shows an answer as it comes")
    func transcripts() async throws {
        var turns: [SourceItem] = []
        for turn in 1...5000 {
            let text = turn == 1234 ? "Which bird is a pelican?" : "Question \(turn)"
            turns.append(
                SourceItem(section: "Turn \(turn)", key: "q\(turn)", height: 40, payload: #"{"title":"\#(text)"}"#))
            if turn % 10 == 0 {
                for step in 1...3 {
                    turns.append(SourceItem(section: "Steps \(turn)", key: "s\(turn).\(step)", height: 20))
                }
            }
            let section = turn % 10 == 0 ? "Answer \(turn)" : "Turn \(turn)"
            turns.append(SourceItem(section: section, key: "a\(turn)", height: Double(30 + turn % 7 * 16)))
        }
        let chat: StoredLayout
        var offset = LayoutPoint(x: 0, y: 123_456.5)
        do {
            let store = try LayoutStore(path: path)

            try await store.importItems(turns, into: "chat", mode: .replace)
            let table = TableDefinition(estimatedRowHeight: 60, header: LayoutSize(width: 0, height: 20))
            try await store.defineLayout("chat", dataset: "chat", definition: .table(table), container: size)
            try await store.layout("chat").prepare()

            let before = try store.layout("chat").layoutAttributesForElements(
                in: LayoutRect(origin: offset, size: size))
            let anchor = try store.layout("chat").anchor(at: offset, edge: .end)
            try JSONEncoder().encode(anchor).write(to: directory.appending(path: "place.json"))
            store.close()

            chat = try LayoutStore(path: path).layout("chat")
            let saved = try Data(contentsOf: directory.appending(path: "place.json"))
            if let anchor = try JSONDecoder().decode(ScrollAnchor?.self, from: saved) {
                offset = try chat.contentOffset(for: anchor, preparing: .visible)
            }
            #expect(offset == LayoutPoint(x: 0, y: 123_456.5))
            let after = try chat.layoutAttributesForElements(in: LayoutRect(origin: offset, size: size))
            #expect(before.count > 5 && Set(before.map(\.frame)) == Set(after.map(\.frame)))
        }

        let snapshot = try chat.snapshot()
        let steps = try (0..<snapshot.numberOfSections).filter {
            try snapshot.title(ofSection: $0)?.hasPrefix("Steps") == true
        }
        try await chat.collapse(sections: steps)
        try await chat.prepare()
        #expect(try steps.count == 500 && chat.contentSize().height == snapshot.contentSize.height - 500 * 60)

        if let hit = try await chat.nextItem(holding: "pelican") {
            let cell = try chat.layoutAttributesForItem(at: hit, preparing: .visible)
            offset.y = cell?.frame.y ?? offset.y
        }
        let folded = try chat.snapshot()
        #expect(try folded.indexPath(at: offset).flatMap { try folded.key(of: $0) } == "q1234")
    }

    @Test("A window moves over a long content")
    func longContents() async throws {
        let snapshot = try makeWall().wall.snapshot()
        let view = AppView()
        let visible = LayoutRect(x: 0, y: 400, width: 320, height: 480)
        var places: [LayoutRect] = []
        func place(_ element: LayoutAttributes, at rect: LayoutRect) { places.append(rect) }

        var window = ContentWindow(span: 4_000_000)
        window.setLengths(content: snapshot.contentSize.height, viewport: view.height)
        view.contentLength = window.scrollLength
        // While the view scrolls:
        window.scroll(to: view.offset.y)
        for element in try snapshot.layoutAttributesForElements(in: window.contentRect(visible)) {
            place(element, at: window.viewRect(element.frame))
        }
        // When it has come to rest:
        if let offset = window.rebase() { view.offset.y = offset }

        #expect(view.contentLength == 200 * 80 && places.count == 6 && view.offset.y == 400)
    }

    @Test("Changes arrive")
    func observingChanges() async throws {
        let (store, wall) = try makeWall()
        let visibleRect = visibleRect
        let writing = Task {
            while !Task.isCancelled {
                try await store.apply([.appendItems([SourceItem(height: 80)], section: 1)], to: "garden")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        func show(_ elements: [LayoutAttributes]) {
            #expect(elements.count == 6)
            writing.cancel()
            store.close()
        }

        do {
            for await change in store.changes() where change.layouts.contains("wall") {
                show(try wall.layoutAttributesForElements(in: visibleRect, preparing: .visible))
            }
        } catch let error as LayoutError where error.code == .closed {
            // Preparing is a change as well, which may have come before the stream's end.
        }
    }

    @Test("A store is opened or created again, configured, suspended and resumed")
    func lifeOnADevice() async throws {
        let (path, csv) = (path, csv)
        let columns = ImportColumns(section: "bed", key: "plant", width: "width", height: "height")
        func fill(_ store: LayoutStore) async throws {
            try await store.importFile(at: csv, into: "garden", columns: columns)
        }
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: path))
        do {
            let (store, isRecreated) = try await LayoutStore.openOrRecreate(path: path)
            if isRecreated { try await fill(store) }

            #expect(isRecreated)
            #expect(try store.datasets().map(\.itemCount) == [200])
            store.close()
            try await LayoutStore.destroy(at: path)
        }
        try await LayoutStore.create(at: path) { store in
            try await store.importFile(at: csv, into: "photos", columns: columns)
        }
        let configuration = LayoutStore.Configuration(
            busyTimeout: .milliseconds(250), readerMappedBytes: 0, cacheBytes: 2 << 20, logLimitBytes: 8 << 20)
        let store = try LayoutStore(path: path, configuration: configuration)
        #expect(try store.datasets().map(\.itemCount) == [200])

        store.suspend()  // before the app is suspended
        store.resume()  // when it continues

        #expect(try store.datasets().count == 1)
    }

    @Test("SQLite's version is known")
    func ownSQLite() {
        guard !LayoutStore.sqliteHasWALResetBug else { return }
        precondition(!LayoutStore.sqliteHasWALResetBug, "SQLite \(LayoutStore.sqliteVersion) was linked")
    }

    @Test("Each size has a layout, and an anchor is valid in all")
    func rotation() async throws {
        let (store, _) = try makeWall()
        let definition = LayoutDefinition.table()
        let (portrait, landscape) = (size, LayoutSize(width: 480, height: 320))

        for (name, size) in [("portrait", portrait), ("landscape", landscape)] {
            try await store.defineLayout(name, dataset: "garden", definition: definition, container: size)
        }
        try await store.layout("landscape").prepare()

        let (portraitLayout, landscapeLayout) = (store.layout("portrait"), store.layout("landscape"))
        try await portraitLayout.prepare()
        let contentOffset = LayoutPoint(x: 0, y: 400)

        let anchor = try portraitLayout.anchor(at: contentOffset)
        let offset = try anchor.map { try landscapeLayout.contentOffset(for: $0) }

        #expect(offset == contentOffset)

        let (path, threeColumns, fiveColumns) = (ItemIndexPath(section: 0, item: 9), portraitLayout, landscapeLayout)

        guard let anchor = try threeColumns.anchor(ofItemAt: path, at: contentOffset) else { return }
        let transition = try await threeColumns.transition(to: fiveColumns, anchor: anchor)
        let halfway = transition.attributes(at: 0.5)  // in content coordinates of threeColumns
        // After progress 1, show fiveColumns at transition.targetOffset.

        #expect(halfway.count > 1)
        let place = LayoutPoint(x: 100, y: 100)

        guard let point = try threeColumns.pinchAnchor(at: place, contentOffset: contentOffset) else { return }
        let pinch = try await threeColumns.transition(to: fiveColumns, anchor: point)

        #expect(pinch.sourceOffset == contentOffset)
    }

    @Test("Another program copies the log")
    func scalingOut() throws {
        var configuration = LayoutStore.Configuration()
        configuration.checkpointing = .byOthers
        let store = try LayoutStore(path: path, configuration: configuration)
        try store.createDataset("garden")
    }

    @Test("Measured sizes are stored, and the scroll position stays")
    func selfSizing() async throws {
        let (store, wall) = try makeWall()
        let definition = LayoutDefinition.table(TableDefinition(estimatedRowHeight: 80))
        try await store.defineLayout("wall", dataset: "garden", definition: definition, container: size)
        let all = try wall.snapshot()
        let paths = try (0..<all.numberOfSections).flatMap { section in
            try (0..<all.numberOfItems(inSection: section)).map { ItemIndexPath(section: section, item: $0) }
        }
        try await store.apply(paths.map { .resizeItem(.indexPath($0), width: nil, height: .unmeasured) }, to: "garden")
        try await wall.prepare()
        let bounds = visibleRect
        var contentOffset = LayoutPoint(x: 0, y: 400)
        var contentSize = size
        let snapshot = try wall.snapshot()
        let cells = try wall.layoutAttributesForElements(in: bounds).compactMap { element in
            element.itemID.map { (itemID: $0, width: element.frame.width, measuredHeight: 90.0) }
        }
        func storeMeasured() throws {
            let anchor = try snapshot.anchor(at: contentOffset)
            let outcome = try wall.storeSizes(
                cells.map { ItemSize(.id($0.itemID), height: $0.measuredHeight) }, keeping: anchor,
                waitingAtMost: .milliseconds(4))
            contentOffset = outcome.contentOffset
            contentSize = outcome.contentSize

            #expect(!outcome.isStored || contentOffset.y == 450 && contentSize.height == 200 * 80 + 60)
        }
        try storeMeasured()
        let anchor = try wall.anchor(at: contentOffset, edge: .end)

        let unmeasured = (0..<59).map { SourceItem(section: "south", key: "new \($0)") }
        try await store.importItems(unmeasured, into: "garden", mode: .append)
        func measure(_ key: String?) async -> LayoutSize { LayoutSize(width: 320, height: 100) }
        var sizes: [ItemSize] = []

        for try await item in wall.unmeasuredItems(near: bounds) {
            sizes.append(ItemSize(.id(item.itemID), await measure(item.key)))
            if sizes.count == 30 {
                _ = try await wall.storeSizes(sizes, keeping: anchor)
                sizes = []
            }
        }
        _ = try await wall.storeSizes(sizes, keeping: anchor)

        #expect(try await wall.unmeasuredItems(near: bounds).first { _ in true } == nil)
    }

    @Test("A snapshot answers while others write, and is replaced by a newer one")
    func showingOneState() async throws {
        let (store, wall) = try makeWall()
        let (requested, bounds) = (visibleRect, visibleRect)
        let shown = try wall.snapshot()
        do {
            let snapshot = try wall.snapshot()
            let count = try snapshot.numberOfItems(inSection: 0)
            let elements = try snapshot.layoutAttributesForElements(in: requested, visible: bounds)
            let key = try snapshot.key(of: ItemIndexPath(section: 0, item: 4))

            #expect(count == 100 && elements.count == 6 && key == "Fennel")
        }
        try await store.apply([.deleteItem(.key("Fennel"))], to: "garden")
        try await wall.prepare()
        let next = try wall.snapshot()
        do {
            let difference = try await next.difference(from: shown)

            #expect(difference.deletedItems == [ItemIndexPath(section: 0, item: 4)])
        }
        let snapshot = next
        let point = LayoutPoint(x: 10, y: 100)
        let velocity = LayoutPoint(x: 0, y: 1)
        // An item, the item at a point, and the item at a rank among all items.
        let leek = try snapshot.indexPath(of: .key("Leek"))
        let touched = try snapshot.indexPath(at: point)
        let middle = try snapshot.indexPath(atRank: 150)
        // The offset for a place of the scroll bar's thumb.
        let offset = try snapshot.contentOffset(atFraction: 0.5)
        // Items to fetch and to cancel, at points per second: each has the seconds until it is visible.
        let ahead = try snapshot.elements(aheadOf: bounds, velocity: velocity, screens: 2)

        #expect(leek == ItemIndexPath(section: 0, item: 0) && touched == ItemIndexPath(section: 0, item: 1))
        #expect(middle == ItemIndexPath(section: 1, item: 51) && offset.y == (199 * 80 - 480) / 2)
        #expect(ahead.entering.count == 12)
    }
}
