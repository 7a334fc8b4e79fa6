internal import LayoutText

/// Figures as people read them: numbers with their units.
enum FigureText {
    static func value(of figure: Figure) -> String { text(figure.value, figure.unit) }

    /// The value to compare with, with its name; empty if there is none.
    static func baseline(of figure: Figure) -> String {
        figure.baseline.map { "\($0.name): \(text($0.value, figure.unit))" } ?? ""
    }

    /// The bound on the ratio, or on the value if there is no baseline; empty if there is no target.
    static func target(of figure: Figure) -> String {
        guard let target = figure.target else { return "" }
        return "≤ " + (figure.baseline == nil ? text(target, figure.unit) : ReadableNumber.significant(target))
    }

    /// The figures that fall short, in a sentence.
    static func summary(_ report: BenchmarkReport) -> String {
        let targeted = report.figures.filter { $0.verdict == .kept || $0.verdict == .short }
        let short = report.shortfalls
        guard !short.isEmpty else { return "All \(targeted.count) targets are kept." }
        return "\(short.count) of \(targeted.count) targets are not kept: "
            + short.map { "\($0.name) at \(ReadableNumber.grouped($0.items))" }.joined(separator: ", ") + "."
    }

    private static func text(_ value: Double, _ unit: Figure.Unit) -> String {
        switch unit {
        case .seconds: ReadableNumber.duration(value)
        case .rowsPerSecond: value.isFinite ? ReadableNumber.grouped(Int(value)) + " rows/s" : "\(value)"
        case .bytes: ReadableNumber.significant(value / 1e6) + " MB"
        case .bytesPerElement: ReadableNumber.significant(value) + " bytes/el."
        }
    }
}
