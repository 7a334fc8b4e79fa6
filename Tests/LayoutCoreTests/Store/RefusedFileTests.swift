import Foundation
import LayoutSQLite
import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// Files that are not taken for what they seem to be, and are left as they are or mended.
@Suite struct RefusedFileTests {
    @Test("A store whose derived schema is an earlier one is read once it was opened for writing")
    func outdated() throws {
        let test = try TestStore.ofTwoSections().prepared()
        let shown = try test.elements("element_frames", layout: "wall")
        try test.execute("UPDATE lc_schema SET checksum = 'another' WHERE part = 'views'")
        let path = test.store.path
        test.store.close()
        let before = try test.directory.contents(of: "store.db")
        let error = refusal { try LayoutStore(path: path, mode: .readOnly) }
        #expect(
            error?.withAdvice == "olderVersion: \(path) was written by an older version / "
                + "Open it for writing once, as “layoutctl prepare” does.")
        #expect(try test.directory.contents(of: "store.db") == before)
        try LayoutStore(path: path).close()
        let store = try LayoutStore(path: path, mode: .readOnly)
        #expect(
            try TestStore(directory: test.directory, store: store).elements("element_frames", layout: "wall") == shown)
    }

    @Test("A store whose list of migrations is short is refused to readers too")
    func shortList() throws {
        let test = try TestStore.ofTwoSections()
        try test.execute("DELETE FROM schema_migration", "PRAGMA user_version = 0")
        test.store.close()
        for mode in [LayoutStore.Mode.readOnly, .readWrite] {
            let error = refusal { try LayoutStore(path: test.store.path, mode: mode) }
            #expect([.notAStore, .olderVersion, .corrupt].contains(error?.code), "\(String(describing: error))")
        }
    }

    @Test("If only derived rows are damaged, they are made again, and no stored row is lost")
    func derivedDamage() throws {
        let test = try TestStore.ofTable().prepared()
        let shown = try test.elements("element_frames", layout: "wall")
        try test.execute("UPDATE lc_band SET length = length + 1")
        let path = test.store.path
        test.store.close()
        LayoutStore.DamagedFiles.noteForLater(path)
        let (store, isRecreated) = try LayoutStore.openOrRecreate(path: path)
        #expect(!isRecreated)
        #expect(try store.verify(deep: true).isWhole)
        #expect(!FileManager.default.fileExists(atPath: path + "-damaged"))
        let again = try TestStore(directory: test.directory, store: store).prepared()
        expectSameElements(try again.elements("element_frames", layout: "wall"), shown, "after the repair")
    }

    @Test("A file that has an app's own tables is not removed")
    func sharedFile() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("app.db")
        try Connection.at(path, .create) {
            try $0.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY); INSERT INTO photo VALUES (1)")
        }
        try LayoutStore.follow(Following(table: "photo", as: "photos"), at: path)
        #expect(
            refusal { try LayoutStore.destroy(at: path) }?.withAdvice
                == "notAStore: \(path) has other tables beside a store’s: it was not changed / "
                + "Remove its followers, which takes the store out of it.")
        let store = try LayoutStore(path: path, mode: .adopt)
        #expect(try store.datasets().map(\.itemCount) == [1])
        store.close()
        #expect(try LayoutStore.removeFollowers(at: path).isStoreRemoved)
    }

    @Test("A new file has the tables of the user in the texts with which every opening compares them")
    func ownTexts() throws {
        let test = try TestStore()
        #expect(UserSchema.texts.count == UserSchema.objects.count { $0.kind == .table })
        for (table, text) in UserSchema.texts {
            #expect(try test.first("SELECT sql FROM sqlite_schema WHERE name = '\(table)'", as: String.self) == text)
        }
    }
}
