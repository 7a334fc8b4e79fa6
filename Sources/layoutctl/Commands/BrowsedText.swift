internal import Dispatch
internal import LayoutBrowser
internal import LayoutCache
internal import LayoutEngine
internal import LayoutPlatform
internal import LayoutSQLite
internal import Synchronization

/// A temporary store with the lines of a text file, which are loaded while they are shown.
final class BrowsedText: Sendable {
    let store: LayoutStore
    /// The events at the file.
    let notes = PageNotes()
    private let directory: String
    private let isEnded = Atomic(false)
    private let loading = DispatchGroup()

    /// The layout of the lines.
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
        guard let made = makeDirectory(in: temporaryDirectory, prefix: "layoutctl-") else {
            throw Failure(.failed, "no directory can be made in \(temporaryDirectory): \(systemMessage(errno))")
        }
        directory = made
        // The program is given the time to remove it.
        Interruption.expectRollback()
        do {
            store = try StoreFile.open(made + "/lines.db", mode: .create)
        } catch {
            Self.remove(made)
            throw error
        }
        do {
            var follower = LineFollower(
                path: path, options: LineOptions(), imported: ImportOptions(dataset: Self.layout, mode: .create))
            follower.partLength = Self.firstPart
            _ = try follower.readMore(into: store, say: console.say, isCancelled: { Interruption.isRequested })
            for columns in [120] + Self.columnCounts {
                try store.defineLayout(
                    columns == 120 ? Self.layout : "\(columns) columns", dataset: Self.layout,
                    definition: LayoutDefinition(.table(TableDefinition(wrap: Self.wrap))),
                    container: LayoutSize(
                        width: Double(columns) * Self.wrap.advance + 2 * Self.wrap.inset, height: 600))
            }
            // So that each can be shown while the rest is loaded.
            _ = try store.prepareAll()
            follower.partLength = Self.furtherPart
            load(follower)
        } catch {
            end()
            throw error
        }
    }

    /// Loads the rest, and what the file gains, on another thread.
    private func load(_ follower: LineFollower) {
        notes.isLoading = true
        DispatchQueue.global().async(group: loading) { [self] in
            var follower = follower
            // The program's console belongs to the main thread.
            let console = Console()
            let say = { (sentence: String) in
                console.say(sentence)
                self.notes.add(sentence)
            }
            do {
                while !isStopping {
                    let hasRead = try follower.readMore(
                        into: store, say: say, isCancelled: { isStopping })
                    if hasRead {
                        try store.layout(Self.layout).prepare()
                        if notes.isLoading { try estimateLengths() }
                    } else {
                        notes.isLoading = false
                        usleep(LineFollower.pause)
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
            let layout = try store.layout("\(columns) columns")
            try layout.prepare(in: LayoutRect(x: 0, y: layout.contentSize().height - 1, width: 1, height: 1))
        }
    }

    private var isStopping: Bool { isEnded.load(ordering: .relaxed) || Interruption.isRequested }

    /// Ends the loading, and removes the store.
    func end() {
        isEnded.store(true, ordering: .relaxed)
        loading.wait()
        store.close()
        Self.remove(directory)
    }

    private static func remove(_ directory: String) {
        for suffix in DatabaseFiles.suffixes { _ = unsafe unlink(directory + "/lines.db" + suffix) }
        _ = unsafe rmdir(directory)
    }
}
