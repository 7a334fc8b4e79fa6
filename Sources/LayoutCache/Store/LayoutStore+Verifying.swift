internal import LayoutSQLite

extension LayoutStore {
    /// Checks the whole file: SQLite's own structures, the R*Tree, the schema, and that what was derived
    /// agrees with itself and with the data sets.
    ///
    /// A repair drops everything derived, makes it again and prepares all layouts. It never touches the
    /// user's tables: damage there is reported, and stays.
    ///
    /// - Throws: ``LayoutStoreError`` `corrupt` if the damage keeps even the repair from working.
    /// - Complexity: O(file).
    public func verify(repair: Bool = false) throws -> VerificationReport {
        var report = VerificationReport()
        report.problems = try problems()
        report.isClean = report.problems.isEmpty
        guard repair, !report.isClean else { return report }
        try pool.write { try DerivedSchema.rebuild($0) }
        report.repairs.append("dropped all derived tables, views and triggers, and made them again")
        for result in try prepareAll() {
            switch result.result {
            case .success(let prepared):
                report.repairs.append(
                    "prepared “\(result.layout)” again: \(prepared.sectionsPrepared) sections, \(prepared.elementsWritten) elements")
            case .failure(let error):
                report.repairs.append("could not prepare “\(result.layout)”: \(error)")
            }
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
}
