internal import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// Collapses sections to their headers.
    ///
    /// Items, footers and backgrounds of a collapsed section are hidden, and have no index path; its header stays, and
    /// still pins. Other layouts of the data set show all of it. The layout is stale until it is prepared, which lays
    /// nothing out again but the headers. The table `collapsed` holds the sections.
    ///
    /// - Parameter sections: 0-based indices. A section that is collapsed already stays so.
    /// - Throws: ``LayoutError`` `notFound` for a layout or a section that does not exist; then none is collapsed.
    ///   `invalidArgument` for a canvas.
    /// - Complexity: O(sections of the data set).
    public func collapse(sections: [Int]) throws {
        try fold(sections) { connection, sectionID in
            try connection.run(
                "INSERT INTO collapsed (layout, section_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING", name, sectionID)
        }
    }

    /// Expands sections, which show their items again.
    ///
    /// - Parameter sections: 0-based indices. A section that is not collapsed stays as it is.
    /// - Throws: ``LayoutError`` `notFound` for a layout or a section that does not exist; then none is expanded.
    /// - Complexity: O(sections of the data set).
    public func expand(sections: [Int]) throws {
        try fold(sections) { connection, sectionID in
            try connection.run("DELETE FROM collapsed WHERE layout = ?1 AND section_id = ?2", name, sectionID)
        }
    }

    private func fold(_ sections: [Int], _ change: (Connection, _ sectionID: Int64) throws -> Void) throws {
        try store.pool.write { connection in
            let record = try LayoutRecord.find(name, in: connection)
            guard try !PlanMemory.plan(record.definition, in: record.container).plan.traits.isFree else {
                throw LayoutError(
                    .invalidArgument, "the sections of “\(name)” cannot be collapsed: it is a canvas",
                    advice: "Use another kind of layout.")
            }
            var ids: [Int64] = []
            try connection.forEachRow(
                "SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position", record.datasetID
            ) { ids.append($0.int64(0)) }
            for section in sections where !ids.indices.contains(section) {
                throw LayoutError(.notFound, "the layout “\(name)” has no section \(section)")
            }
            for section in sections { try change(connection, ids[section]) }
        }
    }
}
