internal import LayoutCache
internal import LayoutPlatform

/// The import of the lines of a text, and what makes them sections.
struct LineImport {
    static let isRequested = Option(
        flag: "--lines", help: "Each line of the text is an item, as wide as it has columns.")
    static let sectionPattern = Option<String?>(
        "--section-pattern", optional: .text("RE"),
        help: "Begin a section where this POSIX extended regular expression finds another title: its first group, or "
            + "else the whole match.")
    static let sectionLength = Option<Int?>(
        "--section-every", optional: .count("N", from: 1), help: "Begin a section after each N lines.")
    static let tab = Option<Int>(
        "--tab", .count("N", from: 1, to: 1000), default: 8, help: "A tab ends at the next multiple of N columns.")
    static let storesText = Option(
        flag: "--store-text", help: "Store the texts as titles in payloads, rather than reading them from the file.")
    static let follows = Option(
        flag: "--follow",
        help: "Load the file a part at a time, then append what it gains, until Ctrl-C. "
            + "The store can be read at the same time.")

    let options: LineOptions
    let follows: Bool

    /// nil without --lines.
    init?(_ arguments: ParsedArguments) throws(Failure) {
        let pattern = try arguments[Self.sectionPattern]
        let length = try arguments[Self.sectionLength]
        let storesText = try arguments[Self.storesText]
        follows = try arguments[Self.follows]
        guard try arguments[Self.isRequested] else {
            let used = [
                (Self.sectionPattern.name, pattern != nil), (Self.sectionLength.name, length != nil),
                (Self.storesText.name, storesText), (Self.follows.name, follows),
            ].first { $0.1 }
            if let used { throw arguments.usage("\(used.0) needs --lines") }
            return nil
        }
        guard try arguments[ImportCommand.sourceDatabase] == nil else {
            throw arguments.usage("--lines and --from-db cannot be used together")
        }
        let sections: LineOptions.Sections
        switch (pattern, length) {
        case (_?, _?): throw arguments.usage("--section-pattern and --section-every cannot be used together")
        case (let pattern?, nil): sections = .pattern(pattern)
        case (nil, let length?): sections = .every(length)
        case (nil, nil): sections = .one
        }
        options = LineOptions(sections: sections, storesText: storesText, tabWidth: try arguments[Self.tab])
    }

    /// Loads what a file has, and then what it gains, until a request to stop.
    func follow(
        _ source: ImportCommand.Source, _ imported: ImportOptions, _ arguments: ParsedArguments, _ console: Console
    ) throws -> ExitCode {
        guard let path = source.path, FileStamp(path: path)?.isRegular == true else {
            throw arguments.usage("--follow needs a file")
        }
        guard !imported.isDryRun else { throw arguments.usage("--follow and --dry-run cannot be used together") }
        let store = try StoreFile.open(arguments[Standard.database], mode: .create)
        defer { store.close() }
        let progress = ProgressLine(console)
        defer { progress.finish() }
        var follower = LineFollower(path: path, options: options, imported: imported)
        do {
            while !Interruption.isRequested {
                let hasRead = try follower.readMore(
                    into: store,
                    say: { words in
                        progress.finish()
                        console.say(words)
                    }, progress: { ImportCommand.show($0, progress) }, isCancelled: { Interruption.isRequested })
                if !hasRead { usleep(LineFollower.pause) }
            }
        } catch let error as LayoutError where [.cancelled, .suspended].contains(error.code) {}
        progress.finish()
        console.note("followed \(path) up to line \(follower.place.lineCount)")
        return .done
    }
}
