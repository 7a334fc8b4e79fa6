import LayoutCacheTools
import LayoutEngine
import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Searching keys and titles, a slice at a time.
@Suite struct SearchTests {
    private func store() throws -> TestStore {
        let test = try TestStore(limits: BandLimits())
        try test.fill(
            1...12_000, sections: 3, "id, section_id, position, key, height, payload",
            """
            i, 1 + i % 3, i, 'K' || i, 20, json_object('title',
              CASE WHEN i % 5000 = 7 THEN 'Sweet "Basil" 100%' ELSE 'Weed ' || i END, 'note', 'basil')
            """)
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (2, 'other')",
            "UPDATE section SET title = CASE id WHEN 2 THEN 'Oaks' ELSE 'Herbs' END, dataset_id = 1 + (id = 3)",
            "UPDATE item SET payload = 'no JSON, only basil' WHERE id = 9",
            "UPDATE item SET payload = NULL WHERE id = 10")
        try test.prepareWall(#"{"layout":"table"}"#)
        return test
    }

    /// Every hit of all slices, each once.
    private func all(
        _ layout: StoredLayout, _ text: String, within duration: Duration = .zero, limit: Int = 200,
        fields: ItemFields = ItemFields()
    ) throws -> [String] {
        var found: [String] = []
        var cursor: SearchSlice.Cursor?
        var slices = 0
        var fraction = 0.0
        repeat {
            let slice = try layout.search(text, fields: fields, after: cursor, limit: limit, within: duration)
            found += slice.hits.map { "\($0.section)/\($0.item.map(String.init) ?? "") \($0.key ?? $0.title ?? "")" }
            #expect(slice.fraction >= fraction && slice.fraction <= 1)
            (cursor, fraction) = (slice.next, slice.fraction)
            slices += 1
            #expect(slices < 2000)
        } while cursor != nil && slices < 2000
        #expect(fraction == 1)
        #expect(Set(found).count == found.count, "every hit comes once: \(text)")
        return found.sorted()
    }

    @Test("Titles are found in both cases, with what SQL and JSON escape in them, and in one data set alone")
    func titles() throws {
        let test = try store()
        let wall = test.wall
        // Of the rows 7, 5007 and 10007, the last is the other data set's.
        let found = try all(wall, "basil")
        let keys = found.compactMap { $0.split(separator: " ").last }
        #expect(keys.sorted() == ["K5007", "K7"])
        #expect(try all(wall, "\"BASIL\" 100%") == found)
        #expect(try all(wall, "100_ basil") == found)
        #expect(try all(wall, "basil swee") == found, "words come in any order")
        #expect(try all(wall, "asil").isEmpty, "a word is found from its beginning")
        #expect(try all(wall, "no JSON").isEmpty)
        #expect(try all(wall, "% _").isEmpty)
    }

    @Test("Sections are found by their titles, and items by what their keys hold")
    func sectionsAndKeys() throws {
        let test = try store()
        let wall = test.wall
        #expect(try all(wall, "herb") == ["0/ Herbs"])
        #expect(try all(wall, "k1199").count == 6)
        let one = try wall.search("K11998", within: .zero)
        #expect(one.hits.first?.key == "K11998")
        let place = try #require(one.hits.first)
        #expect(try wall.layoutAttributesForItem(at: [place.section, place.item ?? -1])?.frame == place.frame)
    }

    @Test("The items of a section are found by its title if that is asked for, each once, and one after the other")
    func itemsOfSections() throws {
        let test = try store()
        // The first is in the section “Herbs”, the second is not.
        try test.execute("UPDATE item SET payload = json_object('title', 'Herb ' || id) WHERE id IN (3, 4)")
        var fields = ItemFields()
        fields.searchesSections = true
        #expect(try all(test.wall, "herb").count == 3)
        #expect(try all(test.wall, "herb", fields: fields).count == 1 + 4000 + 1)
        #expect(try all(test.wall, "herb weed", fields: fields).isEmpty)
        let place = try test.wall.searchPlace(of: .indexPath([0, 10]))
        for (isBackward, item) in [(false, 11), (true, 9)] {
            let next = try test.wall.nextHit(of: "herb", from: place, isBackward: isBackward, fields: fields)
            #expect(next.hit?.section == 0 && next.hit?.item == item)
        }
    }

    @Test(
        "Items with the first and the last id that there is are found", arguments: TestSettings.drawn(1, of: [50, 200]))
    func extremeIDs(limit: Int) throws {
        let test = try store()
        try test.execute(
            "UPDATE item SET id = 9223372036854775807 WHERE id = 7",
            "UPDATE item SET id = -9223372036854775808 WHERE id = 10")
        try test.store.prepare("wall")
        let wall = test.wall
        #expect(try all(wall, "K7", limit: limit).contains { $0.hasSuffix(" K7") })
        // By what no index leads to.
        #expect(try all(wall, "sweet", limit: limit).contains { $0.hasSuffix(" K7") })
        #expect(try all(wall, "k10", limit: limit).contains { $0.hasSuffix(" K10") })
        #expect(try all(wall, "weed 77", limit: limit).count > 60)
        for cursor in [SearchSlice.Cursor.items(.min), .items(.max), .changes(.max), .index(.min)] {
            #expect(try wall.search("weed 77", after: cursor, within: .zero).fraction >= 0)
        }
    }
}
