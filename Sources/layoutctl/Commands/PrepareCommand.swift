internal import LayoutText
internal import LayoutCache

enum PrepareCommand: Command {
    private static let layouts = Operand<[String]>(
        repeating: .name("LAYOUT", of: .layouts), help: "The layouts to prepare. Default: all.")
    private static let rect = Option<LayoutRect?>(
        "--rect", optional: .rect, help: "Lay out only what this rectangle touches, in points of the content.")

    static let specification = CommandSpecification(
        name: "prepare", summary: "Lay out stale parts, and store the frames.",
        operands: [Standard.database, layouts],
        options: [rect, Standard.format, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readWrite)
        let known = try store.layouts().map(\.name)
        let wanted = try arguments[layouts]
        let names = wanted.isEmpty ? known : wanted
        if names.isEmpty { console.note("the store has no layouts; “layoutctl layout” defines one") }
        // A name that does not exist stops the whole command before it has done half of it.
        for name in names where !known.contains(name) { _ = try store.isStale(name) }
        let rect = try arguments[rect]
        var reports: [PreparationReport] = []
        var isDone = true
        for name in names {
            do {
                reports.append(
                    try rect.map { try store.layout(name).prepare(in: $0) }
                        ?? prepare(name, in: store, console.progress)
                )
            } catch let error as LayoutError where error.code == .invalidDefinition {
                // The remaining ones can still be laid out. Printed even with --quiet: the exit code does not name the
                // layout.
                if let line = Failure(error, isInterrupted: false).line { console.say(line) }
                isDone = false
            }
        }
        // Leftovers of removed layouts go even if no layout is left.
        if rect == nil { try store.removeLeftovers() }
        try console.print(reports, PreparationReport.values.map(Column.init), arguments)
        if wanted.isEmpty, rect == nil { try store.bringFollowersUpToDate() }
        try console.warn(ofFollowersIn: store)
        for name in names { try console.noteFaults(ofLayout: name, in: store) }
        if !isDone { throw Failure.ended(.failed) }
    }

    private static func prepare(_ name: String, in store: LayoutStore, _ progress: Console.ProgressLine) throws
        -> PreparationReport
    {
        let total = progress.isShown ? try store.status().first { $0.name == name }?.staleSections ?? 0 : 0
        let start = progress.seconds
        return try store.prepare(name) { state in
            try Interruption.check()
            progress.update { seconds in
                let seconds = seconds - start
                if state.step == .following {
                    return "\(TerminalText.printable(name)): its source"
                        + Console.ProgressLine.remaining(state.fraction, seconds)
                }
                var share = state.fraction
                if share.map({ $0 >= 1 }) ?? true {
                    // Everything was laid out before. A few sections, which may differ in size, give no share.
                    share = total >= 20 ? LayoutProgress.share(state.sectionCount, of: total) : nil
                }
                return "\(TerminalText.printable(name)): "
                    + Console.ProgressLine.rate(state.count, "elements", share, seconds)
            }
        }
    }
}
