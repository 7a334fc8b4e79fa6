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
                INSERT INTO layout (dataset_id, name, definition, container_width, container_height, measure) VALUES
                  (1, 'wall', '{"layout":"table"}', 9, 9, 'm'),
                  (1, 'wall@480x320.5', '{"layout":"table"}', 480, 320.5, 'm@480x320.5'),
                  (1, 'wall@390x844', '{"layout":"waterfall"}', 390, 844, 'm@390x844'),
                  (1, 'wall@9x9', '{"layout":"table"}', 9, 9, 'm');
                """)
        }
        let store = try LayoutStore(path: path)
        // Only one was made of another for another size.
        #expect(
            try store.pool.read { try $0.names("SELECT name FROM layout WHERE base = 'wall'") } == ["wall@480x320.5"])
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
