internal import Dispatch
internal import LayoutBrowser
internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutPlatform
internal import Synchronization

enum BrowseCommand: Command {
    private static let layout = Operand<String?>(
        optional: .name("LAYOUT", of: .layouts), help: "The layout to show first. Default: the first.")
    private static let port = Option<Int>(
        "--port", .count("N", to: Int(UInt16.max)), default: 0, help: "The port to listen on; 0 for any free one.")
    private static let label = Option<[String]?>(
        "--label", optional: .list("FIELD,…"),
        help: "The first line on cells. Default: the title, name, label or text, else the key.")
    private static let detail = Option<[String]?>(
        "--detail", optional: .list("FIELD,…"), help: "The line under it. Default: the key.")
    private static let search = Option<[String]?>(
        "--search", optional: .list("FIELD,…"),
        help: "The fields that / searches beside keys. Default: the index's, or both lines of cells.")
    private static let image = Option<String?>(
        "--image", optional: .text("FIELD"), help: "The pictures: paths in --images, data URLs, or a column of bytes.")
    private static let original = Option<String?>(
        "--original", optional: .text("FIELD"),
        help: "The larger pictures, which show one at a time. Default: the pictures of --image.")
    private static let images = Option<String?>("--images", optional: .directory(), help: "The folder of the pictures.")
    private static let placeholder = Option<String?>(
        "--placeholder", optional: .text("FIELD"),
        help: "A colour such as #8899AA, or a blur hash, shown until a picture has come.")
    private static let tint = Option<String?>(
        "--tint", optional: .text("FIELD"),
        help: """
            The field whose values colour the contact sheet: numbers from light to dark, or words. Each piece \
            shows the average, or the most frequent word, of \(FieldValue.samplesPerPiece) evenly spaced items.
            """)
    private static let network = Option(
        flag: "--allow-network", help: "Let the browser load pictures whose field is a URL.")
    private static let ladder = Option<[String]?>(
        "--ladder", optional: .list("LAYOUT,…"),
        help: "The layouts that a pinch leads to, from the largest cells to the smallest. "
            + "Default: the ones that differ in columns.")
    private static let edits = Option(
        flag: "--try-sizes",
        help: "Let the page change sizes and folds, and lay out the visible part; else the store is only read.")

    static let specification = CommandSpecification(
        name: "browse", summary: "Show layouts on a page that scrolls and zooms, in this computer's browser.",
        operands: [Standard.database, layout],
        options: [
            ladder, image, original, images, placeholder, tint, network, label, detail, search, port, edits,
            Standard.quiet, Standard.showsHelp,
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let port = try UInt16(arguments[port])
        let isEditable = try arguments[edits]
        let path = try arguments[Standard.database]
        let text = try BrowsedText(path: path, console)
        defer { text?.end() }
        let store = try text?.store ?? StoreFile.open(path, mode: isEditable ? .readWrite : .readOnly)
        let layout = try arguments[layout]
        let names = try store.layouts().map(\.name)
        if let layout, !names.contains(layout) { _ = try store.layout(layout).preparationState() }
        guard !names.isEmpty else {
            throw Failure(.failed, "the store has no layout yet; “layoutctl layout” defines one")
        }
        var options = BrowserServer.Options()
        options.layout = text == nil ? layout : BrowsedText.layout
        options.isEditable = isEditable
        options.laysOut = text != nil
        if let text {
            options.title = path.split(separator: "/" as Character).last.map { String($0) }
            options.notes = text.notes
        }
        options.ladder = try rungs(arguments, store)
        options.allowsNetwork = try arguments[network]
        try read(arguments, store, console, into: &options.fields)
        let folder = try arguments[images]
        try console.sayTextFiles(of: store)
        try ServeCommand.serve(console) { () throws(HTTPServerError) in
            if let path = folder { options.images = try ImageDirectory(path: path) }
            return try BrowserServer(store: store, options: options, port: port)
        }
    }

    private static func rungs(_ arguments: ParsedArguments, _ store: LayoutStore) throws -> [String] {
        let names = try arguments[ladder] ?? []
        guard let first = names.first else { return [] }
        var known: Set<String> = []
        for name in names {
            guard known.insert(name).inserted else { throw Failure(.failed, "“\(name)” is twice in the ladder") }
            try store.layout(first).requireSameDataset(as: store.layout(name))
        }
        return names
    }

    private static func read(
        _ arguments: ParsedArguments, _ store: LayoutStore, _ console: Console, into fields: inout ItemFields
    ) throws {
        func read(_ option: any ArgumentDeclaration, _ words: [String]?) throws -> [ItemField]? {
            guard let words else { return nil }
            let fields = try store.itemFields(words)
            for field in fields where try store.isWithoutValues(field) {
                let names = try store.fieldNames()
                console.warn(
                    "\(option.name): no item has “\(field.name)”"
                        + (names.isEmpty ? "" : "; items have \(names.joined(separator: ", "))"))
            }
            return fields
        }
        func field(_ option: Option<String?>) throws -> ItemField? {
            try read(option, arguments[option].map { [$0] })?.first
        }
        fields.label = try read(label, arguments[label]) ?? fields.label
        fields.detail = try read(detail, arguments[detail]) ?? []
        fields.search = try read(search, arguments[search])
        fields.image = try field(image)
        fields.original = try field(original)
        fields.tint = try field(tint)
        fields.placeholder = try field(placeholder)
    }
}

/// A temporary store with the lines of a text file, which are loaded while they are shown.
private final class BrowsedText: Sendable {
    let store: LayoutStore
    let notes = BrowserServer.Notes()
    private let directory: String
    private let isEnded = Atomic(false)
    private let loading = DispatchGroup()

