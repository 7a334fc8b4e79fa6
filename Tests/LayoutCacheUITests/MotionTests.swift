import LayoutCache
import LayoutTestSupport
import Testing

/// Cells that move by their place in the viewport, in a collection view.
@MainActor @Suite struct MotionTests {
    @Test(
        "While the content scrolls, the cells on the screen have the transforms that a query finds",
        arguments: LayoutMotion.allCases)
    func scrolls(motion: LayoutMotion) throws {
        let scene = try AdapterScene(
            items: 300,
            definition: #"{"layout":"flow","itemSize":{"width":90,"height":70},"header":{"height":30},"#
                + #""pinHeaders":true,"motion":"\#(motion)"}"#, sections: 3)
        for step in 0..<40 {
            scene.view.drag(by: step < 30 ? 71 : -57)
            let expected = try scene.wall.layoutAttributesForElements(in: scene.place)
            #expect(expected.contains { $0.alpha < 1 || $0.transform != .identity })
            let shown = scene.view.attributes.filter { $0.frame.intersects(scene.view.bounds) }
            for element in expected {
                let name = "\(element.elementKind ?? "cell") \(IndexPath(element))"
                let found = try #require(shown.first { $0.name == name }, "\(motion), step \(step), \(element)")
                let transform = element.transform
                #expect(
                    found.transform
                        == CGAffineTransform(translationX: transform.translation.x, y: transform.translation.y)
                        .rotated(by: transform.rotation).scaledBy(x: transform.scale, y: transform.scale))
                #expect(found.alpha == element.alpha && found.size == CGSize(element.frame.size))
                guard element.kind == .cell else { continue }
                #expect(scene.layout.layoutAttributesForItem(at: found.indexPath)?.transform == found.transform)
            }
            #expect(shown.filter { $0.alpha > 0 }.count == expected.count, "\(motion), step \(step)")
        }
        #expect(scene.faults.errors.isEmpty && scene.view.offsetsWritten == 0)
    }
}
