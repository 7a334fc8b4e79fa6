internal import LayoutSQLite
internal import LayoutSchema

/// The length that the header or footer of a section prefers.
package struct BarSize: Sendable, Hashable {
    var sectionID: Int64
    /// `header` or `footer`.
    var kind: String
    /// The measure of the layout in which it was measured; nil for the section's own lengths.
    var measure: String?
    /// In points; nil for what the layout does not take.
    var width: Double?
    var height: Double?

    package init(sectionID: Int64, kind: String, measure: String?, width: Double?, height: Double?) {
        (self.sectionID, self.kind, self.measure) = (sectionID, kind, measure)
        (self.width, self.height) = (width, height)
    }
}

extension StoredLayout {
    /// Stores the lengths that headers and footers prefer, if they may change: in their sections' rows, or in the rows
    /// of a measure.
    ///
    /// - Returns: the revisions of the data set before and after that.
    package func resize(_ bars: [BarSize]) async throws -> DataRevisions {
        try await store.pool.write { connection in
            let revisions = DataRevisions()
            try revisions.noteBefore(name, on: connection)
            let rule = try SelfSizedLengths(LayoutRecord.find(name, in: connection))
            for var bar in bars {
                let allowed = try rule.lengths(ofBar: bar.kind, inSection: bar.sectionID, in: connection)
                if !allowed.width { bar.width = nil }
                if !allowed.height { bar.height = nil }
                if bar.width == nil, bar.height == nil { continue }
                let (width, height) = ("\(bar.kind)_width", "\(bar.kind)_height")
                let lengths = "\(width) = coalesce(?2, \(width)), \(height) = coalesce(?3, \(height))"
                if let measure = bar.measure {
                    // The section may be gone since.
                    try connection.run(
                        """
                        INSERT INTO section_measurement (measure, section_id, \(width), \(height))
                        SELECT ?4, id, ?2, ?3 FROM section WHERE id = ?1
                        ON CONFLICT (section_id, measure) DO UPDATE SET \(lengths)
                        """, bar.sectionID, bar.width, bar.height, measure)
                } else {
                    try connection.run(
                        """
                        UPDATE section SET \(lengths), measured_\(width) = coalesce(?2, measured_\(width)),
                          measured_\(height) = coalesce(?3, measured_\(height)) WHERE id = ?1
                        """, bar.sectionID, bar.width, bar.height)
                }
            }
            try revisions.noteAfter(name, on: connection)
            return revisions
        }
    }
}
