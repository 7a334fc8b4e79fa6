internal import LayoutSQLite

/// Bands that were never laid out, on their way into the table, one array per column. An outline of many sections is
/// written while a caller waits.
struct EstimatedBandBatch {
    let preparationID: Int64
    private var slots: ContiguousArray<Int64> = []
    private var ids: ContiguousArray<Int64> = []
    private var sections: ContiguousArray<Int64> = []
    private var beginsSection: ContiguousArray<Int64> = []
    private var positions: ContiguousArray<Double> = []
    private var lengths: ContiguousArray<Double> = []
    private var itemCounts: ContiguousArray<Int64> = []

    init(preparationID: Int64) { self.preparationID = preparationID }

    /// Whether a band can be written in a batch: the least of all ids stands for NULL there.
    static func canHold(_ band: EstimatedBand) -> Bool { band.sectionID != ColumnBatch.nullInteger }

    /// Adds a band with only the number of its items known.
    mutating func append(_ band: EstimatedBand, id: Int64, slot: Int) {
        slots.append(Int64(slot))
        ids.append(id)
        sections.append(band.sectionID)
        beginsSection.append(band.beginsSection ? 1 : 0)
        positions.append(band.firstPosition)
        lengths.append(band.length)
        itemCounts.append(Int64(band.itemCount))
    }

    /// Writes the bands, and empties the batch.
    mutating func insert(on connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO lc_band (preparation_id, slot, id, section_id, begins_section, ends_content, first_position,
              is_stale, is_estimated, length, item_count, cell_count, element_count, orthogonal,
              cross_length, overhang_before, overhang_after)
            SELECT ?2, c0, c1, c2, c3, 0, c4, 1, 1, c5, c6, 0, 0, 0, 0.0, 0.0, 0.0 FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: slots.count,
                columns: [
                    .integers(slots), .integers(ids), .integers(sections), .integers(beginsSection),
                    .doubles(positions), .doubles(lengths), .integers(itemCounts),
                ]),
            preparationID)
        slots.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        sections.removeAll(keepingCapacity: true)
        beginsSection.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        itemCounts.removeAll(keepingCapacity: true)
    }
}
