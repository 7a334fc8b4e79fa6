import LayoutCache
import LayoutTestSupport
import Testing

/// The example, as far as it goes without a device.
@MainActor
@Suite struct GalleryTests {
    private func makePhotos() throws -> (PhotoStore, ScratchDirectory) {
        let directory = try ScratchDirectory()
        let photos = try PhotoStore(path: directory.file("gallery.db"))
        let all = (0..<600).map { number in
            Photo(
                name: "p\(number)", album: "Album \"\(number / 100)\"", width: 300 + number % 7 * 100, height: 400,
                caption: String(repeating: "word ", count: 1 + number * 3 % 40))
        }
        try photos.replace(by: all, container: LayoutSize(width: 320, height: 480))
        return (photos, directory)
    }

    /// A screen in a view as strict as UIKit's may be.
    private func open(_ controller: GalleryViewController) throws -> UICollectionView {
        controller.view.frame = CGRect(x: 0, y: 0, width: 320, height: 480)
        controller.viewDidLoad()
        return try #require(controller.collectionView)
    }

    private func wait(until condition: () throws -> Bool) async throws {
        // As StrictTests.wait(upTo:_:until:) counts.
        let clock = ContinuousClock()
        var waited = Duration.zero
        while try !condition() {
            guard waited < .seconds(300) else {
                Issue.record("the condition did not come true")
                return
            }
            waited += try await min(clock.measure { try await Task.sleep(for: .milliseconds(2)) }, .milliseconds(50))
        }
    }

    @Test("Albums show by themselves, and what comes onto the screen is fetched")
    func albums() async throws {
        let (photos, directory) = try makePhotos()
        let controller = AlbumsViewController(photos)
        let view = try open(controller)
        let layout = try #require(view.collectionViewLayout as? StoredCollectionViewLayout)
        layout.prepare()
        try await wait { layout.snapshot?.isComplete == true }
        #expect(view.dataSource?.numberOfSections(in: view) == 6)
        #expect(view.dataSource?.collectionView(view, numberOfItemsInSection: 5) == 100)
        for step in 1...7 {
            let bounds = CGRect(x: 0, y: Double(step) * 100, width: 320, height: 480)
            _ = layout.shouldInvalidateLayout(forBoundsChange: bounds)
            view.bounds = bounds
            layout.invalidateLayout()
            layout.prepare()
            try await wait { controller.dataSource?.prefetching.isLooking == false }
        }
        let seen = try #require(layout.layoutAttributesForElements(in: view.bounds))
        #expect(seen.contains { $0.representedElementKind == "header" && $0.frame.minY == 700 })
        let snapshot = try await photos.albums.snapshot()
        let below = try snapshot.layoutAttributesForElements(in: LayoutRect(x: 0, y: 1180, width: 320, height: 600))
            .filter { $0.kind == .cell && $0.frame.y >= 1180 }
        #expect(below.count > 4)
        for cell in below {
            let key = try cell.indexPath.flatMap { try snapshot.key(of: $0) }
            #expect(key.map { controller.fetched.contains($0) } == true)
        }
        let cell = view.dataSource?.collectionView(view, cellForItemAt: IndexPath(item: 3, section: 2)) as? PhotoCell
        #expect(cell?.label.text == "p203")
        withExtendedLifetime(directory) {}
    }

    @Test("Captions become as high as their texts")
    func captions() async throws {
        let (photos, directory) = try makePhotos()
        let controller = CaptionsViewController(photos)
        let view = try open(controller)
        let layout = try #require(view.collectionViewLayout as? StoredCollectionViewLayout)
        layout.patience = .seconds(5)
        layout.prepare()
        try await wait { layout.snapshot?.isComplete == true }
        // A pass of a collection view: each visible cell reports its size, and the layout is prepared.
        for attributes in layout.layoutAttributesForElements(in: view.bounds) ?? []
        where attributes.representedElementCategory == .cell {
            let cell = try #require(
                view.dataSource?.collectionView(view, cellForItemAt: attributes.indexPath) as? CaptionCell)
            let preferred = UICollectionViewLayoutAttributes(forCellWith: attributes.indexPath)
            preferred.frame = attributes.frame
            preferred.frame = cell.preferredLayoutAttributesFitting(preferred).frame
            if layout.shouldInvalidateLayout(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
            {
                layout.invalidateLayout(
                    with: layout.invalidationContext(
                        forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes))
            }
        }
        layout.prepare()
        // The payload of the first is {"caption":"word "}: 19 letters in one line of 40; the third's has 49.
        #expect(layout.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame.height == 36)
        #expect(layout.layoutAttributesForItem(at: IndexPath(item: 2, section: 0))?.frame.height == 56)
        withExtendedLifetime(directory) {}
    }
}
