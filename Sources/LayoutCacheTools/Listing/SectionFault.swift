package import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// Why what a section overrides of a layout's definition cannot be used: it is laid out as if it overrode nothing.
package struct SectionFault: Sendable, Hashable {
    package var layout: String
    /// The 0-based index of the section.
    package var section: Int
    /// The JSON path of the fault in the section's definition.
    package var path: String
    package var message: String
}

extension LayoutStore {
    /// Returns the faults of what sections override of a layout's definition, in the order of the sections.
    ///
    /// - Throws: ``LayoutError`` `notFound`; of the file: see ``LayoutStore``.
    /// - Complexity: O(sections that override something).
    package func sectionFaults(ofLayout name: String) throws -> [SectionFault] {
        try pool.read { connection in
            let layout = try LayoutRecord.find(name, in: connection)
            guard let definition = try? LayoutDefinition(json: layout.definition) else { return [] }
            var faults: [SectionFault] = []
            var known: [String: LayoutError?] = [:]
            try connection.forEachRow(
                """
                SELECT s.definition, (SELECT count(*) FROM section AS e
                                      WHERE e.dataset_id = s.dataset_id AND e.position < s.position)
                FROM section AS s WHERE s.dataset_id = ?1 AND s.definition IS NOT NULL ORDER BY s.position
                """,
                layout.datasetID
            ) { row in
                let text = row.stringOrEmpty(0)
                let fault = known[text] ?? definition.fault(ofSectionDefinition: text, in: layout.container)
                known[text] = fault
                guard let fault else { return }
                faults.append(
                    SectionFault(layout: name, section: row.int(1), path: fault.path ?? "$", message: fault.message))
            }
            return faults
        }
    }
}
