extension RandomEdit {
    /// The kinds of changes, by the word that a failure prints.
    public enum Kind: String, CaseIterable, Sendable {
        case resize, resizeRun, forgetSize, span, moveOrigin, mark, describe
        case insertBetween, insertAtEnd, insertMany, insertCopies, upsert, replaceItem, replacePlace
        case moveWithin, moveAcross, moveMany, swap, shiftAll, shiftSome, renameItem, renameMany
        case delete, deleteRun, emptySection, evenOut
        case defineSection, measureSection, insertSection, upsertSection, replaceSection, titleSection
        case moveSection, swapSections, renameSection, deleteSection, undo
        case measure, measureBar

        /// Kinds that every layout depends on.
        public static let ofRows = allCases.filter { $0 != .measure && $0 != .measureBar }

        /// Whether it may leave fewer sections.
        var endsSections: Bool { self == .deleteSection || self == .replaceSection }
    }
}

extension RandomEdit.Kind {
    /// Its statements with their words in braces, with “; ” between separate ones. One of several is drawn.
    ///
    /// `{id}` is an item at `{at}` of the section `{home}`, `{other}` one beside it at `{there}`; `{section}` is any
    /// section.
    var templates: [String] { Self.all[rawValue] ?? [] }

    /// Lines with the name of a kind and one of its templates; `*19` behind the name for one that is drawn more often.
    private static let all: [String: [String]] = DataFile.lines("Edits.txt").reduce(into: [:]) { all, line in
        let parts = line.split(separator: ": ", maxSplits: 1)
        let name = parts[0].split(separator: "*")
        let count = name.count > 1 ? Int(name[1]) ?? 1 : 1
        all[String(name[0]), default: []] += [String](repeating: String(parts[1]), count: count)
    }
}
