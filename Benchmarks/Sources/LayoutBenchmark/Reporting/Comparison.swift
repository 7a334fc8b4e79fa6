/// Two runs side by side: how each figure of the second compares to the first.
package struct Comparison: Sendable, Hashable {
    /// A figure that both runs have, measured in both.
    package struct Line: Sendable, Hashable {
        package var name: String
        package var items: Int
        package var unit: Figure.Unit
        package var before: Double
        package var after: Double

        /// The second value as a multiple of the first.
        package var ratio: Double { after / before }
    }

    /// In the order of the first run.
    package var lines: [Line] = []
    /// Figures that only one run has, as `name at items`.
    package var unmatched: [String] = []

    package init(_ before: BenchmarkReport, _ after: BenchmarkReport) {
        struct Key: Hashable {
            var name: String
            var items: Int
        }
        var rest: [Key: Figure] = [:]
        for figure in after.figures { rest[Key(name: figure.name, items: figure.items)] = figure }
        for figure in before.figures {
            guard let other = rest.removeValue(forKey: Key(name: figure.name, items: figure.items)),
                other.unit == figure.unit,
                !figure.value.isNaN, !other.value.isNaN
            else {
                unmatched.append("\(figure.name) at \(figure.items)")
                continue
            }
            lines.append(
                Line(
                    name: figure.name, items: figure.items, unit: figure.unit, before: figure.value, after: other.value)
            )
        }
        unmatched += after.figures.filter { rest[Key(name: $0.name, items: $0.items)] != nil }.map {
            "\($0.name) at \($0.items)"
        }
    }
}
