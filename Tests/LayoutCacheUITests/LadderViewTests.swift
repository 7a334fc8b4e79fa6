import LayoutCache
import LayoutTestSupport
import Testing

/// Pinches between the layouts of a ladder, in a collection view.
@MainActor @Suite struct LadderViewTests {
    private func waterfall(_ columns: Int) -> String {
        #"{"layout":"waterfall","columns":\#(columns),"columnSpacing":2,"itemSpacing":2,"header":{"height":20}}"#
    }

    /// A view on a wall of three columns, with a ladder that contains it. Only the wall is prepared.
    private func makeScene(_ definitions: [String], wall: Int) throws -> AdapterScene {
        let scene = try AdapterScene(
            items: 1500, definition: definitions[wall], sections: 3,
            data: "UPDATE item SET width = 30 + id % 7 * 9, height = 20 + id % 5 * 13")
        for (index, definition) in definitions.enumerated() where index != wall {
            try scene.store.defineLayout(
                "rung\(index)", dataset: "data", definition: LayoutDefinition(json: definition),
                container: LayoutSize(AdapterScene.phone))
        }
        scene.layout.ladder = definitions.indices.map { $0 == wall ? scene.wall : scene.store.layout("rung\($0)") }
        return scene
    }

    /// Pinches to the next rung, or back to this one.
    private func pinch(
        _ scene: AdapterScene, at place: CGPoint, _ factor: Double, during: (Double) throws -> Void = { _ in }
    ) async throws {
        let origin = scene.view.bounds.origin
        scene.layout.beginPinch(at: CGPoint(x: origin.x + place.x, y: origin.y + place.y))
        scene.layout.pinch(by: factor)
        let climb = try #require(scene.layout.climb)
        try await scene.wait { climb.target != nil || scene.layout.climb !== climb }
        for share in [0.1, 0.4, 0.9, 0.99] {
            scene.layout.pinch(by: exp(climb.magnification * share - climb.amount))
            scene.view.layoutIfNeeded()
            try during(share)
        }
        scene.layout.endPinch()
        try await scene.wait { scene.layout.climb == nil }
    }

    /// The place of the held point on the screen.
    private func held(_ scene: AdapterScene, _ hold: ScrollAnchor) throws -> Double {
        let path = IndexPath(hold.indexPath)
        let frame = try #require(
            scene.view.attributes.first { $0.representedElementCategory == .cell && $0.indexPath == path }?.frame)
        return try #require(hold.point).point(of: LayoutRect(frame)).y - Double(scene.view.bounds.minY)
    }

    @Test("The point under the fingers moves 0 points, from rung to unprepared rung, and comes back to its pixel")
    func pinchAnchor() async throws {
        let scene = try makeScene([1, 2, 3, 5, 8, 16, 32].map(waterfall), wall: 2)
        scene.view.drag(by: 3333)
        let place = CGPoint(x: 150, y: 222)
        let start = scene.view.screen
        let upAndDown = [(0.9, "rung3"), (0.9, "rung4"), (1.1, "rung3"), (1.1, "wall")]
        for (factor, rung) in upAndDown + upAndDown + [(1.1, "rung1")] {
            var point: ScrollAnchor?
            try await pinch(scene, at: place, factor) { share in
                let hold = try #require(scene.layout.climb?.hold)
                point = hold
                let progress = try #require(scene.layout.transitionProgress)
                #expect(abs(progress - share) < 1e-9)
                #expect(abs(try held(scene, hold) - place.y) < 1e-6, "\(rung) at \(share)")
            }
            #expect(scene.layout.layout.name == rung && scene.layout.snapshot?.name == rung)
            #expect(abs(try held(scene, #require(point)) - place.y) < 1e-6, "\(rung)")
            let bounds = scene.view.bounds
            let expected = try scene.store.layout(rung).layoutAttributesForElements(
                in: scene.layout.contentRect(bounds))
            let found = scene.view.attributes.filter { $0.frame.overlaps(bounds) }
            #expect(Set(found.map(\.indexPath)) == Set(expected.map { IndexPath($0) }), "\(rung)")
            #expect(found.allSatisfy { $0.alpha == 1 })
            guard rung == "wall" else { continue }
            #expect(Set(scene.view.screen.keys) == Set(start.keys))
            for (key, frame) in scene.view.screen {
                #expect(abs(frame.minY - (start[key]?.minY ?? .nan)) < 1e-6, "\(key)")
            }
        }
        #expect(scene.view.crashes.isEmpty && scene.faults.errors.isEmpty)
    }

    @Test("A pinch leads across kinds and axes, over several rungs, and back where it was let go early")
    func kinds() async throws {
        let scene = try makeScene(
            [
                AdapterScene.table, waterfall(3), #"{"layout":"flow","itemSpacing":3}"#,
                #"{"layout":"flow","axis":"horizontal"}"#,
            ], wall: 1)
        scene.view.drag(by: 1500)
        let place = CGPoint(x: 60, y: 60)
        for (factor, rung) in [(0.9, "rung2"), (0.9, "rung3"), (1.1, "rung2"), (1.1, "wall"), (1.1, "rung0")] {
            try await pinch(scene, at: place, factor)
            #expect(scene.layout.layout.name == rung)
        }
        // At the ends of the ladder a pinch leads nowhere.
        scene.layout.beginPinch(at: scene.view.bounds.origin)
        scene.layout.pinch(by: 1.5)
        #expect(scene.layout.climb == nil)
        scene.layout.pinch(by: 0.99)
        scene.layout.endPinch()
        try await scene.wait { scene.layout.climb == nil }
        #expect(scene.layout.layout.name == "rung0" && scene.layout.transitionProgress == nil)
        #expect(scene.view.isScrollEnabled && scene.view.crashes.isEmpty && scene.faults.errors.isEmpty)
    }

    @Test("A pinch goes on over data that changes, and ends with its layout, its view and the size of that")
    func changes() async throws {
        let scene = try makeScene([3, 5].map(waterfall), wall: 0)
        scene.dataSource.observe()
        scene.view.drag(by: 700)
        scene.layout.beginPinch(at: CGPoint(x: 100, y: 800))
        scene.layout.pinch(by: 0.9)
        let climb = try #require(scene.layout.climb)
        try scene.execute("DELETE FROM item WHERE id % 10 = 3")
        try await scene.wait { climb.target != nil || scene.layout.climb !== climb }
        #expect(climb.target != nil)
        scene.layout.endPinch()
        try await scene.wait { scene.layout.climb == nil && scene.layout.snapshot?.numberOfItems == 1350 }
        let endings = [
            { scene.layout.show(scene.wall) }, { scene.view.resize(to: AdapterScene.turned) },
            { scene.layout.collectionView = nil },
        ]
        for end in endings {
            try await scene.quiet()
            try await pinch(scene, at: CGPoint(x: 100, y: 100), 0.95) { if $0 == 0.99 { end() } }
            #expect(scene.layout.climb == nil && scene.layout.layout.name == "wall")
        }
        #expect(scene.view.crashes.isEmpty && scene.faults.errors.isEmpty)
    }
}
