internal import LayoutMigrations
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// Looks for what is wrong in a store, within one snapshot.
struct Verification {
    let connection: Connection
    /// Whether to solve every band again.
    let deep: Bool
    /// Called now and then; an error that it throws ends the verification.
    let reportProgress: (LayoutProgress) throws -> Void
    var tally = VerificationReport.ProblemTally()
    var found = VerificationReport()
    /// How many bands were compared; each counts as many times as long as that takes.
    var comparedBands = 0
    /// How many there are, counted in the same way.
    var bandCount = 0

    /// Solving a band takes about this many times as long as comparing its rows with its blocks.
    private static let solvingWeight = 3

    mutating func run() throws {
        defer { (found.problems, found.isWhole) = (tally.lines, tally.isEmpty) }
        try reportProgress(LayoutProgress(.checkingFile, fraction: 0))
        try checkFile()
        // Damaged pages make every further question fail, and a view in the place of a table might never end.
        guard tally.isEmpty else { return }
        try checkSchema()
        guard tally.isEmpty else { return }
        try reportingDamage { try $0.checkUserTables() }
        try reportingDamage { try $0.checkDefinitions() }
        try reportingDamage { try $0.checkFollowers() }
        // Preparations that no reader sees any more may be half removed.
        var preparations: [PreparationRecord] = []
        try reportingDamage { preparations = try PreparationRecord.all(in: $0.connection) }
        for preparation in preparations {
            bandCount += try Bands(connection, preparation.id).count * (deep ? 1 + Self.solvingWeight : 1)
        }
        try advance(bands: 0)
        for preparation in preparations {
            try reportingDamage { try $0.checkConstants(preparation) }
            try reportingDamage { try $0.checkSums(preparation) }
            try reportingDamage { try $0.checkBands(preparation) }
            if preparation.isReplaced { continue }
            guard preparation.isOutlined else {
                // None of its bands is solved again.
                if deep { report(uncompared: try Bands(connection, preparation.id).count, preparation) }
                continue
            }
            // The mark alone does not prove it: if it is wrong, the next preparation removes it and lays nothing out
            // again.
            let hasOtherSections = try preparation.isRestructured && holdsOtherSections(preparation)
            if !hasOtherSections {
                try reportingDamage { try $0.checkCounts(preparation) }
                try reportingDamage { try $0.checkOrder(preparation) }
                if deep { try reportingDamage { try $0.checkBranches(preparation) } }
            }
            if deep { try reportingDamage { try $0.checkSolving(preparation, hasOtherSections: hasOtherSections) } }
        }
        try checkTables()
    }

    /// Reports damage that ends one check as a problem, and continues with the next checks.
    private mutating func reportingDamage(_ check: (inout Verification) throws -> Void) throws {
        do {
            try check(&self)
        } catch {
            guard let explained = LayoutError(explaining: error), explained.code == .corrupt else { throw error }
            report(explained.message)
        }
    }

    mutating func advance(bands: Int, solved: Bool = false) throws {
        comparedBands += bands * (solved ? Self.solvingWeight : 1)
        // SQLite's own check comes first, and does not report how far it is. Its share was measured with a million
        // items in one table.
        let fileShare = deep ? 0.45 : 0.7
        let share = min(1, Double(comparedBands) / Double(max(1, bandCount)))
        try reportProgress(LayoutProgress(.checkingLayouts, fraction: fileShare + (1 - fileShare) * share))
    }

    mutating func report(_ problem: String) { tally.add(problem) }

    /// Reports what is wrong in the user's own rows, and how to mend it.
    mutating func report(mistake message: String, remedy: String, layout: String? = nil) {
        found.mistakes.append(VerificationReport.Mistake(message: message, remedy: remedy, layout: layout))
    }

    /// Reports how many bands of a preparation a deep verification could not compare.
    mutating func report(uncompared bands: Int, _ preparation: PreparationRecord) {
        guard bands > 0 else { return }
        found.uncomparedBands += bands
        found.notes.append(
            "preparation \(preparation.id): "
                + ReadableNumber.counted(bands, "stale band was skipped", "stale bands were skipped")
                + ": prepare the layout and verify once more")
    }

