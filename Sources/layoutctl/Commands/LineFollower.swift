internal import LayoutCache
internal import LayoutPlatform

/// Loads the lines of a file a part at a time, and then what the file gains.
struct LineFollower {
    /// The microseconds between two looks at a file that gains nothing.
    static let pause: UInt32 = 50_000

    let path: String
    let options: LineOptions
    /// How many bytes the next part has at most, so that the lines before it can be read soon.
    var partLength = 32 << 20
    private var imported: ImportOptions
    private var stamp: FileStamp?
    /// How far it has come.
    private(set) var place = LinePlace(waitsForBreak: true)

    init(path: String, options: LineOptions, imported: ImportOptions) {
        (self.path, self.options, self.imported) = (path, options, imported)
        stamp = FileStamp(path: path)
    }

    /// Loads the next part; returns whether there was one.
    ///
    /// - Parameter say: Called if the file was replaced or cut short.
    /// - Throws: The errors of an import.
    mutating func readMore(
        into store: LayoutStore, say: (String) -> Void, progress: (ImportProgress) -> Void = { _ in },
        isCancelled: () -> Bool
    ) throws -> Bool {
        let now = FileStamp(path: path)
        if let now, now.number != stamp?.number || now.size < Int64(place.offset) {
            let what = now.number == stamp?.number ? "was cut short" : "was replaced"
            say("\(path) \(what): its new lines are appended from its beginning")
            place = LinePlace(waitsForBreak: true)
        }
        // After a rotation there may be no file for a while.
        if let now { stamp = now }
        guard let now, now.size > Int64(place.offset) else { return false }
        let before = place
        place.limit = place.offset + partLength
        try store.importLines(
            of: .file(path), options, from: &place, options: imported, progress: progress, isCancelled: isCancelled)
        imported.mode = .append
        // Maybe only the beginning of a line came.
        return place.offset > before.offset
    }
}
