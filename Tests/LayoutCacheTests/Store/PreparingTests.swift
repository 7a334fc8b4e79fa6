import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// What preparing removes, and what does not keep it from going on.
@Suite struct PreparingTests {
    @Test("What a replaced, half redefined or last layout leaves is removed with the next preparation")
    func leftovers() throws {
        let test = try TestStore.ofTable()
        try test.store.prepare("wall")
        try test.execute(
            "REPLACE INTO layout (name, dataset_id, definition, container_width, container_height) "
                + "SELECT name, dataset_id, definition, container_width, container_height FROM layout")
        try test.store.prepare("wall")
        #expect(try test.read { try StoreInvariants.problems($0) }.isEmpty)

        struct Interruption: Error {}
        try test.execute("UPDATE layout SET definition = '{\"layout\":\"flow\"}'")
        #expect(throws: Interruption.self) { try test.store.prepare("wall") { _ in throw Interruption() } }
        try test.execute("UPDATE layout SET definition = '\(TestStore.tableDefinition)'")
        try test.store.prepare("wall")
        #expect(try test.read { try StoreInvariants.problems($0) }.isEmpty)

        try test.store.removeLayout("wall")
        _ = try test.store.prepareAll()
        for table in ["lc_preparation", "lc_band", "lc_attributes", "lc_sum", "lc_block"] {
            #expect(try test.read { try $0.first("SELECT count(*) FROM \(table)", as: Int.self) } == 0, "\(table)")
        }
    }

    @Test("A layout that cannot be laid out does not keep the others from it, and verifying names it")
    func oneFailure() throws {
        let test = try TestStore.ofTable()
        try test.execute(
            "INSERT INTO layout (dataset_id, name, definition, container_width, container_height) "
                + "VALUES (1, 'broken', '{\"layout\":\"tabel\"}', 10, 10)")
        let results = try test.store.prepareAll()
        #expect(results.map(\.layout) == ["broken", "wall"])
        #expect(throws: (any Error).self) { try results[0].result.get() }
        #expect(try results[1].result.get().elementsWritten == 60)
        #expect(try test.store.verify().problems.contains { $0.contains("“broken”") })
    }
}