    static let layout = "lines"
    /// Layouts for windows of other widths, which are laid out as far as they are shown.
    private static let columnCounts = [32, 40, 46, 60, 80, 100, 150, 200]
    private static let wrap = TextWrap(advance: 7.2, lineHeight: 17, inset: 4)
    /// The bytes that are loaded before the page can be opened.
    private static let firstPart = 1 << 20
    /// Another thread's writes wait for a part.
    private static let furtherPart = 8 << 20

    /// Loads the beginning of a text; nil if the file is none: it has null bytes, as a store does. A text that is
    /// compressed or UTF-16 is refused as such.
    ///
    /// - Throws: ``Failure`` for a disk without room; the errors of an import.
    init?(path: String, _ console: Console) throws {
        guard let stamp = FileStamp(path: path), stamp.isRegular, stamp.size > 0, let file = OpenFile(path: path),
            let head = file.bytes(from: 0, count: 4096), !head.contains(0) || ImportSource.isEncoded(head)
        else { return nil }
        let made = try FilePath.makeTemporaryDirectory("layoutctl-")
        directory = made
        // The program is given the time to remove it.
        Interruption.expectRollback()
        do {
            store = try StoreFile.open(made + "/lines.db", mode: .create)
        } catch {
            FilePath.removeTemporaryStore(made + "/lines.db", in: made)
            throw error
        }
        do {
            var watcher = LineWatcher(
                path: path, options: LineOptions(), imported: ImportOptions(dataset: Self.layout, mode: .create))
            watcher.partLength = Self.firstPart
            _ = try watcher.readMore(into: store, say: console.say, isCancelled: { Interruption.isRequested })
            for columns in [120] + Self.columnCounts {
                try store.defineLayout(
                    columns == 120 ? Self.layout : "\(columns) columns", dataset: Self.layout,
                    definition: LayoutDefinition(.table(TableDefinition(wrap: Self.wrap))),
                    container: LayoutSize(
                        width: Double(columns) * Self.wrap.advance + 2 * Self.wrap.inset, height: 600))
            }
            // So that each can be shown while the rest is loaded.
            _ = try store.prepareAll()
            watcher.partLength = Self.furtherPart
            load(watcher)
        } catch {
            end()
            throw error
        }
    }

    /// Loads the rest, and what the file gains, on another thread.
    private func load(_ watcher: LineWatcher) {
        notes.isLoading = true
        DispatchQueue.global().async(group: loading) { [self] in
            var watcher = watcher
            // The program's console belongs to the main thread.
            let console = Console()
            let say = { (sentence: String) in
                console.say(sentence)
                self.notes.add(sentence)
            }
            do {
                while !isStopping {
                    let hasRead = try watcher.readMore(into: store, say: say, isCancelled: { self.isStopping })
                    if hasRead {
                        try store.layout(Self.layout).prepare()
                        if notes.isLoading { try estimateLengths() }
                    } else {
                        notes.isLoading = false
                        usleep(LineWatcher.pause)
                    }
                }
            } catch {
                if !isStopping { say("layoutctl: loading has ended: \(error)") }
            }
        }
    }

    /// Gives the layouts of other widths the lines that were added at their ends: their lengths become estimates.
    private func estimateLengths() throws {
        for columns in Self.columnCounts {
            let layout = store.layout("\(columns) columns")
            try layout.prepare(in: LayoutRect(x: 0, y: layout.contentSize().height - 1, width: 1, height: 1))
        }
    }

    private var isStopping: Bool { isEnded.load(ordering: .relaxed) || Interruption.isRequested }

    /// Ends the loading, and removes the store.
    func end() {
        isEnded.store(true, ordering: .relaxed)
        loading.wait()
        store.close()
        FilePath.removeTemporaryStore(directory + "/lines.db", in: directory)
    }
}
