internal import LayoutMigrations
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// Looks for what is wrong in a store, within one snapshot.
struct Verification {
    let connection: Connection
    private let deep: Bool
    private var tally = ProblemTally()
    private(set) var mistakes: [VerificationReport.Mistake] = []
    private(set) var notes: [String] = []
    private(set) var uncomparedBands = 0
    /// Whether the file and the declarations of the user's tables are in order.
    private(set) var allowsRepairInPlace = false
    /// The data sets that follow a source and have lost triggers.
    var hasDueFollowers = false

    private var progress: VerificationSteps

    /// The problems, a line for each kind.
    var problems: [String] { tally.lines }

    /// - Parameters:
    ///   - deep: Whether to solve every band again.
    ///   - progress: Called now and then; an error that it throws ends the verification.
    init(_ connection: Connection, deep: Bool, progress: @escaping VerificationSteps.Report = { _ in }) {
        self.connection = connection
        self.deep = deep
        self.progress = VerificationSteps(deep: deep, report: progress)
    }

    mutating func run() throws {
        try progress.begin()
        try checkFile()
        // Damaged pages make every further question fail, and a view in the place of a table might never end.
        guard tally.isEmpty else { return }
        try checkSchema()
        guard tally.isEmpty else { return }
        try noting { try $0.checkUserTables() }
        try noting { try $0.checkDefinitions() }
        try noting { try $0.checkFollowers() }
        try noting { try $0.checkCounters() }
        // Preparations that no reader sees any more may be half removed.
        var preparations: [PreparationRecord] = []
        try noting { preparations = try PreparationRecord.all(in: $0.connection) }
        let connection = connection
        try noting { try $0.progress.count(preparations, in: connection) }
        for preparation in preparations {
            try noting { try $0.checkConstants(preparation) }
            try noting { try $0.checkSums(preparation) }
            try noting { try $0.checkBands(preparation) }
            if preparation.isReplaced { continue }
            guard preparation.isOutlined else {
                if deep { try noting { try $0.skipSolving(preparation) } }
                continue
            }
            let hasOtherSections = try hasOtherSections(preparation)
            if !hasOtherSections {
                try noting { try $0.checkCounts(preparation) }
                try noting { try $0.checkSectionElements(preparation) }
                try noting { try $0.checkOrder(preparation) }
                if deep { try noting { try $0.checkBranches(preparation) } }
            }
            if deep { try noting { try $0.checkSolving(preparation, hasOtherSections: hasOtherSections) } }
        }
        try noting { try $0.checkOutline(eachRun: $0.deep) }
        try noting { try $0.checkLeftovers() }
    }

    /// Records damage that ends one check as a problem, and continues with the next checks.
    private mutating func noting(_ check: (inout Verification) throws -> Void) throws {
        do {
            try check(&self)
        } catch {
            guard let explained = LayoutError(explaining: error), explained.code == .corrupt else { throw error }
            note(explained.message)
        }
    }

    /// Notes that some bands have been checked, or solved.
    mutating func advance(bands: Int, solved: Bool = false) throws {
        try progress.advance(bands: bands, solved: solved)
    }

    mutating func note(_ problem: String) { tally.add(problem) }

    /// Notes what is wrong in the user's own rows, and how to mend it.
    mutating func note(_ mistake: VerificationReport.Mistake) { mistakes.append(mistake) }

    /// Reports how many bands of a preparation a deep verification could not compare.
    mutating func report(uncompared bands: Int, _ preparation: PreparationRecord) {
        guard bands > 0 else { return }
        uncomparedBands += bands
        notes.append(
            "preparation \(preparation.id): "
                + Counted.text(
                    bands, "stale band was skipped",
                    "stale bands were skipped")
                + ": prepare the layout and verify once more")
    }

    /// Adds a problem for each row of a query whose first column is text.
    mutating func note(_ prefix: String = "", rowsOf sql: String, _ argument: Int64? = nil) throws {
        let rows = try connection.cached(sql)
        if rows.parameterCount > 0 { rows.bind(argument, at: 1) }
        defer { rows.rewind() }
        while try rows.step() { note(prefix + rows.stringOrEmpty(0)) }
    }

    // MARK: SQLite's own

    private mutating func checkFile() throws {
        for problem in try StoreHeader.problems(of: connection) { note(problem) }
        do {
            try checkIntegrity()
            allowsRepairInPlace = tally.isEmpty
            // The pragma does not look inside an R*Tree before SQLite 3.44. A view in the place of one of its tables
            // might never end, and is found with the schema.
            let tables = ["lc_rtree"] + SchemaInspection.shadows
            if tally.isEmpty, try tables.allSatisfy({ try DerivedSchema.has(.table, $0, in: connection) }),
                let answer = try connection.first("SELECT rtreecheck('lc_rtree')", as: String.self), answer != "ok"
            {
                for line in answer.split(separator: "\n") { note("rtreecheck: \(line)") }
            }
        } catch let error as SQLiteError where error.code.primary == .corrupt || error.code.primary == .error {
            note("the file cannot be read to its end: \(error.message)")
        }
    }

