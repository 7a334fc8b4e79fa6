internal import LayoutText

/// The table of MEASUREMENTS.md, as Markdown.
package enum MeasurementsTable {
    /// A row: a figure, and how the table describes it.
    private struct Row {
        var title: String
        var name: String

        init(_ title: String, _ name: String) {
            self.title = title
            self.name = name
        }
    }

    private static let rows = [
        Row("Import of a CSV file with keys", "import.seconds"),
        Row("Peak memory of an import", "import.memory"),
        Row("First preparation of a flow", "prepare.flow.seconds"),
        Row("Rows stored by that preparation", "prepare.flow.rate"),
        Row("Peak memory of a preparation", "prepare.memory"),
        Row("Derived data of a flow", "prepare.flow.size"),
        Row("First rectangle of a flow that was never prepared", "first.flow"),
        Row("First rectangle of a flow in a new container", "first.flow.container"),
        Row("First rectangle of 10,000 hits alone", "first.hits"),
        Row("Opening a store in a new process, and its first rectangle", "open.first"),
        Row("The same without a store: sizes packed in a file, laid out in memory", "open.packed"),
        Row("Peak memory of that process", "open.packed.memory"),
        Row("The same without a layout: sizes read with SQL, laid out in memory", "open.memory"),
        Row("A screen of a table, at a random place", "visible.table.median"),
        Row("A screen of a flow, at a random place", "visible.flow.median"),
        Row("The same, compared with a small store", "visible.flow.flatness"),
        Row("The same by a test of all frames in memory", "visible.flow.linear"),
        Row("A tick of scrolling a flow", "scroll.flow.tick"),
        Row("99th percentile of ticks", "scroll.flow.p99"),
        Row("First frame of a pinch to two columns that were never prepared", "ladder.2.first"),
        Row("The same to 32 columns", "ladder.32.first"),
        Row("Each later frame of that pinch", "ladder.32.frame"),
        Row("A screen of a spreadsheet", "plane.spreadsheet.visible"),
        Row("A screen of a canvas", "plane.canvas.visible"),
        Row("One resize and preparation, in sections of 100", "resize.sections.median"),
        Row("Preparing everything instead", "resize.sections.whole"),
        Row("One resize and preparation, in a single section", "edit.resize"),
        Row("One insertion and preparation, in a single section", "edit.insert"),
        Row("1,000 resizes at random places and one preparation", "edit.thousand"),
        Row("30 measured sizes, stored, laid out and read", "selfsizing.median"),
        Row("UPDATE of all heights, with one layout", "marks.one"),
        Row("Longest wait of a writer in a process that prepares", "waiting.process"),
        Row("Longest wait of another process's writer", "waiting.other"),
        Row("A read beside a preparation", "readers.median"),
    ]

    /// Returns the table for the two largest sizes that were measured.
    ///
    /// - Parameter figures: The figures of one run or more; the last one of a name and a size counts.
    package static func text(of figures: [Figure]) -> String {
        let named = Dictionary(figures.map { (Key($0.name, $0.items), $0) }, uniquingKeysWith: { $1 })
        let shown = Set(rows.map(\.name))
        let measured = Set(figures.filter { shown.contains($0.name) && !$0.value.isNaN }.map(\.items))
        let sizes = measured.isEmpty ? [1_000_000, 10_000_000] : Array(measured.sorted().suffix(2))
        var lines = [
            ["Figure"] + sizes.map { ReadableNumber.grouped($0) + " items" } + ["Baseline"],
            Array(repeating: "---", count: sizes.count + 2),
        ]
        for row in rows {
            let found = sizes.map { named[Key(row.name, $0)] }
            let largest = found.last { $0 != nil } ?? nil
            lines.append([row.title] + found.map(value) + [largest?.baseline.map(\.name) ?? ""])
        }
        return lines.map { "| " + $0.map(escaped).joined(separator: " | ") + " |\n" }.joined()
    }

    private struct Key: Hashable {
        var name: String
        var items: Int

        init(_ name: String, _ items: Int) {
            self.name = name
            self.items = items
        }
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
