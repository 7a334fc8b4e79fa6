#if LAYOUT_VIEWS
/// Scrolls the sections that scroll orthogonally: each one near the screen has an invisible scroll view, whose offset
/// moves the section's cells.
@MainActor
final class OrthogonalScrolling: NSObject {
    private(set) weak var layout: StoredCollectionViewLayout?
    private(set) var views: [Int64: OrthogonalScrollView] = [:]
    private var isScheduled = false
    private var storing: Set<Int64> = []
    #if canImport(AppKit) && !canImport(UIKit) || LAYOUT_APPKIT_STAND_INS
    let wheelView = WheelView()
    #endif

    /// Makes scroll views for such sections, once the view has been laid out: a layout pass adds no views.
    func update(_ layout: StoredCollectionViewLayout) {
        self.layout = layout
        guard !isScheduled else { return }
        isScheduled = true
        Task { [weak self] in
            self?.isScheduled = false
            self?.placeViews()
        }
    }

    private func placeViews() {
        guard let layout, let collectionView = layout.collectionView else { return }
        let strips = layout.shown.orthogonalStrips()
        for strip in strips {
            let view = views[strip.sectionID] ?? OrthogonalScrollView()
            if views.updateValue(view, forKey: strip.sectionID) == nil { add(view, to: collectionView) }
            let generation = layout.snapshot?.generation
            let isOther = view.generation != generation || view.strip.frame.size != strip.frame.size
            (view.strip, view.generation) = (strip, generation)
            view.isVertical = layout.shown.window.axis == .horizontal
            place(view)
            if isOther { readContent(of: view) }
            view.showOffset()
        }
        let shown = Set(strips.map(\.sectionID))
        for (sectionID, view) in views where !shown.contains(sectionID) && !view.isTouched {
            remove(view, from: collectionView)
            views[sectionID] = nil
        }
    }

    /// Finds out how far the section can be scrolled and where it may rest, again in each state and size.
    private func readContent(of view: OrthogonalScrollView) {
        guard let layout else { return }
        // The store's present state may have it at another index than the one that is shown.
        let (active, sectionID) = (layout.active, view.strip.sectionID)
        Task { [weak self, weak view] in
            do {
                guard let content = try await active.orthogonalContent(ofSectionWithID: sectionID) else { return }
                view?.content = content
                view?.showOffset()
            } catch {
                self?.layout?.shown.record(error)
            }
        }
    }

    // MARK: Scrolling

    /// Moves the section's cells to where its scroll view is.
    func follow(_ view: OrthogonalScrollView) {
        guard let layout, view.content != nil, view.offset != view.strip.offset else { return }
        view.strip.offset = view.offset
        layout.shown.scroll(section: view.strip.sectionID, to: view.offset)
        layout.invalidateLayout()
    }

    /// Stores where the section rests: one offset after another, so that the last one stays.
    func store(_ view: OrthogonalScrollView) {
        let sectionID = view.strip.sectionID
        guard let layout, storing.insert(sectionID).inserted else { return }
        var active = layout.active
        Task { [weak self] in
            defer { self?.storing.remove(sectionID) }
            do {
                var offset: Double
                repeat {
                    offset = view.offset
                    active = self?.layout?.active ?? active
                    try await active.storeOrthogonalOffset(offset, ofSection: sectionID)
                } while view.offset != offset && !view.isTouched
            } catch {
                self?.layout?.shown.record(error)
            }
        }
    }
}
#endif
