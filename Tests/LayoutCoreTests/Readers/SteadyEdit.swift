import LayoutStoreTestSupport
import LayoutTestSupport

/// Draws changes of a data set that leave the number of items in each section and the sum of their
/// heights as they are.
///
/// So between any two transactions each section of a table of it begins at the same place and has the same indices. A
/// reader that sees half of a transaction, or parts of two preparations, finds something else.
struct SteadyEdit {
    struct Item {
        var id: Int
        var position: Double
        var height: Double
    }

    static let heights = 1.0...128.0

    /// How many items each section has.
    let itemsPerSection: Int
    /// The beginning of each section of a table, and the end of the last one.
    let sectionStarts: [Double]
    /// The statements that make the data set.
    let statements: [String]
    private var sections: [[Item]] = []
    private var nextID = 1
    private var random: SeededGenerator

    init(sections: Int, items: Int, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var statements = ["INSERT INTO dataset (id, name) VALUES (1, 'data')"]
        var starts = [0.0]
        for section in 0..<sections {
            // Section n has the id n + 1.
            statements.append("INSERT INTO section (id, dataset_id, position) VALUES (\(section + 1), 1, \(section))")
            var rows: [Item] = []
            for index in 0..<items {
                rows.append(Item(id: nextID, position: Double(index), height: random.exactLength(in: 16...64)))
                nextID += 1
                statements.append(
                    Self.insertion(of: rows[index], into: section, width: random.exactLength(in: 24...96)))
            }
            self.sections.append(rows)
            starts.append(rows.reduce(starts[section]) { $0 + $1.height })
        }
        itemsPerSection = items
        sectionStarts = starts
        self.statements = statements
    }

    /// The statements of the next transaction.
    mutating func next() -> [String] {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: evenOut(Int.random(in: sections.indices, using: &random))
        case 1..<18: shift()
        case 18..<34: replace(count: 1)
        default: replace(count: Int.random(in: 2...12, using: &random))
        }
    }

    /// Gives some of one item's height to another in its section.
    private mutating func shift() -> [String] {
        let section = Int.random(in: sections.indices, using: &random)
        let (from, to) = (draw(section), draw(section))
        var rows = sections[section]
        let most = min(rows[from].height - Self.heights.lowerBound, Self.heights.upperBound - rows[to].height)
        guard from != to, most > 0 else { return shift() }
        let part = random.exactLength(in: 0...most)
        rows[from].height -= part
        rows[to].height += part
        sections[section] = rows
        return [rows[from], rows[to]].map { "UPDATE item SET height = \($0.height) WHERE id = \($0.id)" }
    }

    /// Deletes items that follow one another, and inserts as many, as high, elsewhere in the section.
    private mutating func replace(count: Int) -> [String] {
        let section = Int.random(in: sections.indices, using: &random)
        let start = draw(section)
        let end = min(start + count, itemsPerSection)
        let old = sections[section][start..<end]
        var rows = sections[section]
        rows.removeSubrange(start..<end)
        let place = Int.random(in: 0...rows.count, using: &random)
        let low = place > 0 ? rows[place - 1].position : (rows.first?.position ?? 0) - 2
        let high = place < rows.count ? rows[place].position : low + 2
        let step = (high - low) / Double(old.count + 1)
        // Halved too often, the room between two positions is used up.
        guard step > 1e-6 else { return evenOut(section) }
        var new: [Item] = []
        for item in old {
            new.append(Item(id: nextID, position: low + step * Double(new.count + 1), height: item.height))
            nextID += 1
        }
        rows.insert(contentsOf: new, at: place)
        sections[section] = rows
        let gone = "DELETE FROM item WHERE id IN (\(old.map { "\($0.id)" }.joined(separator: ", ")))"
        return [gone] + new.map { Self.insertion(of: $0, into: section, width: random.exactLength(in: 24...96)) }
    }

    /// Renumbers a section's positions, by way of free ones.
    private mutating func evenOut(_ section: Int) -> [String] {
        for index in sections[section].indices { sections[section][index].position = Double(index) }
        return [
            """
            UPDATE item SET position = rank - 1e9 FROM
              (SELECT id AS ranked, row_number() OVER (ORDER BY position) - 1 AS rank FROM item
                WHERE section_id = \(section + 1))
            WHERE id = ranked
            """,
            "UPDATE item SET position = position + 1e9 WHERE section_id = \(section + 1)",
        ]
    }

    private static func insertion(of item: Item, into section: Int, width: Double) -> String {
        "INSERT INTO item (id, section_id, position, width, height) VALUES "
            + "(\(item.id), \(section + 1), \(item.position), \(width), \(item.height))"
    }

    private mutating func draw(_ section: Int) -> Int { Int.random(in: sections[section].indices, using: &random) }
}
