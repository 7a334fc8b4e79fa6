internal import LayoutMigrations
internal import LayoutSQLite

extension LayoutStore {
    /// Checks the whole file: SQLite's own structures, the R*Tree, the schema, and that what was derived
    /// agrees with itself and with the data sets.
    ///
    /// A repair drops everything derived, makes it anew and prepares all layouts. It never touches the
    /// user's tables: damage there is reported, and stays.
    ///
    /// - Throws: ``LayoutStoreError`` `corrupt` if the damage keeps even the repair from working.
    /// - Complexity: O(file).
    public func verify(repair: Bool = false) throws -> VerificationReport {
        var report = VerificationReport()
        report.problems = try problems()
        report.isClean = report.problems.isEmpty
        guard repair, !report.isClean else { return report }
        try rebuildDerived()
        report.repairs.append("dropped and made anew all derived tables, views and triggers")
        for name in try layoutNames() {
            let prepared = try prepare(name)
            report.repairs.append("prepared “\(name)” again: \(prepared.sectionsPrepared) sections, \(prepared.elementsWritten) elements")
        }
        let left = try problems()
        report.isClean = left.isEmpty
        report.repairs.append(contentsOf: left.map { "still wrong, in the data set itself: \($0)" })
        return report
    }

    private func problems() throws -> [String] {
        try pool.read { connection in
            var verification = Verification(connection)
            try verification.run()
            return verification.problems
        }
    }

    private func rebuildDerived() throws {
        try pool.write { connection in
            try InvalidationTriggers.remove(from: connection)
            for type in ["view", "trigger", "table"] {
                // The names of views and triggers come from the steps that make them; derived tables have the prefix.
                for name in try DerivedSchema.names(ofType: type, in: connection) {
                    try connection.execute("DROP \(type) IF EXISTS \(name)")
                }
            }
            try connection.run("UPDATE layout SET preparation_id = NULL WHERE preparation_id IS NOT NULL")
            for step in MigrationCatalogue.steps where step.identifier != "0001_user_tables" {
                try connection.execute(step.sql)
            }
        }
    }
}

/// Which of a store's schema is derived, and can be made anew from the migrations.
enum DerivedSchema {
    /// The derived tables, views or triggers that a file has, in an order in which they can be dropped.
    static func names(ofType type: String, in connection: Connection) throws -> [String] {
        var names: [String] = []
        let ours = Set(MigrationCatalogue.steps.dropFirst().flatMap { SQLStatements.split($0.sql).map(SQLStatements.createdName) })
        try connection.forEachRow("SELECT name, sql FROM sqlite_schema WHERE type = ?1", type) { row in
            let name = row.stringOrEmpty(0)
            let isShadow = name.hasPrefix("lc_block_")
            if ours.contains(name) || (name.hasPrefix("lc_") && !isShadow) { names.append(name) }
        }
        return names
    }
}