    /// Adds a problem for each row of a query whose first column is text.
    mutating func report<each Argument: Bindable>(
        _ prefix: String = "", rowsOf sql: String, _ arguments: repeat each Argument
    ) throws {
        try connection.forEachRow(sql, repeat each arguments) { report(prefix + $0.stringOrEmpty(0)) }
    }

    // MARK: SQLite's own

    private mutating func checkFile() throws {
        if connection.path != nil {
            let repair = try HeaderRepair(connection, mark: VerificationReport.StoreHeader.mark)
            for flaw in repair.flaws { report("header: \(flaw)") }
        }
        do {
            try connection.checking { [reportProgress] in
                try reportProgress(LayoutProgress(.checkingFile, fraction: 0))
            } while: {
                try checkIntegrity()
                found.allowsRepairInPlace = tally.isEmpty
                // The pragma does not look inside an R*Tree before SQLite 3.44. A view in the place of one of its
                // tables might never end, and is found with the schema.
                let tables = ["lc_rtree"] + SchemaInspection.shadows
                if tally.isEmpty, try tables.allSatisfy({ try DerivedSchema.has(.table, $0, in: connection) }),
                    let answer = try connection.first("SELECT rtreecheck('lc_rtree')", as: String.self), answer != "ok"
                {
                    for line in answer.split(separator: "\n") { report("rtreecheck: \(line)") }
                }
            }
        } catch let error as SQLiteError where error.code.primary == .corrupt || error.code.primary == .error {
            report("the file cannot be read to its end: \(error.message)")
        }
    }

