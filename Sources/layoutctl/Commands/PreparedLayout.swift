internal import LayoutCache
internal import LayoutText

/// Opens a layout for the commands that show some of it.
enum PreparedLayout {
    /// The layout that the first two operands name, in a store opened for reading only.
    ///
    /// - Throws: ``Failure`` for a layout that was never prepared.
    static func open(_ arguments: ParsedArguments, _ console: Console) throws -> StoredLayout {
        try show(read(arguments), arguments, console, unpreparedBecause: nil)
    }

    /// Makes `body` read from the layout that the first two operands name. If the file can be written, the stale parts
    /// that it reads are laid out first.
    ///
    /// - Parameter body: Is called a second time, with `.nothing`, where preparing fails. It must not print
    ///   before its first call of the layout has returned something.
    /// - Throws: ``Failure`` for a layout that was never prepared, in a file that cannot be written.
    static func view<T>(
        _ arguments: ParsedArguments, _ console: Console, _ body: (StoredLayout, PreparationScope) throws -> T
    ) throws -> T {
        func answer(_ layout: StoredLayout, _ scope: PreparationScope) throws -> T {
            let answer = try body(layout, scope)
            try console.sayTextFiles(of: layout.store)
            return answer
        }
        // An up-to-date layout is read without opening the file for writing, which would leave traces beside it.
        if let layout = try current(arguments) { return try answer(layout, .nothing) }
        do {
            let store = try StoreFile.open(
                arguments[Standard.database], mode: .readWrite, patience: LayoutStore.readingTimeout)
            let layout = store.layout(try store.layoutName(arguments))
            // A key may belong to a row that no data set has yet.
            try store.bringFollowersUpToDate()
            let result = try answer(layout, .visible)
            if store.isBehind { _ = try show(layout, arguments, console, unpreparedBecause: busy) }
            return result
        } catch {
            guard let reason = reasonNotToWrite(error) else { throw error }
            try Interruption.check()
            // A file of an older version is not readable before it has been written.
            guard let layout = try? read(arguments) else { throw error }
            return try answer(show(layout, arguments, console, unpreparedBecause: reason), .nothing)
        }
    }

    /// The layout if preparing would change nothing; nil if it would, or if the file has to be opened for writing to
    /// know.
    private static func current(_ arguments: ParsedArguments) throws -> StoredLayout? {
        do {
            let layout = try read(arguments)
            return try layout.preparationState() == .current ? layout : nil
        } catch let error as LayoutError where [.notAStore, .olderVersion].contains(error.code) {
            // Of an older version, perhaps, which opening it for writing brings up to date.
            return nil
        }
    }

    private static let busy = "another process is writing to the file"

    /// The reason why the program cannot write, if the stored answer is better than none.
    private static func reasonNotToWrite(_ error: any Error) -> String? {
        guard let error = LayoutError(explaining: error) else { return nil }
        switch error.code {
        case .readOnly: return "the file cannot be written"
        case .busy: return busy
        case .diskFull: return "the disk is full"
        default: return nil
        }
    }

    private static func read(_ arguments: ParsedArguments) throws -> StoredLayout {
        let store = try StoreFile.open(try arguments[Standard.database], mode: .readOnly)
        return store.layout(try store.layoutName(arguments))
    }

    /// The layout as last prepared, with a warning if it is not up to date.
    private static func show(
        _ layout: StoredLayout, _ arguments: ParsedArguments, _ console: Console, unpreparedBecause reason: String?
    ) throws -> StoredLayout {
        let words = [try arguments[Standard.database], layout.name].map(ShellWord.text).joined(separator: " ")
        let advice = "“layoutctl prepare \(words)”"
        let because = reason.map { ", and \($0)" } ?? ""
        switch try layout.preparationState() {
        case .never: throw Failure(.failed, "the layout “\(layout.name)” was never prepared\(because); run \(advice)")
        case .beginning:
            console.warn("only the beginning of “\(layout.name)” is prepared\(because); \(advice) continues")
        case .stale:
            console.warn(
                "“\(layout.name)” has changed since it was prepared\(because); \(advice) brings it up to date")
        case .current: break
        }
        return layout
    }
}
