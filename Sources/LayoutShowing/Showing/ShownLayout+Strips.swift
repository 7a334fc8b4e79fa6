package import LayoutCore
internal import LayoutEngine

/// Sections that scroll orthogonally.
extension ShownLayout {
    /// The sections that scroll orthogonally, in the coordinates of the view. They are in the part that the view
    /// has asked for: it asks for some screens at once.
    package mutating func orthogonalStrips() -> [OrthogonalStrip] {
        guard let requestedRect else { return [] }
        return orthogonalStrips(in: requestedRect)
    }

    private mutating func orthogonalStrips(in rect: LayoutRect) -> [OrthogonalStrip] {
        guard let snapshot, snapshot.isOpen else { return [] }
        let sections = Set(elements.cells(in: rect).compactMap(\.section))
        let (window, known) = (window, orthogonal)
        return attempt([]) {
            try sections.sorted().compactMap { section in
                guard var strip = try snapshot.orthogonalStrip(ofSection: section) else { return nil }
                strip.frame = window.viewRect(strip.frame)
                strip.offset = known.offset(ofSection: strip.sectionID) ?? strip.offset
                return strip
            }
        }
    }

    /// A section was scrolled orthogonally.
    package mutating func scroll(section sectionID: Int64, to offset: Double) {
        orthogonal.set(offset, ofSection: sectionID)
        elements.forgetState(keepsKnown: false)
    }

    /// Keeps what is in the strips in its place when another state is shown. A strip moves as far as the first of its
    /// cells that is still there. One that is at its beginning stays there.
    mutating func holdStrips(from old: LayoutSnapshot, to snapshot: LayoutSnapshot) {
        guard old.isOpen else { return }
        let (axis, elements, visible) = (window.axis.cross, elements, window.contentRect(view.visible))
        for strip in orthogonalStrips(in: visible) where strip.offset > 0 {
            let cells = elements.cells(in: visible).filter { $0.section == strip.section }.sorted {
                strip.isMirrored ? $0.frame.max(axis) > $1.frame.max(axis) : $0.frame.min(axis) < $1.frame.min(axis)
            }
            let offset = attempt(strip.offset) {
                for id in cells.lazy.compactMap(\.itemID) {
                    guard let now = try snapshot.cell(ofItem: id)?.frame, let before = try old.cell(ofItem: id)?.frame
                    else { continue }
                    let shift =
                        strip.isMirrored ? before.max(axis) - now.max(axis) : now.min(axis) - before.min(axis)
                    return strip.offset + shift
                }
                // Nothing of it is left: its end may be before this.
                guard let section = try snapshot.section(withID: strip.sectionID),
                    let last = try snapshot.layoutAttributesForItem(
                        at: ItemIndexPath(section: section, item: snapshot.numberOfItems(inSection: section) - 1))?
                        .frame
                else { return strip.offset }
                let beyond =
                    strip.isMirrored ? strip.frame.min(axis) - last.min(axis) : last.max(axis) - strip.frame.max(axis)
                return min(strip.offset, max(0, beyond))
            }
            if offset != strip.offset { orthogonal.set(offset, ofSection: strip.sectionID) }
        }
    }
}

/// How far sections that scroll orthogonally have been scrolled since they were read from the store.
struct OrthogonalOffsets {
    private var offsets: [Int64: Double] = [:]
    /// The same by the sections' indices in the snapshot that is shown.
    private var indices: [Int: Double]?

    func offset(ofSection sectionID: Int64) -> Double? { offsets[sectionID] }

    mutating func set(_ offset: Double, ofSection sectionID: Int64) {
        offsets[sectionID] = offset
        indices = nil
    }

    /// Another snapshot is shown.
    mutating func forgetIndices() { indices = nil }

    mutating func byIndex(in snapshot: LayoutSnapshot) -> [Int: Double] {
        guard !offsets.isEmpty else { return [:] }
        if let indices { return indices }
        var found: [Int: Double] = [:]
        for (sectionID, offset) in offsets {
            // A section that cannot be found is not on the screen.
            if let index = try? snapshot.section(withID: sectionID) { found[index] = offset }
        }
        indices = found
        return found
    }
}
