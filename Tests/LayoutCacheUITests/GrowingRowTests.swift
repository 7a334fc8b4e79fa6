import LayoutCache
import LayoutTestSupport
import Testing

/// A conversation whose last row grows many times a second.
@MainActor @Suite(.serialized) struct GrowingRowTests {
    @Test("A view at the end follows a row that grows, and one further up does not move", arguments: [false, true])
    func tokens(isReading: Bool) async throws {
        let scene = try await AdapterScene(items: 200, keeping: .end).observing()
        if isReading { scene.scroll(to: 4000) }
        try await scene.quiet()
        let before = scene.view.screen
        let end = Double(scene.view.bounds.height)
        for token in 1...20 {
            let size = LayoutSize(width: 320, height: 40 + Double(token) * 9)
            try scene.layout.grow(.key("k199"), to: size)
            // It shows at once.
            scene.view.layoutIfNeeded()
            #expect(
                isReading
                    ? scene.layout.collectionViewContentSize.height == 7960 + size.height
                    : scene.view.screen["k199"].map { $0.height == size.height && abs($0.maxY - end) < 0.001 } ?? false,
                "\(token)")
            if isReading { #expect(scene.view.screen == before, "\(token)") }
            try await Task.sleep(for: .milliseconds(10))
        }
        try await scene.wait { try LayoutStore(path: scene.store.path).layout("wall").contentSize().height == 8180 }
        try await scene.quiet()
        #expect(isReading ? scene.view.screen == before : abs((scene.view.screen["k199"]?.maxY ?? 0) - end) < 0.001)
        try await scene.expectSound()
    }
}
