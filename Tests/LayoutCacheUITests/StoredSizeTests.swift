import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// A stored size wins over the size that a cell prefers.
@MainActor @Suite(.serialized) struct StoredSizeTests {
    private func text(_ sql: String, _ scene: AdapterScene) throws -> String? {
        let connection = try Connection(path: scene.store.path, mode: .readOnly)
        defer { connection.close() }
        return try connection.first(sql, as: String.self)
    }

    private func size(of key: String, _ scene: AdapterScene) throws -> String? {
        try text("SELECT coalesce(width, '-') || ' × ' || coalesce(height, '-') FROM item WHERE key = '\(key)'", scene)
    }

    @Test("A height of a measure is measured again until the user stores one, and the item has none")
    func measuredAgain() async throws {
        let scene = try AdapterScene(items: 200, lockTimeout: .seconds(5))
        try scene.change("UPDATE layout SET measure = 'large'")
        scene.dataSource.observe()
        var preferred = 60.0
        scene.view.measuredHeight = { _ in preferred }
        for height in [60.0, 75, 52] {
            preferred = height
            try await scene.wait {
                scene.layOutAgain()
                return scene.view.screen["k1"].map { Double($0.height) } == height
            }
        }
        #expect(try size(of: "k1", scene) == "- × -")
        try scene.execute("UPDATE measurement SET height = 80 WHERE item_id = 1")
        try await scene.expectSound()
    }

    @Test("A height that the user stores at the moment in which a cell prefers another one stays")
    func storedMeanwhile() async throws {
        let scene = try AdapterScene(items: 200, lockTimeout: .seconds(5))
        var isFirst = true
        scene.view.measuredHeight = { [store = scene.store] element in
            if isFirst { try? store.execute("UPDATE item SET height = 80 WHERE key = 'k1'") }
            isFirst = false
            return 60
        }
        scene.layOutAgain()
        try await scene.refresh()
        try await scene.expectSound()
        #expect(try size(of: "k1", scene) == "- × 80.0" && size(of: "k2", scene) == "- × 60.0")
        #expect(scene.view.screen["k1"]?.height == 80)
    }

    @Test("A definition can keep cells from sizing themselves, and let them change stored sizes")
    func selfSizing() async throws {
        for (mode, filled, stored) in [("never", "- × -", "- × 40.0"), ("always", "- × 60.0", "- × 60.0")] {
            let scene = try AdapterScene(
                items: 20, definition: #"{"layout":"table","estimatedRowHeight":40,"selfSizing":"\#(mode)"}"#,
                data: "UPDATE item SET height = 40 WHERE key = 'k1'", lockTimeout: .seconds(5))
            scene.view.measuredHeight = { _ in 60 }
            scene.layOutAgain()
            #expect(try size(of: "k0", scene) == filled && size(of: "k1", scene) == stored)
            try await scene.expectSound()
        }
    }

    @Test("A header's stored height stays, and a measured one is measured again until the user stores one")
    func headers() async throws {
        let scene = try AdapterScene(
            items: 8, definition: AdapterScene.headed, sections: 3,
            data: "UPDATE section SET header_height = 35 WHERE id = 0", lockTimeout: .seconds(5))
        scene.dataSource.observe()
        var preferred = 50.0
        scene.view.measuredViewHeight = { _, _ in preferred }
        func heights() throws -> String? {
            scene.layOutAgain()
            return try text("SELECT group_concat(coalesce(header_height, '-')) FROM section", scene)
        }
        try await scene.wait { try heights() == "35.0,50.0,50.0" }
        try scene.execute("UPDATE section SET header_height = 45 WHERE id = 1")
        try await scene.quiet()
        preferred = 55
        try await scene.wait { try heights() == "35.0,45.0,55.0" }
        try await scene.expectSound()
    }
}
