internal import LayoutEngine
internal import LayoutSQLite

/// Marks the bands of all layouts of a data set with the changes in its outline, and brings the outline up to date.
///
/// Here one mark of a trigger becomes a mark for each layout. So a change costs the same for one layout and for twenty,
/// and this costs what was marked.
struct ChangeDistribution {
    let connection: Connection
    let datasetID: Int64
    let outline: Outline
    let preparations: [PreparationRecord]

    init(_ connection: Connection, datasetID: Int64, limits: BandLimits) throws {
        self.connection = connection
        self.datasetID = datasetID
        outline = Outline(connection: connection, limits: limits)
        preparations = try PreparationRecord.all(in: connection).filter {
            $0.datasetID == datasetID && $0.isOutlined && !$0.isReplaced
        }
    }

    /// If items came or went in most runs of a data set, has its layouts laid out as new ones. To mend most of their
    /// bands takes longer.
    static func replaceMostlyChanged(_ datasetID: Int64, in connection: Connection) throws {
        let changed = try connection.first(
            """
            SELECT count(*) FROM lc_run AS r INDEXED BY lc_run_changed CROSS JOIN section AS s ON s.id = r.section_id
            WHERE r.changes > 0 AND r.item_count IS NULL AND s.dataset_id = ?1
            """, datasetID, as: Int.self)
        // A small change is not worth counting all runs.
        guard let changed, changed >= 64 else { return }
        try connection.run(
            """
            UPDATE lc_preparation SET is_replaced = 1 WHERE dataset_id = ?1 AND is_outlined AND NOT is_replaced
              AND (SELECT count(*) FROM section AS s CROSS JOIN lc_run AS r ON r.section_id = s.id
                   WHERE s.dataset_id = ?1) < 2 * ?2
            """, datasetID, changed)
    }

    /// Does some of it; returns whether nothing is left.
    func run(_ budget: SliceBudget) throws -> Bool {
        try handOnPlaneMarks()
        var counted = 0
        // Of the layouts in which anything is collapsed.
        var folds: [StoredFolds]?
        while true {
            let most = 64
            let runs = try outline.changedRuns(ofDataset: datasetID, limit: most)
            // The positions between which runs were counted again, by section.
            var recounted: [Int64: ClosedRange<Double>] = [:]
            for run in runs where counted < SliceBudget.countLimit {
                for preparation in preparations { try mark(run, in: preparation) }
                if run.isRestructured || run.isOfSection {
                    let all = preparations.map { StoredFolds(connection: connection, preparationID: $0.id) }
                    let needed = try folds ?? all.filter { try $0.isNeeded }
                    folds = needed
                    // The places at which other items may be hidden now.
                    let everywhere = StoredFolds.everywhere
                    let end = run.position ?? min(run.nextPosition, everywhere.upperBound.nextDown)
                    let places = run.isOfSection ? everywhere : (run.position ?? run.firstPosition)...end
                    for fold in needed { try fold.insert(ofSection: run.sectionID, places) }
                }
                counted += try outline.recut(run, limit: SliceBudget.countLimit)
                guard run.isRestructured else { continue }
                let known = recounted[run.sectionID] ?? run.firstPosition...run.firstPosition
                recounted[run.sectionID] =
                    min(known.lowerBound, run.firstPosition)...max(known.upperBound, run.firstPosition)
            }
            for (section, positions) in recounted { try outline.gatherChapters(ofSection: section, in: positions) }
            if counted >= SliceBudget.countLimit { return false }
            if runs.count < most { break }
            if budget.isSpent(elements: 0) { return false }
        }
        while true {
            // Those whose headers, footers or insets changed, in their rows or in a measure.
            let sections = try connection.rows(
                "SELECT DISTINCT nullif(owner, 0), id FROM lc_section_mark WHERE kind = 'resized' LIMIT 64"
            ) { (measure: $0.isNull(0) ? nil : $0.stringOrEmpty(0), id: $0.int64(1)) }
            for sectionID in Set(sections.map(\.id)) { try markResized(sectionID) }
            for section in sections {
                try connection.takeAway(
                    from: "lc_section_mark",
                    "DELETE FROM lc_section_mark WHERE kind = 'resized' AND owner = coalesce(?1, 0) AND id = ?2",
                    section.measure, section.id)
            }
            let marks = try markMeasured()
            if sections.isEmpty, marks == 0 { return true }
            if budget.isSpent(elements: 0) { return false }
        }
    }

