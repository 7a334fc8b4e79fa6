package import LayoutCore
package import LayoutEngine

/// The part that must stay in its place on the screen while a view shows one state after another.
///
/// It is taken from what the view shows, so that it also serves when the former state cannot be read any more. All
/// numbers are points along the scroll axis, in coordinates of the content.
package struct ScreenHold: Sendable {
    package var edge: ScrollAnchor.Edge
    package var axis: LayoutAxis
    package var extent: ContentWindow.Extent
    /// The place of the content at the view's beginning.
    package var place: Double
    /// The view's offset across the scroll axis.
    package var crossOffset: Double
    /// The cells on the screen, the one to keep first, in coordinates of the content.
    package var cells: [LayoutAttributes]
    /// The place that the view goes to, and how far it is from there. It is held rather than the cells.
    var destination: (place: ScrollDestination, distance: Double)?

    /// Looking up more would cost more than it helps: a screen has some tens of cells.
    private static let candidateLimit = 16
    /// The number of cells, still there, that decide.
    private static let witnessLimit = 8

    /// Whether the view follows the end of the content that it opened at.
    package var isAtLimit: Bool { extent.isAtLimit(edge, place) }

    /// The view's place in another state that keeps the held part on the screen.
    ///
    /// - Parameter measured: Items that got another size because of this view. They hold nothing.
    func place(
        in snapshot: LayoutSnapshot, _ growth: GrowingRow.Growth? = nil, without measured: Set<Int64> = []
    ) throws -> Double {
        var new = extent
        new.contentLength = snapshot.contentSize[axis] + (growth?.distance ?? 0)
        new.isMirrored = snapshot.isMirrored
        // Beyond an end a view bounces: that part of its offset belongs to no place.
        let inside = extent.clamped(place)
        if let destination, let found = try destination.place.place(in: snapshot, growth, new) {
            return found - destination.distance
        }
        if isAtLimit { return new.limit(edge) + place - inside }
        guard let found = try shift(in: snapshot, growth, without: measured) else {
            return new.clamped(inside) + place - inside
        }
        return new.clamped(inside + found) + place - inside
    }

    /// How far the first cell that is still there has moved; nil if none is, or none is laid out.
    ///
    /// An item that has gone elsewhere by itself takes no view along. Most of the others are on its other side then; on
    /// a plane they have not gone as far.
    func shift(
        in snapshot: LayoutSnapshot, _ growth: GrowingRow.Growth? = nil, without measured: Set<Int64> = []
    ) throws -> Double? {
        typealias Held = (before: LayoutAttributes, now: LayoutAttributes)
        var found: [Held] = []
        for (id, cell) in held(without: measured) where found.count < Self.witnessLimit {
            if let now = try snapshot.cell(ofItem: id) { found.append((cell, growth.grown(now))) }
        }
        func distance(_ held: Held) -> Double { held.now.frame.min(axis) - held.before.frame.min(axis) }
        func isBefore(_ one: LayoutAttributes, _ other: LayoutAttributes) -> Bool {
            (one.section ?? 0, one.item) < (other.section ?? 0, other.item)
        }
        let votes = found.map { one in
            found.count { other in
                snapshot.isPlane
                    ? distance(one) == distance(other)
                    : isBefore(one.before, other.before) == isBefore(one.now, other.now)
            }
        }
        let most = votes.max()
        let staying = zip(found, votes).filter { $1 == most }.map(\.0)
        // The neighbours of a cell that grew should not move because of it.
        let same = staying.first { abs($0.now.frame.length(axis) - $0.before.frame.length(axis)) < 0.5 }
        if let first = same ?? staying.first { return distance(first) }
        return measured.isEmpty ? nil : try shift(in: snapshot, growth)
    }

    /// The first cells and their items, without some items.
    private func held(without measured: Set<Int64>) -> [(id: Int64, cell: LayoutAttributes)] {
        let held = cells.lazy.compactMap { cell in cell.itemID.map { (id: $0, cell: cell) } }
        return Array(held.filter { !measured.contains($0.id) }.prefix(Self.candidateLimit))
    }

    /// An anchor for the first cell in the state that is shown, which need not be read.
    ///
    /// - Parameter measured: Items that hold nothing, if there are others.
    func anchor(in snapshot: LayoutSnapshot, size: LayoutSize, without measured: Set<Int64> = []) -> ScrollAnchor? {
        if isAtLimit { return ScrollAnchor(edge: edge, isAtLimit: true) }
        guard let cell = held(without: measured).first?.cell ?? cells.first, let path = cell.indexPath
        else { return nil }
        let isFar = (edge == .end) != snapshot.isMirrored
        let distance = isFar ? cell.frame.max(axis) - place - size[axis] : cell.frame.min(axis) - place
        let covered = snapshot.coveredLengths
        return ScrollAnchor(
            edge: edge, itemID: cell.itemID, indexPath: path,
            distance: (snapshot.isMirrored ? -distance : distance) + (edge == .start ? -covered.start : covered.end))
    }

    /// Lays out what is held, unless it is laid out in another state.
    ///
    /// - Returns: False if it was.
    func prepare(in layout: StoredLayout, unlessFoundIn snapshot: LayoutSnapshot) async throws -> Bool {
        if let destination {
            if try destination.place.place(in: snapshot, nil, extent, takesEstimate: false) != nil { return false }
            try await destination.place.prepare(in: layout)
            return true
        }
        if try isAtLimit || cells.isEmpty || shift(in: snapshot) != nil { return false }
        try await layout.prepareItems(cells.prefix(4).compactMap(\.itemID))
        return true
    }

    /// The rectangle of a view at a place, with half a screen on each side.
    func rect(at place: Double, in size: LayoutSize) -> LayoutRect {
        LayoutRect(
            axis: axis, along: place - extent.viewport / 2, cross: crossOffset, alongLength: 2 * extent.viewport,
            crossLength: size[axis.cross])
    }
}
