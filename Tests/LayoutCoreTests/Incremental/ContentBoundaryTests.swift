import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Elements that belong to the content as a whole. That they stay there while sections come and go is proven by
/// `IncrementalTests`, whose compositional layouts have some.
@Suite struct ContentBoundaryTests {
    @Test("A band of the content that must be laid out again is compared with nothing", arguments: [false, true])
    func staleBoundary(isEnd: Bool) throws {
        // Pinned elements are stored apart from the rows of their band.
        let size = #""size":{"width":{"fractionalWidth":1},"height":24},"pinToVisibleBounds":true"#
        let test = try TestStore.ofRandomRows(
            sections: 3, items: 5...9, seed: 7,
            """
            {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
              "size":{"width":{"fractionalWidth":1},"height":40},
              "repeating":{"size":{"width":{"fractionalWidth":0.5},"height":40}},"count":2}}],
             "boundaryItems":[{"elementKind":"prologue",\(size),"alignment":"top"},
              {"elementKind":"epilogue",\(size),"alignment":"bottom"}]}
            """, 256, 256
        ).prepared()
        #expect(try test.store.verify(deep: true).isWhole)
        try test.execute("UPDATE lc_band SET is_stale = 1 WHERE section_id IS NULL AND ends_content = \(isEnd ? 1 : 0)")
        let verification = try test.store.verify(deep: true)
        #expect(verification.isWhole, "\(verification.problems)")
        try test.store.prepare("wall")
        #expect(try test.store.verify(deep: true).isWhole)
    }
}
