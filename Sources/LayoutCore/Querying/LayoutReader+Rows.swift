package import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension LayoutReader {
    /// Whether its items follow one another along the scroll axis, one to a row, in a content that ends.
    package var stacksRows: Bool {
        get throws {
            let (definition, plan) = try PlanMemory.plan(storedRecord.definition, in: storedRecord.container)
            return plan.traits.stacksItems && !definition.wraps
        }
    }

    /// The last item of the data set's last section, by its row id; nil if that has none.
    package func lastItem() throws -> Int64? {
        try connection.first(
            """
            SELECT coalesce(original_id, id) FROM item
            WHERE section_id = (SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position DESC LIMIT 1)
            ORDER BY position DESC LIMIT 1
            """, record.datasetID, as: Int64.self)
    }

    /// The length along the scroll axis that an item's size gives to its row; nil in a layout that has no such rows.
    package func rowLength(of size: LayoutSize, inSection index: Int) throws -> Double? {
        guard isPrepared, let sectionID = try firstBand(ofSection: index)?.band.sectionID,
            let measure = try SectionRecord.find(
                sectionID, datasetID: record.datasetID, index: index, measure: record.measure, in: connection)?.measure
        else { return nil }
        let (definition, plan) = try PlanMemory.plan(
            record.definition, in: record.container, sections: measure.definition.map { [$0] } ?? [])
        guard !definition.wraps else { return nil }
        let lengths = definition.measuredLengths
        return plan.rowLength(
            of: ItemMeasure(
                width: lengths.width ? size.width : .nan, height: lengths.height ? size.height : .nan), in: measure)
    }
}
