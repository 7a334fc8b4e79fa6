package import LayoutCore

extension TestStore {
    package static let tableDefinition = "{\"layout\":\"table\"}"
    package static let tableContainer = LayoutSize(width: 300, height: 400)

    /// A store with one section of items, 30 by 20 points, and a layout “wall” that is a table, not prepared.
    ///
    /// Item 1 has the key “k0”, and so on.
    package static func ofTable(items count: Int = 60) throws -> TestStore {
        try ofOneSection(
            items: count, width: "30", height: "20", definition: tableDefinition, container: tableContainer)
    }

    /// A store with one section of items, and a layout “wall”, not prepared; the same ids and keys.
    ///
    /// - Parameters:
    ///   - width: SQL for the width of item i, from 0; no width if it is nil. So is the height.
    package static func ofOneSection(
        items count: Int, width: String = "NULL", height: String = "NULL", definition: String = tableDefinition,
        container: LayoutSize = LayoutSize(width: 320, height: 480), limits: BandLimits = tinyLimits
    ) throws -> TestStore {
        let test = try TestStore(limits: limits)
        try test.fill(
            0...(count - 1), "id, section_id, position, key, width, height",
            "i + 1, 1, i, 'k' || i, \(width), \(height)")
        try test.store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: definition), container: container)
        return test
    }

    /// A store with two sections, of three items and of one, and a layout “wall” that is a table, not prepared.
    package static func ofTwoSections() throws -> TestStore {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            """
            INSERT INTO section (id, dataset_id, position, title)
            VALUES (1, 1, 0, 'section 0'), (2, 1, 1, 'section 1')
            """,
            """
            INSERT INTO item (section_id, position, key, height)
            VALUES (1, 1, 'k0', 10), (1, 2, 'k1', 20), (1, 3, 'k2', 30), (2, 1, 'k3', 40)
            """)
        try test.store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: tableDefinition), container: tableContainer)
        return test
    }

    /// Makes the data set “data” with sections 1 and on, and an item for each number.
    ///
    /// - Parameters:
    ///   - columns: Columns of `item`.
    ///   - values: SQL for their values, in which the number is `i`.
    package func fill(_ numbers: ClosedRange<Int>, sections: Int = 1, _ columns: String, _ values: String) throws {
        try execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(sections))
            INSERT INTO section (id, dataset_id, position) SELECT i, 1, i - 1 FROM n
            """,
            """
            WITH RECURSIVE n(i) AS (
              SELECT \(numbers.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i < \(numbers.upperBound))
            INSERT INTO item (\(columns)) SELECT \(values) FROM n
            """)
    }
}
