import LayoutCacheTools
import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

@Suite struct ListingTests {
    @Test("Elements are listed by lap, section and item, a section's own elements first, and badges by their kinds")
    func order() throws {
        func element(
            _ kind: LayoutAttributes.Kind, _ name: String? = nil, _ section: Int?, _ item: Int = 0,
            isOfItem: Bool = false, lap: Int = 0
        ) -> LayoutAttributes {
            LayoutAttributes(
                kind: kind, elementKind: name, indexPath: section.map { ItemIndexPath(section: $0, item: item) },
                frame: .zero, zIndex: 0,
                itemID: kind == .cell || isOfItem ? Int64(item) : nil, lap: lap, isStale: false)
        }
        let listed = [
            element(.cell, nil, 1, 7, lap: -1), element(.supplementary, "banner", nil),
            element(.decoration, "background", 0), element(.supplementary, "footer", 0),
            element(.supplementary, "header", 0),
            element(.supplementary, "hot", 0, 0, isOfItem: true), element(.supplementary, "new", 0, 0, isOfItem: true),
            element(.cell, nil, 0, 0), element(.cell, nil, 0, 1), element(.cell, nil, 0, 10),
            element(.supplementary, "header", 1), element(.cell, nil, 1, 0),
            element(.cell, nil, 0, 0, lap: 1),
        ]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            #expect(listed.shuffled(using: &random).sorted(by: LayoutAttributes.isListedBefore) == listed)
        }
        #expect(!listed.contains { LayoutAttributes.isListedBefore($0, $0) })
    }
}