    /// Marks what other sizes of some items in a measure change; returns how many items that are.
    private func markMeasured() throws -> Int {
        let marks =
            try connection.first("SELECT count(*) FROM (SELECT 1 FROM lc_measured LIMIT 256)", as: Int.self) ?? 0
        guard marks > 0 else { return 0 }
        // Layouts of other data sets than this one are marked as well.
        let measuring = try PreparationRecord.all(in: connection).filter { $0.isOutlined && $0.measure != nil }
        // With the items that stand for others.
        let places = try connection.rows(
            """
            SELECT m.measure, m.item_id, i.section_id, i.position FROM (SELECT * FROM lc_measured LIMIT ?1) AS m
            CROSS JOIN item AS i ON i.id = m.item_id OR i.original_id = m.item_id
            """, marks
        ) { (measure: $0.stringOrEmpty(0), itemID: $0.int64(1), sectionID: $0.int64(2), position: $0.double(3)) }
        for place in places {
            for preparation in measuring where preparation.measure == place.measure {
                // If a section's items stand for others, it is laid out as a whole.
                if preparation.traits.isFree, try !outline.standsForOthers(place.sectionID) {
                    try connection.run(
                        """
                        INSERT INTO lc_moved (preparation_id, section_id, item_id, x, y, is_reordered)
                        SELECT ?1, ?2, id, coalesce(x, 0.0), coalesce(y, 0.0), 0 FROM item WHERE id = ?3
                        ON CONFLICT (preparation_id, item_id, section_id) DO NOTHING
                        """, preparation.id, place.sectionID, place.itemID)
                } else {
                    let position = place.position
                    try mark(
                        Outline.ChangedRun(
                            sectionID: place.sectionID, firstPosition: position, nextPosition: position.nextUp,
                            position: position, isOfSection: false, itemCount: 1), in: preparation)
                }
            }
        }
        try connection.takeAway(
            marks, from: "lc_measured",
            """
            DELETE FROM lc_measured WHERE (measure, item_id) IN (SELECT measure, item_id FROM lc_measured LIMIT ?1)
            """, marks)
        return marks
    }

    /// Marks the bands that other headers, footers or insets of a section change.
    private func markResized(_ sectionID: Int64) throws {
        let preparations = try connection.rows(
            "SELECT DISTINCT preparation_id, is_whole FROM lc_resized WHERE section_id = ?1", sectionID
        ) { (id: $0.int64(0), isWhole: $0.bool(1)) }
        for preparation in preparations {
            let bands = Bands(connection, preparation.id)
            let last = try bands.last(ofSection: sectionID)?.firstPosition ?? Outline.beginning
            try bands.markStale(ofSection: sectionID, onlyEndsTo: preparation.isWhole ? nil : last)
        }
    }

    /// Marks the bands that a changed run touches, and has those counted in which items came or went, before anything
    /// is laid out next.
    private func mark(_ run: Outline.ChangedRun, in preparation: PreparationRecord) throws {
        let (bands, isFree) = (Bands(connection, preparation.id), preparation.traits.isFree)
        // On a canvas it is marked one by one what changed, except of items that stand for others.
        if try run.isOfSection || isFree && outline.standsForOthers(run.sectionID) {
            try bands.markStale(ofSection: run.sectionID)
        }
        let isOfBands = !run.isOfSection && !isFree
        guard isOfBands || run.isRestructured else { return }
        var band = try bands.holding(run.position ?? run.firstPosition, ofSection: run.sectionID)
        // Its first item may be another now, or of another size, and fit into the last line before it, or not any more.
        // Looked up only if there is a band before.
        if isOfBands, let band, !band.beginsSection,
            try run.position.map({ try !outline.hasItems(run.sectionID, band.firstPosition..<$0) }) ?? true,
            let before = try bands.preceding(band.firstPosition, ofSection: run.sectionID), !before.isEstimated
        {
            try mark(before, at: before.firstPosition..<band.firstPosition, bands)
        }
        while let current = band {
            if isOfBands { try mark(current, at: run.firstPosition..<run.nextPosition, bands) }
            // The bands of a canvas go by place: they are counted when they are laid out.
            if run.isRestructured, current.isEstimated || !isFree { try bands.markMiscounted(current.id) }
            guard run.position == nil else { return }
            band = try bands.following(current.firstPosition, ofSection: run.sectionID)
            if let next = band, next.firstPosition >= run.nextPosition { return }
        }
    }

