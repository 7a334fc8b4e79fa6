internal import LayoutCache
internal import LayoutPlatform

/// Loads the lines of a file a part at a time, and then what the file gains.
///
/// The file stays open, and is read to its end after its name has gone to another one, as by `tail -F`. A last line
/// without a break is loaded once nothing else is left, and made longer when it goes on.
struct LineWatcher {
    /// The microseconds between two looks at a file that gains nothing.
    static let pause: UInt32 = 50_000

    let path: String
    let options: LineOptions
    /// How many bytes the next part has at most, so that the lines before it can be read soon.
    var partLength = 32 << 20
    private var imported: ImportOptions
    private var file: OpenFile?
    private(set) var place = LineOptions.Place(waitsForBreak: true)

    init(path: String, options: LineOptions, imported: ImportOptions) {
        (self.path, self.options, self.imported) = (path, options, imported)
        file = OpenFile(path: path)
    }

    /// Loads the next part; returns whether there was one.
    ///
    /// - Parameter say: Called if the file was replaced, cut short or rewritten.
    /// - Throws: The errors of an import.
    mutating func readMore(
        into store: LayoutStore, say: (String) -> Void, progress: (LayoutProgress) -> Void = { _ in },
        isCancelled: @escaping () -> Bool
    ) throws -> Bool {
        // After a rotation there may be no file for a while.
        if file == nil { file = OpenFile(path: path) }
        guard let open = file, let stamp = open.stamp else { return false }
        if !place.isIn(open) { begin(stamp.size < Int64(place.offset) ? "was cut short" : "was rewritten", say) }
        if stamp.size > Int64(place.offset) {
            for waitsForBreak in [true, false] {
                let before = place.offset
                place.waitsForBreak = waitsForBreak
                place.limit = place.offset + partLength
                try store.importLines(
                    of: .file(path, open: open), options, from: &place, options: imported, progress: progress,
                    isCancelled: isCancelled)
                imported.mode = .append
                if place.offset > before { return true }
            }
        }
        guard let now = FileStamp(path: path), now.number != stamp.number, let next = OpenFile(path: path) else {
            return false
        }
        file = next
        begin("was replaced", say)
        return try readMore(into: store, say: say, progress: progress, isCancelled: isCancelled)
    }

    private mutating func begin(_ what: String, _ say: (String) -> Void) {
        say("\(path) \(what): its new lines are appended from its beginning")
        place = LineOptions.Place(waitsForBreak: true)
    }
}