    /// Lets SQLite check its structures. Indexes that call a function of another program cannot be checked.
    private mutating func checkIntegrity() throws {
        do {
            return try checkIntegrity(of: nil)
        } catch let error as SQLiteError where error.isOfMissingFunction {}
        let tables = try connection.names(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name")
        for table in tables {
            do {
                try checkIntegrity(of: table)
            } catch let error as SQLiteError where error.isOfMissingFunction {
                found.notes.append("the table \(table) cannot be checked by SQLite: \(error.message)")
            }
        }
    }

    private mutating func checkIntegrity(of table: String?) throws {
        let argument = try table.map { "(\(try Statement.quoted($0)))" } ?? ""
        try connection.forEachRow("PRAGMA integrity_check\(argument)") { row in
            let answer = row.stringOrEmpty(0)
            if let failure = Self.failure(in: answer, path: connection.path) { throw failure }
            if answer != "ok" { report("integrity_check: \(answer)") }
        }
    }

    /// A failure of the disk, or want of memory, that `integrity_check` reports as if a page were damaged:
    /// “unable to get the page. error code=266”. Of a chain of overflow pages, whose numbers were checked before, it is
    /// “failed to get page 58”, without the code.
    private static func failure(in answer: String, path: String?) -> SQLiteError? {
        let code = answer.firstRange(of: "error code=").map { range in
            ResultCode(rawValue: Int32(answer[range.upperBound...].prefix { $0.isASCII && $0.isNumber }) ?? 0)
        }
        if answer.contains("failed to get page ") || code?.primary == .inputOutput {
            return SQLiteError(code: .inputOutputRead, message: "a page could not be read", path: path)
        }
        guard code?.primary == .outOfMemory else { return nil }
        return SQLiteError(code: .outOfMemory, message: "out of memory", path: path)
    }

    /// Compares every table, view, trigger and index with what the migrations make.
    ///
    /// The user's tables may have more columns, which may stand in any order, and renaming rewrites their text. Of
    /// these it is their own columns that count, with their types and what they refuse.
    private mutating func checkSchema() throws {
        let inspection = try SchemaInspection(connection)
        for problem in inspection.problems { report("schema: \(problem)") }
        found.notes += inspection.notes
        if inspection.hasLostDeclarations { found.allowsRepairInPlace = false }
        found.mistakes += try VerificationReport.lostShapes(in: connection)
        guard tally.isEmpty else { return }
        try reportingDamage {
            guard case .outdated = try DerivedSchema.state(of: $0.connection) else { return }
            $0.report("schema: lc_schema names texts other than this version's")
        }
    }

    // MARK: The user's tables

    private mutating func checkUserTables() throws {
        // Asked again where the answer is bad: json_valid also answers 0 when memory is short for a moment.
        let count = try payloadsThatAreNotJSON() > 0 ? payloadsThatAreNotJSON() : 0
        if count > 0 {
            report(
                mistake: "data set: "
                    + ReadableNumber.counted(
                        count, "item has a payload that is not JSON", "items have a payload that is not JSON"),
                remedy: "UPDATE item SET payload = json_quote(payload) WHERE NOT json_valid(payload)")
        }
        try checkKeys()
    }

    /// Reports keys that a shell gave to more than one item of a data set. They are looked for in the index alone.
    private mutating func checkKeys() throws {
        let keys = try connection.firstRow(
            """
            WITH same (key) AS (SELECT key FROM item WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1),
            found (key) AS (
              SELECT i.key FROM same AS k CROSS JOIN item AS i ON i.key = k.key
              CROSS JOIN section AS s ON s.id = i.section_id GROUP BY i.key, s.dataset_id HAVING count(*) > 1)
            SELECT count(*), min(key) FROM found
            """
        ) { (count: $0.int(0), first: $0.stringOrEmpty(1)) }
        guard let keys, keys.count > 0 else { return }
        report(
            mistake: "data set: " + ReadableNumber.counted(keys.count, "key names", "keys name")
                + " more than one item, such as “\(keys.first)”; the first id is found",
            remedy: "UPDATE item SET key = NULL WHERE id = …")
    }

    private func payloadsThatAreNotJSON() throws -> Int {
        try connection.first(
            "SELECT count(*) FROM item WHERE payload IS NOT NULL AND NOT json_valid(payload)", as: Int.self) ?? 0
    }

    /// Checks that the bands of each section count as many items as the data set has. Also checks that a band which is
    /// not stale has a cell for each item, and that a section lacks none of its elements.
    ///
    /// On a canvas, whose bands go by place, a section's stale bands count what they held.
    mutating func checkCounts(_ preparation: PreparationRecord) throws {
        for sql in [
            """
            SELECT 'section ' || held.section_id || ' counts ' || held.items || ' items, and has '
              || (SELECT count(*) FROM item WHERE item.section_id = held.section_id)
            FROM (SELECT section_id, sum(item_count) AS items, max(is_stale AND NOT is_estimated) AS stale,
                    max(is_miscounted) AS miscounted
                  FROM lc_band WHERE preparation_id = ?1 AND section_id IS NOT NULL GROUP BY section_id) AS held
            WHERE NOT held.miscounted AND NOT (held.stale AND (SELECT is_free FROM lc_preparation WHERE id = ?1))
              AND NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = held.section_id AND r.changes > 0)
              AND NOT EXISTS (SELECT 1 FROM lc_moved AS m
                WHERE m.preparation_id = ?1 AND m.section_id = held.section_id)
              AND held.items <> (SELECT count(*) FROM item WHERE item.section_id = held.section_id)
            """,
            """
            SELECT 'band ' || id || ' has ' || cell_count || ' cells for ' || item_count
              || ' items from cell ' || first_cell || ' on, and is not stale'
            FROM lc_band WHERE preparation_id = ?1 AND NOT is_stale AND (cell_count > item_count OR first_cell <> 0)
            """,
            // The rows of a collapsed section are put aside, under the negative of the preparation's id.
            """
            SELECT coalesce('section ' || section_id, 'the content') || ' has ' || found
              || ' rows in lc_section_element and lc_frozen_lines, and should have ' || wanted
            FROM (SELECT h.section_id, h.wanted,
                (SELECT count(*) FROM lc_section_element AS e WHERE e.preparation_id IN (?1, -?1)
                   AND e.is_of_content = (h.section_id IS NULL) AND e.section_id = coalesce(h.section_id, 0))
                + (SELECT count(*) FROM lc_frozen_lines AS e
                   WHERE e.preparation_id IN (?1, -?1) AND e.section_id = h.section_id) AS found
              FROM (SELECT section_id, sum(section_element_count) AS wanted FROM lc_band
                    WHERE preparation_id = ?1 GROUP BY section_id HAVING NOT max(is_stale)) AS h)
            WHERE found <> wanted
            """,
        ] { try report("preparation \(preparation.id): ", rowsOf: sql, preparation.id) }
    }

    /// Looks for rows that belong to nothing, and checks what everything else counts by: the runs of items that
    /// triggers mark, and the small tables.
    ///
    /// A superseded preparation is removed band by band, and its other rows last.
    private mutating func checkTables() throws {
        for (table, owner, parent) in [
            ("item", "section_id", "section"), ("section", "dataset_id", "dataset"),
            ("measurement", "item_id", "item"), ("section_measurement", "section_id", "section"),
            ("layout", "dataset_id", "dataset"), ("lc_run", "section_id", "section"),
            ("lc_preparation", "layout_id", "layout"), ("lc_band", "preparation_id", "lc_preparation"),
            ("lc_sum", "preparation_id", "lc_preparation"), ("lc_element_kind", "preparation_id", "lc_preparation"),
            ("lc_reordered", "preparation_id", "lc_preparation"),
            // Marks for no preparation yet have other numbers, or the name of a measure.
            ("lc_moved", "iif(preparation_id > 0, preparation_id, NULL)", "lc_preparation"),
            ("lc_section_mark", "iif(kind <> 'resized', owner, NULL)", "lc_preparation"),
        ] {
            let remedy =
                table.hasPrefix("lc_") ? "" : "; insert it, or DELETE FROM \(table) WHERE \(owner) = ' || \(owner) || '"
            try reportingDamage {
                try $0.report(
                    rowsOf: """
                        SELECT '\(table) has ' || count(*) || iif(count(*) = 1, ' row of ', ' rows of ')
                          || '\(parent) ' || \(owner) || ', which is not there\(remedy)'
                        FROM \(table) WHERE \(owner) IS NOT NULL AND \(owner) NOT IN (SELECT id FROM \(parent))
                        GROUP BY \(owner)
                        """)
            }
        }
        for sql in Self.checks + (deep ? [Self.checkOfRuns] : []) {
            try reportingDamage { try $0.report(rowsOf: sql) }
        }
    }

    private static let checkOfRuns = """
        SELECT 'outline: the run of section ' || section_id || ' at ' || first_position || ' counts ' || item_count
          || ' items of level ' || coalesce(least_level, least, 'NULL') || ' or more, and has ' || found
          || ' of level ' || coalesce(least, 'NULL')
        FROM (SELECT r.*, count(i.id) AS found, min(iif(i.id IS NULL, NULL, coalesce(i.level, 0))) AS least
          FROM (SELECT *, lead(first_position, 1, 9e999) OVER
                  (PARTITION BY section_id ORDER BY first_position) AS next FROM lc_run) AS r
          LEFT JOIN item AS i
            ON i.section_id = r.section_id AND i.position >= r.first_position AND i.position < r.next
          WHERE r.item_count IS NOT NULL GROUP BY r.section_id, r.first_position)
        WHERE found <> item_count OR least < least_level
        """

    private static let checks = [
        """
        SELECT 'layout: “' || name || '” has no row in viewport' FROM layout
        WHERE name NOT IN (SELECT layout FROM viewport)
        """,
        """
        SELECT 'lc_number holds ' || count(*) || ' numbers, and not those from 0 to 1023' FROM lc_number
        HAVING (count(*), min(number), max(number)) IS NOT (1024, 0, 1023)
        """,
        """
        SELECT 'lc_schema gives an id to a second band, or none' FROM lc_schema WHERE part = 'tables'
          AND (next_band > 1 << 38 OR next_band <= (SELECT coalesce(max(id), 0) FROM lc_band))
        """,
        // Without it observers of the data set would miss its changes.
        """
        SELECT 'lc_change does not count the changes of data set ' || id FROM dataset
        WHERE id NOT IN (SELECT dataset_id FROM lc_change)
        """,
        """
        SELECT 'outline: section ' || s.id || ' has no run to mark changes in' FROM section AS s
        WHERE NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = s.id AND r.first_position = -1e301)
        """,
        """
        SELECT 'outline: section ' || section_id || ' counts ' || runs || ' items, and has '
          || (SELECT count(*) FROM item WHERE item.section_id = counted.section_id)
        FROM (SELECT section_id, sum(item_count) AS runs, sum(item_count IS NULL) AS open
              FROM lc_run GROUP BY section_id) AS counted
        WHERE open = 0 AND runs <> (SELECT count(*) FROM item WHERE item.section_id = counted.section_id)
        """,
        """
        SELECT 'outline: the chapter of section ' || section_id || ' at ' || min(first_position) || ' counts '
          || max(chapter_count) || ' items, and its runs ' || sum(item_count)
        FROM (SELECT *, count(chapter_count) OVER (PARTITION BY section_id ORDER BY first_position) AS chapter,
                min(item_count IS NOT NULL) OVER (PARTITION BY section_id) AS is_counted FROM lc_run)
        WHERE is_counted AND chapter > 0 GROUP BY section_id, chapter
        HAVING max(chapter_count) <> sum(item_count)
        """,
        """
        SELECT 'lc_block has ' || count(*) || ' rows of band ' || (id >> 20) || ', which is not there'
        FROM lc_block WHERE id <> 0 AND id >> 20 NOT IN (SELECT id FROM lc_band) GROUP BY id >> 20
        """,
        """
        SELECT 'lc_detail ' || d.id || ' belongs to no element'
        FROM lc_detail AS d LEFT JOIN lc_block AS b ON b.id = d.id >> 4
        WHERE d.id > 15 AND (b.id IS NULL OR b.detail_count = 0 OR (d.id & 15) >= b.count)
        """,
        "SELECT count(*) || ' of details 0 to 15 are there' FROM lc_detail WHERE id < 16 HAVING count(*) <> 16",
        "SELECT 'lc_block has no block 0' WHERE NOT EXISTS (SELECT 1 FROM lc_block WHERE id = 0 AND count = 1)",
        """
        SELECT 'preparation ' || id || ' has bands, and is marked as having none' FROM lc_preparation
        WHERE NOT is_outlined AND id IN (SELECT preparation_id FROM lc_band)
        """,
        """
        SELECT 'lc_rtree ' || id || ' bounds no block' FROM lc_rtree AS r
        WHERE NOT EXISTS (SELECT 1 FROM lc_block AS b WHERE b.id BETWEEN r.id << 3 AND (r.id << 3) + 7)
        """,
        """
        SELECT name || ' has rows of preparation ' || preparation_id || ' and section ' || section_id
          || ', which is not there'
        FROM (SELECT 'lc_section_element' AS name, preparation_id, section_id, is_of_content FROM lc_section_element
              UNION SELECT 'lc_frozen_lines', preparation_id, section_id, 0 FROM lc_frozen_lines) AS e
        WHERE max(preparation_id, -preparation_id) NOT IN (SELECT id FROM lc_preparation)
          OR NOT is_of_content AND NOT EXISTS (
            SELECT 1 FROM lc_band AS b
            WHERE b.section_id = e.section_id AND b.preparation_id IN (e.preparation_id, -e.preparation_id))
          AND NOT EXISTS ( -- It is being removed.
            SELECT 1 FROM lc_preparation AS p
            WHERE p.id IN (e.preparation_id, -e.preparation_id) AND p.layout_id IS NULL)
        """,
    ]
}
