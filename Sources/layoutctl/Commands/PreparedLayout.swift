internal import LayoutCache

/// What the help of reading commands says about stale layouts.
enum ReadingNote {
    static let text =
        "It only reads: what was prepared last is shown, and a warning on standard error says so if something changed "
        + "since; “layoutctl prepare” brings it up to date. A layout that was never prepared is an error."
}

/// Opens a layout for the commands that only read.
enum PreparedLayout {
    /// The layout that the first two operands name, in a store opened to read only.
    ///
    /// - Throws: ``Failure`` for a layout that was never prepared.
    static func open(_ arguments: ParsedArguments, _ console: Console) throws -> StoredLayout {
        let path = arguments.operands[0]
        let store = try LayoutStore(path: path, mode: .readOnly)
        let layout = store.layout(arguments.operands[1])
        let advice = "“layoutctl prepare \(path) \(layout.name)”"
        switch try layout.preparationState() {
        case .never: throw Failure(.failed, "the layout “\(layout.name)” was never prepared; run \(advice)")
        case .beginning: console.warn("only the beginning of “\(layout.name)” has been laid out; \(advice) carries on")
        case .stale: console.warn("“\(layout.name)” has changed since it was prepared; \(advice) brings it up to date")
        case .current: break
        }
        return layout
    }
}
