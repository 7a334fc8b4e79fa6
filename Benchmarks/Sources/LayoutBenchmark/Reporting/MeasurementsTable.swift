internal import LayoutText

/// The table of MEASUREMENTS.md, as Markdown.
enum MeasurementsTable {
    /// How the table describes a figure, and the figure's name.
    private static let rows = [
        ("Import of a CSV file with keys", "import.seconds"), ("Peak memory of an import", "import.memory"),
        ("First preparation of a flow", "prepare.flow.seconds"),
        ("Rows stored by that preparation", "prepare.flow.rate"), ("Peak memory of a preparation", "prepare.memory"),
        ("Derived data of a flow", "prepare.flow.size"),
        ("First rectangle of a flow that was never prepared", "first.flow"),
        ("First rectangle of a flow in a new container", "first.flow.container"),
        ("First rectangle of 10,000 hits alone", "first.hits"),
        ("Opening a store in a new process, and its first rectangle", "open.first"),
        ("The same without a store: sizes packed in a file, laid out in memory", "open.packed"),
        ("Peak memory of that process", "open.packed.memory"),
        ("A screen of a table, at a random place", "visible.table.median"),
        ("A screen of a flow, at a random place", "visible.flow.median"),
        ("The same, compared with a small store", "visible.flow.flatness"),
        ("A tick of scrolling a flow", "scroll.flow.tick"), ("99th percentile of ticks", "scroll.flow.p99"),
        ("First frame of a pinch to two columns that were never prepared", "ladder.2.first"),
        ("The same to 32 columns", "ladder.32.first"), ("Each later frame of that pinch", "ladder.32.frame"),
        ("A screen of a spreadsheet", "plane.spreadsheet.visible"), ("A screen of a canvas", "plane.canvas.visible"),
        ("One resize and preparation, in sections of 100", "edit.sections"),
        ("Preparing everything instead", "edit.sections.whole"),
        ("One resize and preparation, in a single section", "edit.resize"),
        ("One insertion and preparation, in a single section", "edit.insert"),
        ("1,000 resizes at random places and one preparation", "edit.thousand"),
        ("30 measured sizes, stored, laid out and read", "selfsizing.median"),
        ("UPDATE of all heights, with one layout", "marks.one"),
        ("Longest wait of a writer in a process that prepares", "waiting.process"),
        ("Longest wait of another process's writer", "waiting.other"),
        ("A read beside a preparation", "readers.median"),
    ]

    /// Returns the table for the two largest sizes that were measured.
    ///
    /// - Parameter figures: The figures of one run or more; the last one of a name and a size counts.
    static func text(of figures: [Figure]) -> String {
        let named = Dictionary(figures.map { ("\($0.name) at \($0.items)", $0) }, uniquingKeysWith: { $1 })
        let shown = Set(rows.map(\.1))
        let measured = Set(figures.filter { shown.contains($0.name) && !$0.value.isNaN }.map(\.items))
        let sizes = measured.isEmpty ? [1_000_000, 10_000_000] : Array(measured.sorted().suffix(2))
        var lines = [
            ["Figure"] + sizes.map { ReadableNumber.grouped($0) + " items" } + ["Baseline"],
            Array(repeating: "---", count: sizes.count + 2),
        ]
        for (title, name) in rows {
            let found = sizes.map { named["\(name) at \($0)"] }
            let largest = found.last { $0 != nil } ?? nil
            lines.append([title] + found.map(value) + [largest?.baseline.map(\.name) ?? ""])
        }
        return lines.map { "| " + $0.map(escaped).joined(separator: " | ") + " |\n" }.joined()
    }

    /// The value, what multiple of the baseline's it is, and its target at this size; a dash if it was not measured.
    private static func value(of figure: Figure?) -> String {
        guard let figure, figure.verdict != .skipped else { return "–" }
        var text = FigureText.value(of: figure)
        if let ratio = figure.ratio { text += ", \(ReadableNumber.significant(ratio)) ×" }
        guard figure.target != nil else { return text }
        text += " (\(FigureText.target(of: figure))\(figure.baseline == nil ? "" : " ×"): "
        return text + (figure.verdict == .short ? "missed)" : "met)")
    }

    /// The text of a cell, in which neither `|` nor `*` has a meaning.
    private static func escaped(_ cell: String) -> String {
        String(cell.flatMap { $0 == "|" || $0 == "*" ? ["\\", $0] : [$0] })
    }
}
