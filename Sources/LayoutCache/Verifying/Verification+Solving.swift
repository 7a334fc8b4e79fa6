internal import LayoutSQLite

extension Verification {
    /// Solves every band again.
    mutating func checkSolving(_ preparation: PreparationRecord) throws {
        // A definition that cannot work is a problem of its own.
        guard var proof = try? BandProof(preparation, in: connection) else { return }
        try proof.run { try advance(bands: $0, solved: true) }
        for problem in proof.problems.prefix(20) { note(problem) }
        if proof.problems.count > 20 { note("… and \(proof.problems.count - 20) more") }
        tell(ofUncompared: proof.uncomparedBands, preparation)
    }

    /// Says of a preparation whose sections are others now that none of its bands is solved again.
    mutating func skipSolving(_ preparation: PreparationRecord) throws {
        let bands = try connection.first(
            "SELECT count(*) FROM lc_band WHERE preparation_id = ?1", preparation.id, as: Int.self)
        tell(ofUncompared: bands ?? 0, preparation)
    }
}
