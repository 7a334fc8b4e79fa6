internal import LayoutSQLite

extension Verification {
    /// Solves every band again.
    mutating func checkSolving(_ preparation: PreparationRecord, hasOtherSections: Bool) throws {
        // A definition that cannot work is reported separately.
        guard var proof = try? BandProof(preparation, in: connection) else { return }
        // Sheets that are of another width together will be laid out again as a whole.
        let plan = proof.context.plan
        if plan.scrollsBothWays, plan.traits.contentCrossLength != preparation.traits.contentCrossLength {
            return report(uncompared: preparation.slotCount, preparation)
        }
        try proof.run(hasOtherSections: hasOtherSections) { try advance(bands: $0, solved: true) }
        for problem in proof.problems { note(problem) }
        // If the sections changed, their order at least was not compared.
        report(uncompared: max(proof.uncomparedBands, hasOtherSections ? 1 : 0), preparation)
    }

    /// Whether sections came, went or changed places since the bands of a preparation were made.
    ///
    /// The mark alone does not prove it: if it is wrong, the next preparation removes it and lays nothing out again.
    func hasOtherSections(_ preparation: PreparationRecord) throws -> Bool {
        guard preparation.isRestructured else { return false }
        let sections = try connection.cached("SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position")
        sections.bind(preparation.datasetID, at: 1)
        defer { sections.rewind() }
        let bands = try connection.cached(
            "SELECT section_id FROM lc_band WHERE preparation_id = ?1 AND begins_section ORDER BY slot")
        bands.bind(preparation.id, at: 1)
        defer { bands.rewind() }
        while true {
            let (hasSection, hasBand) = (try sections.step(), try bands.step())
            guard hasSection, hasBand else { return hasSection != hasBand }
            if sections.int64(0) != bands.int64(0) { return true }
        }
    }

    /// Reports a preparation without an outline: none of its bands is solved again.
    mutating func skipSolving(_ preparation: PreparationRecord) throws {
        let bands = try connection.first(
            "SELECT count(*) FROM lc_band WHERE preparation_id = ?1", preparation.id, as: Int.self)
        report(uncompared: bands ?? 0, preparation)
    }
}
