/// How figures that were measured at several sizes grow with the size.
enum GrowthFigures {
    /// One exponent for each name that was measured at more than one size, in the order of the names' first figures.
    /// Figures that compare two sizes by themselves are left out.
    static func of(_ figures: [Figure]) -> [Figure] {
        var names: [String] = []
        for figure in figures where !names.contains(figure.name) && !figure.name.hasSuffix(".flatness") {
            names.append(figure.name)
        }
        return names.compactMap { name in
            let points = figures.filter { $0.name == name && !$0.value.isNaN && $0.unit != .ratio }
            guard let slope = Growth.slope(points.map { (Double($0.items), $0.value) }), let last = points.last else {
                return nil
            }
            return Figure(
                "growth." + name, items: last.items, value: slope, unit: .exponent,
                note: "from " + points.map { "\($0.items)" }.joined(separator: ", ") + " items"
            )
        }
    }
}
