import LayoutSQLite
import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Files that went through the first migrations only.
@Suite struct EarlierFileTests {
    @Test(
        "A file of each earlier version opens with its rows, and takes what this version stores",
        arguments: 1..<UserSchema.migrator.migrations.count)
    func opens(version: Int) throws {
        let directory = try ScratchDirectory()
        let path = directory.file("store.db")
        let present = UserSchema.migrator
        let earlier = Migrator(
            applicationID: present.applicationID, table: present.table,
            migrations: Array(present.migrations.prefix(version)), ownership: present.ownership)
        try Connection.at(path, .create) {
            try earlier.migrate($0)
            try $0.execute(
                """
                INSERT INTO dataset (id, name) VALUES (1, 'data');
                INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 0);
                INSERT INTO item (id, section_id, position, height) VALUES (1, 1, 0, 20), (2, 1, 1, 30);
                INSERT INTO measurement (measure, item_id, height) VALUES ('m', 2, 50);
                """)
        }
        let store = try LayoutStore(path: path)
        try store.define("wall", #"{"layout":"table"}"#, 320, 480, measure: "m")
        try store.prepare("wall")
        #expect(try store.layout("wall").contentSize().height == 70)
        try store.pool.write {
            try $0.execute("INSERT INTO section_measurement (measure, section_id, header_height) VALUES ('m', 1, 9)")
        }
        try store.prepare("wall")
        #expect(try store.layout("wall").contentSize().height == 79)
        #expect(try store.verify(deep: true).isWhole)
        store.close()
    }
}
