internal import LayoutCache

/// What the help of reading commands says about stale layouts.
enum ReadingNote {
    static let text =
        "The command only reads: it shows the layout as last prepared, and warns on standard error if the data has "
        + "changed since; “layoutctl prepare” brings it up to date. A layout that was never prepared is an error."
}

/// What the help of commands with long tables says about them.
enum TableNote {
    static let text =
        "The widths of a table's columns are those of its first \(TextTable.sampleSize) rows. On a terminal, longer text "
        + "is cut, and where the columns do not fit, each row is printed as a record with one value per line; elsewhere "
        + "nothing is cut. Tables round numbers to thousandths; the other formats print them exactly."
}

/// Opens a layout for the commands that only read.
enum PreparedLayout {
    /// The layout that the first two operands name, in a store opened for reading only.
    ///
    /// - Throws: ``Failure`` for a layout that was never prepared.
    static func open(_ arguments: ParsedArguments, _ console: Console) throws -> StoredLayout {
        let path = try arguments[Standard.database]
        let store = try StoreFile.open(path, mode: .readOnly)
        let layout = store.layout(try arguments[Standard.layout])
        let advice = "“layoutctl prepare \(path) \(layout.name)”"
        switch try layout.preparationState() {
        case .never: throw Failure(.failed, "the layout “\(layout.name)” was never prepared; run \(advice)")
        case .beginning: console.warn("only the beginning of “\(layout.name)” is prepared; \(advice) continues")
        case .stale: console.warn("“\(layout.name)” has changed since it was prepared; \(advice) brings it up to date")
        case .current: break
        }
        return layout
    }
}
