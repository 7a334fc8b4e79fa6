import LayoutCache
import LayoutTestSupport
import Testing

/// Headers and footers that size themselves.
@MainActor @Suite(.serialized) struct BarSizeTests {
    nonisolated private static let table = #"""
        {"layout":"table","estimatedRowHeight":40,"header":{"height":30},"footer":{"height":10},"pinHeaders":true}
        """#
    nonisolated private static let shelves = #"""
        {"layout":"compositional","sections":[{"orthogonalScrolling":"continuous",
         "group":{"axis":"horizontal","size":{"width":80,"height":60},
         "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}}]},
         "boundaryItems":[
         {"elementKind":"header","size":{"width":{"fractionalWidth":1},"height":{"estimated":30}},"alignment":"top"},
         {"elementKind":"footer","size":{"width":{"fractionalWidth":1},"height":10},"alignment":"bottom"}]}]}
        """#

    private func heights(of kind: String, _ view: StrictCollectionView) -> [Double] {
        view.attributes.filter { $0.representedElementKind == kind && $0.frame.overlaps(view.bounds) }
            .map { Double($0.frame.height) }
    }

    @Test(
        "Headers and footers get the heights that they prefer where the layout takes them, and have them the next time",
        arguments: [(table, 25.0), (shelves, 10.0)])
    func sizes(definition: String, footer: Double) async throws {
        let scene = try AdapterScene(items: 200, definition: definition, sections: 20)
        scene.view.drag(by: 700)
        let before = scene.view.screen
        scene.view.measuredViewHeight = { kind, path in kind == "header" ? 50 + Double(path.section % 3) : 25 }
        scene.layOutAgain()
        func isDone() -> Bool {
            let headers = heights(of: "header", scene.view)
            return !headers.isEmpty && headers.allSatisfy { $0 >= 50 }
                && heights(of: "footer", scene.view).allSatisfy { $0 == footer }
        }
        try await scene.wait(until: isDone)
        try await scene.quiet()
        #expect(scene.view.mostPasses <= 4 && before.contains { scene.view.screen[$0.key]?.minY == $0.value.minY })
        for _ in 0..<10 {
            scene.view.drag(by: 100)
            try await scene.wait(until: isDone)
        }
        try await scene.expectSound()
        // Another view has them from the store.
        let other = scene.openAnother()
        other.view.contentOffset = CGPoint(x: 0, y: 800)
        other.view.layoutIfNeeded()
        #expect(heights(of: "header", other.view).contains { $0 >= 50 })
    }

    @Test("A header follows its text to another height and back, and one that never settles is asked a few times")
    func changed() async throws {
        let scene = try AdapterScene(items: 40, definition: Self.table, sections: 2)
        scene.dataSource.observe()
        for height in [50.0, 70, 50, 70, 50] {
            try scene.execute("UPDATE section SET title = 'in \(height) points'")
            scene.view.measuredViewHeight = { kind, _ in kind == "header" ? height : 10 }
            try await scene.wait { heights(of: "header", scene.view).first == height }
        }
        var asked = 0
        scene.view.measuredViewHeight = { kind, _ in
            asked += kind == "header" ? 1 : 0
            return kind == "header" ? Double(51 + asked % 90) : 10
        }
        scene.layout.invalidateLayout()
        try await scene.expectSound()
        #expect(asked < 100)
    }

    @Test(
        "A header keeps its height if it prefers none that is a number, and has another one in another size of the view"
    ) func refused() async throws {
        let scene = try AdapterScene(items: 40, definition: Self.table, sections: 2)
        scene.view.measuredViewHeight = { kind, _ in kind == "header" ? .nan : 10 }
        scene.layOutAgain()
        #expect(heights(of: "header", scene.view) == [30])
        try await scene.turn()
        #expect(scene.faults.errors.count == 1)
        scene.view.measuredViewHeight = { _, _ in 70 }
        scene.layOutAgain()
        try await scene.wait { heights(of: "header", scene.view) == [70] }
        try await scene.quiet()
        #expect(scene.view.mostPasses <= 4 && scene.view.crashes.isEmpty)
        // The text is not measured again where the view had this size before.
        scene.view.measuredViewHeight = nil
        scene.view.resize(to: AdapterScene.phone)
        try await scene.wait { heights(of: "header", scene.view) == [30] }
        scene.view.resize(to: AdapterScene.turned)
        try await scene.wait { heights(of: "header", scene.view) == [70] }
    }
}
