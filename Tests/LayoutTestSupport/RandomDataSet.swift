/// Draws the rows of a data set as SQL, for tests that work on the tables themselves.
public struct RandomDataSet: Sendable {
    /// How long items may be, in points.
    public var longest = 90.0
    /// Whether items keep to sizes that a waterfall of 128-point columns scales exactly.
    public var isScalable = false

    public init() {}

    /// One that a kind of layout lays out exactly, however its sizes are scaled.
    public init(for kind: LayoutKind) { isScalable = kind == .waterfall }

    /// A width and a height, SQL's words for them.
    public func size(_ random: inout SeededGenerator) -> (width: String, height: String) {
        func length(_ random: inout SeededGenerator) -> String {
            Int.random(in: 0..<10, using: &random) == 0 ? "NULL" : "\(random.exactLength(in: 0...longest))"
        }
        if isScalable {
            // One length alone counts unchanged; of two, only their ratio counts.
            func power(_ random: inout SeededGenerator) -> String { "\(64 << Int.random(in: 0...2, using: &random)).0" }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return ("NULL", length(&random))
            case 1: return (length(&random), "NULL")
            default: return (power(&random), power(&random))
            }
        }
        switch Int.random(in: 0..<4, using: &random) {
        // Common sizes, so that flows meet uniform sections and equal lines.
        case 0: return ("50.0", "50.0")
        case 1: return ("NULL", "NULL")
        default: return (length(&random), length(&random))
        }
    }

    /// The statements that make a data set with id 1 and some sections.
    public func statements(sections: Int, items: ClosedRange<Int>, using random: inout SeededGenerator) -> [String] {
        var statements = ["INSERT INTO dataset (id, name) VALUES (1, 'data')"]
        var item = 0
        for section in 0..<sections {
            let position = Double(section * 10)
            statements.append(
                """
                INSERT INTO section (id, dataset_id, position, title)
                VALUES (\(section + 1), 1, \(position), 'section \(section)')
                """)
            let isUniform = Int.random(in: 0..<3, using: &random) == 0
            let common = size(&random)
            // Often ids follow the order; sometimes they do not.
            let isShuffled = Int.random(in: 0..<4, using: &random) == 0
            // Faults are likely with one item or none.
            let few = items.contains(0) || items.contains(1) ? Int.random(in: 0..<18, using: &random) : .max
            let count = few < 3 && items.contains(few) ? few : Int.random(in: items, using: &random)
            var ids = Array(item + 1..<item + 1 + count)
            if isShuffled { ids.shuffle(using: &random) }
            item += count
            let rows = ids.enumerated().map { index, id in
                let size = isUniform ? common : size(&random)
                return "(\(id), \(section + 1), \(Double(index + 1)), 'k\(id)', \(size.width), \(size.height), "
                    + "\(random.exactLength(in: -300...1500)), \(random.exactLength(in: -300...1500)), '{\"n\":\(id)}')"
            }
            if !rows.isEmpty {
                statements.append(
                    "INSERT INTO item (id, section_id, position, key, width, height, x, y, payload) VALUES "
                        + rows.joined(separator: ", "))
            }
        }
        return statements
    }
}
