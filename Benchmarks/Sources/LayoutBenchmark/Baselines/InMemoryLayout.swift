internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// An app without a stored layout: reads all sizes at launch, and computes a table's frames into one array.
enum InMemoryLayout {
    /// The heights of each section's items.
    static func readItems(storePath: String) throws -> [ContiguousArray<Double>] {
        let connection = try Connection(path: storePath, mode: .readOnly)
        defer { connection.close() }
        var sections: [ContiguousArray<Double>] = []
        var last: Int64?
        try connection.forEachRow(
            """
            SELECT i.section_id, i.height FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
            ORDER BY s.dataset_id, s.position, s.id, i.position
            """
        ) { row in
            if last != row.int64(0) {
                sections.append([])
                last = row.int64(0)
            }
            sections[sections.count - 1].append(row.doubleOrNaN(1))
        }
        return sections
    }

    /// The frames of a table with headers of 30 points.
    static func layOut(_ sections: [ContiguousArray<Double>]) -> ContiguousArray<LayoutRect> {
        var frames = ContiguousArray<LayoutRect>()
        frames.reserveCapacity(sections.reduce(0) { $0 + $1.count + 1 })
        var y = 0.0
        for heights in sections {
            frames.append(LayoutRect(x: 0, y: y, width: 390, height: 30))
            y += 30
            for height in heights {
                let known = height.isNaN ? 44 : height
                frames.append(LayoutRect(x: 0, y: y, width: 390, height: known))
                y += known
            }
        }
        return frames
    }
}
