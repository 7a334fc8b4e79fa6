internal import LayoutEngine
internal import LayoutSQLite

/// What a layout's rows in `layout` and `lc_preparation` say: the same for all reads until somebody
/// changes the file.
final class LayoutFacts: Sendable {
    let preparationID: Int64
    let definitionText: String
    let container: LayoutSize
    let axis: LayoutAxis
    let isMirrored: Bool
    let isFree: Bool
    let sectionSpacing: Double
    let crossLength: Double?
    let wraps: Bool
    let wrapSpacing: Double
    let frozen: (along: Double, cross: Double)
    let pins: (start: Double, end: Double)
    let zIndexStride: Int
    let slotCount: Int
    let isComplete: Bool
    let isRestructured: Bool
    /// Whether the layout's definition or container is another than what was prepared.
    let isRedefined: Bool
    let hasStaleBands: Bool
    let sums: CachedSums

    /// - Throws: ``LayoutStoreError`` `notFound`.
    init(_ name: String, in connection: Connection, cache: SumCache?) throws {
        let row = try connection.cached(
            """
            SELECT p.id, l.definition, l.container_width, l.container_height, p.axis, p.is_mirrored, p.is_free, p.section_spacing,
              p.cross_length, p.wraps, p.wrap_spacing, p.frozen_along, p.frozen_cross, p.pin_start, p.pin_end, p.z_stride,
              p.slot_count, p.is_complete, p.is_restructured, p.revision,
              p.definition IS NOT l.definition OR p.container_width IS NOT l.container_width
                OR p.container_height IS NOT l.container_height OR p.dataset_id IS NOT l.dataset_id,
              EXISTS (SELECT 1 FROM lc_stale AS t CROSS JOIN lc_band AS b ON b.id = t.band_id WHERE b.preparation_id = p.id)
            FROM layout AS l LEFT JOIN lc_preparation AS p ON p.id = l.preparation_id WHERE l.name = ?1
            """
        )
        row.bind(name, at: 1)
        defer { row.rewind() }
        guard try row.step() else { throw LayoutStoreError.noLayout(name, known: try connection.layoutNames()) }
        preparationID = row.int64(0)
        definitionText = row.stringOrEmpty(1)
        container = LayoutSize(width: row.double(2), height: row.double(3))
        axis = row.int(4) == 0 ? .vertical : .horizontal
        isMirrored = row.bool(5)
        isFree = row.bool(6)
        sectionSpacing = row.double(7)
        crossLength = row.isNull(8) ? nil : row.double(8)
        wraps = row.bool(9)
        wrapSpacing = row.double(10)
        frozen = (row.double(11), row.double(12))
        pins = (row.double(13), row.double(14))
        zIndexStride = row.int(15)
        slotCount = row.int(16)
        isComplete = row.bool(17)
        isRestructured = row.bool(18)
        let revision = row.int(19)
        isRedefined = row.bool(20)
        hasStaleBands = row.bool(21)
        sums = cache?.sums(of: preparationID, revision: revision) ?? CachedSums(revision: revision)
    }
}
