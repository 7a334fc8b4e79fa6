import Foundation
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Calls that do their work on another thread: they leave the same state as the blocking ones.
@Suite struct AsynchronousFormsTests {
    @Test("A snapshot that is applied on another thread is what is read there, until all of it is deleted")
    func snapshots() async throws {
        let store = try LayoutStore.inMemory()
        let snapshot = DatasetSnapshot(["a": [SourceItem(key: "1", height: 20), SourceItem(key: "2")], "b": []])
        let made = try await store.apply(snapshot, to: "data")
        #expect(made.insertedSections == [0, 1] && made.deletedSections == [])
        var stored = try await store.datasetSnapshot(of: "data")
        #expect(stored.sectionTitles == ["a", "b"])
        #expect(stored.itemKeys(inSection: "a") == ["1", "2"] && stored.itemKeys(inSection: "b") == [])
        #expect(stored.item(withKey: "1")?.height == 20)
        stored.deleteAllItems()
        #expect(stored.numberOfSections == 0 && stored.numberOfItems == 0 && stored.item(withKey: "1") == nil)
        let emptied = try await store.apply(stored, to: "data")
        #expect(emptied.deletedSections.sorted() == [0, 1] && emptied.insertedSections == [])
        #expect(try store.datasets() == [DatasetStatus(name: "data", sectionCount: 0, itemCount: 0)])
    }

    @Test("A text is imported on another thread")
    func imports() async throws {
        let scratch = try ScratchDirectory()
        let store = try LayoutStore.inMemory()
        let path = scratch.file("text.csv")
        try "section,key,height\na,1,20\nb,2,30\n".write(toFile: path, atomically: true, encoding: .utf8)
        let columns = ImportColumns(section: "section", key: "key", height: "height")
        let report = try await store.importFile(at: path, into: "text", columns: columns)
        #expect(report.itemsInserted == 2 && report.sectionsCreated == 2)
        let stored = try await store.datasetSnapshot(of: "text")
        #expect(stored.sectionTitles == ["a", "b"] && stored.item(withKey: "2")?.height == 30)
    }
}