    private func mark(_ band: BandRecord, at positions: Range<Double>, _ bands: Bands) throws {
        if band.orthogonal != 0 {
            try bands.markStale(band, at: positions)
        } else if !band.isStale || band.isProvisional {
            try bands.markStale(band.id)
        } else if band.isEstimated {
            try bands.forgetLine(band.id)
        }
    }

    /// An item of a canvas that changed: a row of `lc_moved`, and what the item is now.
    struct PlaneMark {
        var id: Int64
        var sectionID: Int64
        var itemID: Int64
        /// The origin of its cell before; nil: it was not in the section.
        var origin: LayoutPoint?
        /// Whether it came, went or changed its position.
        var isReordered: Bool
        /// Its position; nil: it is not in the section any more.
        var position: Double?
        var measure: ItemMeasure

        /// The marks for a canvas, first the ones that concern the order.
        static func all(_ context: PreparationContext) throws -> [PlaneMark] {
            try context.connection.rows(
                """
                SELECT n.id, n.section_id, n.item_id, n.x, n.y, n.is_reordered, i.position,
                  coalesce(m.width, i.width), coalesce(m.height, i.height), i.x, i.y
                FROM lc_moved AS n LEFT JOIN item AS i ON i.id = n.item_id AND i.section_id = n.section_id
                LEFT JOIN measurement AS m ON m.item_id = i.id AND m.measure = ?2
                WHERE n.preparation_id = ?1 ORDER BY n.is_reordered DESC, n.id
                """,
                context.preparationID, context.measure
            ) { row in
                PlaneMark(
                    id: row.int64(0), sectionID: row.int64(1), itemID: row.int64(2),
                    origin: row.isNull(3) ? nil : LayoutPoint(x: row.double(3), y: row.double(4)),
                    isReordered: row.bool(5), position: row.isNull(6) ? nil : row.double(6),
                    measure: ItemMeasure(
                        width: row.doubleOrNaN(7), height: row.doubleOrNaN(8), x: row.doubleOrNaN(9),
                        y: row.doubleOrNaN(10)))
            }
        }
    }
}

/// Hands the marks of triggers on to each canvas of a data set.
///
/// Without one the marks go: they came for a canvas that was removed. One that is made next needs none of them.
extension ChangeDistribution {
    /// The number of marks beyond which a canvas that was not brought up to date for so long is laid out afresh.
    private static let crowd = 4096

    func handOnPlaneMarks() throws {
        guard try connection.has("SELECT 1 FROM lc_moved WHERE preparation_id <= 0 LIMIT 1") else { return }
        try connection.execute(
            "DELETE FROM lc_moved WHERE preparation_id <= 0 AND section_id NOT IN (SELECT id FROM section)")
        for preparation in preparations where preparation.traits.isFree {
            try connection.run(
                """
                INSERT INTO lc_moved (preparation_id, section_id, item_id, x, y, is_reordered)
                SELECT ?1, m.section_id, m.item_id, m.x, m.y, m.is_reordered
                FROM lc_moved AS m CROSS JOIN section AS s ON s.id = m.section_id
                WHERE m.preparation_id = 0 AND s.dataset_id = ?2
                ON CONFLICT (preparation_id, item_id, section_id) DO UPDATE SET is_reordered = 1
                WHERE is_reordered < excluded.is_reordered
                """,
                preparation.id, datasetID)
            // Sections in which triggers stopped noting moved items one by one, and those with too many marks.
            let crowded = try connection.rows(
                """
                SELECT m.section_id FROM lc_moved AS m CROSS JOIN section AS s ON s.id = m.section_id
                WHERE m.preparation_id = -1 AND s.dataset_id = ?2
                UNION SELECT section_id FROM lc_moved WHERE preparation_id = ?1
                  AND (SELECT count(*) FROM lc_moved WHERE preparation_id = ?1) > ?3
                """, preparation.id, datasetID, Self.crowd
            ) { $0.int64(0) }
            for section in crowded {
                try Bands(connection, preparation.id).markStale(ofSection: section)
                try connection.run(
                    "DELETE FROM lc_moved WHERE preparation_id = ?1 AND section_id = ?2", preparation.id, section)
            }
        }
        try connection.run(
            """
            DELETE FROM lc_moved WHERE preparation_id <= 0
              AND section_id IN (SELECT id FROM section WHERE dataset_id = ?1)
            """,
            datasetID)
    }
}
