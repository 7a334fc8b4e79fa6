import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Synchronization
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// A store that is made again from the user's own tables.
@Suite struct RebuildTests {
    @Test("A write by another process while a store is made again is not lost")
    func writesMeanwhile() throws {
        let test = try TestStore()
        try test.fill(1...5000, "section_id, position", "1, i")
        let path = test.store.path
        let items = Mutex(5000)
        let isOver = Mutex(false)
        let begun = DispatchSemaphore(value: 0)
        let writing = DispatchGroup()
        DispatchQueue(label: "writing").async(group: writing) {
            defer { begun.signal() }
            guard let connection = try? Connection(path: path, mode: .readWrite) else { return }
            while !isOver.withLock(\.self) {
                let position = items.withLock(\.self) + 1
                let sql = "INSERT INTO item (section_id, position) VALUES (1, ?1)"
                // Refused while the new store is copied over the old one.
                guard (try? connection.run(sql, position)) != nil else { continue }
                items.withLock { $0 = position }
                if position == 5001 { begun.signal() }
            }
        }
        begun.wait()
        do {
            _ = try StoreRebuild(path: path).run()
        } catch let error as LayoutError where error.code == .busy {
            // Another process wrote each time before it finished.
        } catch let error as SQLiteError where error.code.primary == .busy {}
        isOver.withLock { $0 = true }
        writing.wait()
        let stored = try test.count("item")
        #expect(stored == items.withLock(\.self) && stored > 5000)
        // While no process writes it finishes, and has everything.
        #expect(try !StoreRebuild(path: path).run().isEmpty)
        #expect(try test.count("item") == stored)
    }
}