    /// Has SQLite check its structures. Indexes that call a function of another program cannot be checked.
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
                notes.append("the table \(table) cannot be checked by SQLite: \(error.message)")
            }
        }
    }

    private mutating func checkIntegrity(of table: String?) throws {
        let argument = try table.map { "(\(try SQLIdentifier.quoted($0)))" } ?? ""
        try connection.forEachRow("PRAGMA integrity_check\(argument)") { row in
            let answer = row.stringOrEmpty(0)
            if let failure = Self.failure(in: answer, path: connection.path) { throw failure }
            if answer != "ok" { note("integrity_check: \(answer)") }
        }
    }

    /// A failure of the disk, or want of memory, that `integrity_check` reports as if a page were damaged:
    /// “unable to get the page. error code=266”. Of a chain of overflow pages, whose numbers were checked before, it is
    /// “failed to get page 58”, without the code.
    private static func failure(in answer: String, path: String?) -> SQLiteError? {
        if answer.contains("failed to get page ") {
            return SQLiteError(code: .inputOutputRead, message: "a page could not be read", path: path)
        }
        guard let range = answer.firstRange(of: "error code=") else { return nil }
        let code = Int32(answer[range.upperBound...].prefix { $0.isASCII && $0.isNumber }).map(ResultCode.init)
        switch code {
        case .some(.inputOutput):
            return SQLiteError(code: .inputOutputRead, message: "a page could not be read", path: path)
        case .some(.outOfMemory): return SQLiteError(code: .outOfMemory, message: "out of memory", path: path)
        default: return nil
        }
    }

    /// Compares every table, view, trigger and index with what the migrations make.
    ///
    /// The user's tables may have more columns, which may stand in any order, and renaming rewrites their text. Of
    /// these it is their own columns that count, with their types and what they refuse.
    private mutating func checkSchema() throws {
        let inspection = try SchemaInspection(connection)
        for problem in inspection.problems { note("schema: \(problem)") }
        notes += inspection.notes
        if inspection.hasLostDeclarations { allowsRepairInPlace = false }
        for mistake in try LostShape.mistakes(in: connection) { note(mistake) }
        guard tally.isEmpty else { return }
        try noting {
            guard case .outdated = try DerivedSchema.state(of: $0.connection) else { return }
            $0.note("schema: lc_schema names texts other than this version's")
        }
    }

    // MARK: The user's tables

    private mutating func checkUserTables() throws {
        try note(
            countOf: "item WHERE section_id NOT IN (SELECT id FROM section)",
            "item belongs to a section that is not there", "items belong to a section that is not there")
        try note(
            countOf: "section WHERE dataset_id NOT IN (SELECT id FROM dataset)",
            "section belongs to a data set that is not there", "sections belong to a data set that is not there")
        try note(
            "layout: ",
            rowsOf: """
                SELECT '“' || name || '” belongs to a data set that is not there' FROM layout
                WHERE dataset_id NOT IN (SELECT id FROM dataset)
                """)
        // Asked again where the answer is bad: json_valid also answers 0 when memory is short for a moment.
        if try payloadsThatAreNotJSON() > 0 {
            let count = try payloadsThatAreNotJSON()
            if count > 0 {
                note(
                    VerificationReport.Mistake(
                        message: "data set: "
                            + Counted.text(
                                count, "item has a payload that is not JSON", "items have a payload that is not JSON"),
                        remedy: "UPDATE item SET payload = json_quote(payload) WHERE NOT json_valid(payload)"))
            }
        }
        try note(
            countOf: "measurement WHERE item_id NOT IN (SELECT id FROM item)",
            "measurement belongs to an item that is not there", "measurements belong to an item that is not there")
        try note(
            countOf: "section_measurement WHERE section_id NOT IN (SELECT id FROM section)",
            "measurement belongs to a section that is not there",
            "measurements belong to a section that is not there")
        try note(
            "layout: ",
            rowsOf: """
                SELECT '“' || name || '” has no row in viewport' FROM layout
                WHERE name NOT IN (SELECT layout FROM viewport)
                """)
    }

    private func payloadsThatAreNotJSON() throws -> Int {
        try connection.first(
            "SELECT count(*) FROM item WHERE payload IS NOT NULL AND NOT json_valid(payload)", as: Int.self) ?? 0
    }

    /// Reports the number of superfluous rows in the data sets.
    private mutating func note(countOf rows: String, _ one: String, _ many: String) throws {
        let count = try connection.first("SELECT count(*) FROM \(rows)", as: Int.self) ?? 0
        if count > 0 { note("data set: " + Counted.text(count, one, many)) }
    }
}
