/// Writes a report as text for people: a line for each figure, and what falls short at the end.
package enum TableReporter {
    /// A line for one figure, for printing while a run goes on.
    package static func line(_ figure: Figure) -> String {
        var line = padded(figure.name, to: 34) + padded(left: grouped(figure.items), to: 11) + "  "
        guard figure.verdict != .skipped else { return line + "not measured: \(figure.note ?? "")" }
        line += padded(left: text(figure.value, figure.unit), to: 16)
        if let baseline = figure.baseline, let ratio = figure.ratio {
            line +=
                "  \(padded(left: digits(ratio), to: 9)) × \(padded(baseline.name, to: 26)) "
                + "\(padded(left: text(baseline.value, figure.unit), to: 14))"
        } else {
            line += String(repeating: " ", count: 54)
        }
        func bound(_ number: Double) -> String {
            padded(figure.baseline == nil ? text(number, figure.unit) : digits(number), to: 14)
        }
        switch figure.target {
        case .atMost(let number): line += "  target ≤ " + bound(number)
        case .atLeast(let number): line += "  target ≥ " + bound(number)
        case nil: line += String(repeating: " ", count: 22)
        }
        switch figure.verdict {
        case .kept: line += " kept"
        case .short: line += " SHORT"
        case .noTarget, .skipped: break
        }
        if let note = figure.note { line += "  (\(note))" }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// All figures, and a sentence that names those that fall short.
    package static func text(_ report: BenchmarkReport) -> String {
        let conditions = report.conditions.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
        return ([conditions] + report.figures.map(line) + [summary(report)]).joined(separator: "\n")
    }

    /// What falls short, in a sentence.
    package static func summary(_ report: BenchmarkReport) -> String {
        let targeted = report.figures.filter { $0.verdict == .kept || $0.verdict == .short }
        let short = report.shortfalls
        guard !short.isEmpty else { return "All \(targeted.count) targets are kept." }
        return "\(short.count) of \(targeted.count) targets are not kept: "
            + short.map { "\($0.name) at \(grouped($0.items))" }.joined(separator: ", ") + "."
    }

    private static func text(_ value: Double, _ unit: Figure.Unit) -> String {
        switch unit {
        case .seconds: return duration(value)
        case .rowsPerSecond: return value.isFinite ? grouped(Int(value)) + " rows/s" : "\(value)"
        case .bytes: return digits(value / 1e6) + " MB"
        case .bytesPerElement: return digits(value) + " bytes/el."
        case .count, .exponent, .ratio: return digits(value)
        }
    }

    /// A time in a unit that suits it.
    static func duration(_ seconds: Double) -> String {
        if seconds < 1e-3 { return digits(seconds * 1e6) + " µs" }
        return seconds < 1 ? digits(seconds * 1e3) + " ms" : digits(seconds) + " s"
    }

    /// Three significant digits, and all digits of larger numbers.
    static func digits(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        var decimals = 0
        var scale = 1.0
        while decimals < 6, value != 0, (value * scale).magnitude < 99.5 {
            decimals += 1
            scale *= 10
        }
        let rounded = Int((value * scale).rounded())
        guard decimals > 0 else { return grouped(rounded) }
        var text = String(rounded.magnitude)
        text = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
        let whole = text.dropLast(decimals)
        var fraction = text.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return (rounded < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    private static func grouped(_ number: Int) -> String {
        var groups: [Substring] = []
        var rest = Substring(String(number.magnitude))
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return (number < 0 ? "-" : "") + ([rest] + groups).joined(separator: ",")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func padded(left text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
