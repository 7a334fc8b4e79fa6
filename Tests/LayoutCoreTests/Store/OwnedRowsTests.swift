import LayoutSchema
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The rows that belong to an item, a section or a layout, and go with it on every path.
@Suite struct OwnedRowsTests {
    /// A store whose first item, section and layout each have every kind of row that can belong to them.
    private func makeStore() throws -> TestStore {
        let test = try TestStore()
        try test.fill(0...5, sections: 2, "id, section_id, position, key", "1 + i, 1 + i % 2, i, 'k' || i")
        try test.prepareWall(#"{"layout":"table"}"#)
        try test.execute(
            "INSERT INTO measurement (measure, item_id, height) VALUES ('m', 1, 9)",
            "INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', 1)",
            "INSERT INTO section_offset (layout, section_id, offset) VALUES ('wall', 1, 5)",
            "INSERT INTO section_measurement (measure, section_id, header_height) VALUES ('m', 1, 9)",
            "INSERT INTO collapsed (layout, section_id) VALUES ('wall', 1)")
        return test
    }

    @Test("The list names every column of the user's tables that says to what a row belongs")
    func isComplete() throws {
        let test = try TestStore()
        let parents = ["item_id": "item", "section_id": "section", "layout": "layout"]
        for table in UserSchema.texts.keys.sorted() where table != "item" {
            for column in try test.lines("SELECT name FROM pragma_table_info('\(table)')") {
                guard let parent = parents[column] else { continue }
                let isListed = DatasetRecord.OwnedRows.all.contains {
                    $0.table == table && $0.column == column && $0.parent == parent
                }
                #expect(isListed, "\(table).\(column)")
            }
        }
    }

    @Test(
        "A row that goes takes all with it that belongs to it",
        arguments: DatasetRecord.OwnedRows.all.map { "\($0.table) \($0.column)" })
    func deletion(name: String) throws {
        let child = try #require(DatasetRecord.OwnedRows.all.first { "\($0.table) \($0.column)" == name })
        let test = try makeStore()
        let rows =
            "SELECT count(*) FROM \(child.table) WHERE \(child.column) = \(child.parent == "layout" ? "'wall'" : "1")"
        #expect(try test.lines(rows) == ["1"])
        try test.execute("DELETE FROM \(child.parent) WHERE id = 1")
        #expect(try test.lines(rows) == ["0"])
    }

    @Test("An import that replaces a data set leaves nothing that belonged to its items and sections")
    func replacement() throws {
        let test = try makeStore()
        try test.store.importItems(
            [SourceItem(section: "new", key: "k")], options: ImportOptions(dataset: "data", mode: .replace))
        for child in DatasetRecord.OwnedRows.ofItems + DatasetRecord.OwnedRows.ofSections {
            #expect(try test.lines("SELECT count(*) FROM \(child.table)") == ["0"], "\(child.table)")
        }
    }
}
