/// A full instance of a group in which nothing is measured. Its cells and badges are flat arrays, to be stamped out
/// with one addition per coordinate.
struct GroupTemplate: Sendable {
    /// The most cells a template may have: arbitrary, some megabytes. A group beyond it is laid out
    /// without a template.
    static let itemLimit = 1 << 16

    /// Relative to the origin of the group's box.
    var cells: ContiguousArray<BandBuffer.Cell> = []
    /// In the order of their hosts, the template's cells that have to be there for the badges to be.
    var badges: ContiguousArray<BandBuffer.Element> = []
    var size: LayoutSize = .zero

    /// Lays out one full group, or returns nil where measurements matter or it is too large.
    init?(_ program: GroupProgram, cellZIndex: Int) {
        guard program.isFixed else { return nil }
        var layout = GroupLayout(program)
        guard case .closed = layout.layOut([], in: 0..<Int.max, isFinal: false, itemLimit: Self.itemLimit) else {
            return nil
        }
        var buffer = BandBuffer()
        layout.emit(at: .zero, cellZIndex: cellZIndex, into: &buffer)
        cells = buffer.cells
        badges = buffer.elements
        badges.sort { $0.host ?? 0 < $1.host ?? 0 }
        size = layout.size
    }

    /// Puts the first `count` cells, and their badges, into a band.
    @inline(__always)
    func stamp(_ count: Int, at origin: LayoutPoint, into band: inout BandBuffer) {
        if !badges.isEmpty { stampBadges(ofFirst: count, at: origin, into: &band) }
        for index in 0..<count {
            var cell = cells[index]
            cell.frame.x += origin.x
            cell.frame.y += origin.y
            band.cells.append(cell)
        }
    }

    /// Puts full groups one after another into a band. The solver's speed depends on this loop, so it touches only the
    /// template, a running coordinate and the end of the band's cells.
    ///
    /// The cursor stands where the first group's stride begins, or where the spacing before it does
    /// unless it is the section's first.
    func stampFull(
        _ groups: Int, isFirst: Bool, axis: LayoutAxis, cursor: inout Double, spacing: Double, startEdge: Double,
        stride: Double, into band: inout BandBuffer
    ) {
        var place = cursor
        var gap = isFirst ? 0 : spacing
        for _ in 0..<groups {
            place += gap
            gap = spacing
            var origin = LayoutPoint.zero
            origin[axis] = place + startEdge
            stamp(cells.count, at: origin, into: &band)
            place += stride
        }
        cursor = place
    }

    /// Puts the badges of a group whose cells will be the band's next ones.
    private func stampBadges(ofFirst count: Int, at origin: LayoutPoint, into band: inout BandBuffer) {
        let firstHost = band.cells.count
        for var badge in badges {
            guard let host = badge.host, host < count else { return }
            badge.frame = badge.frame.offsetBy(x: origin.x, y: origin.y)
            badge.host = firstHost + host
            band.elements.append(badge)
        }
    }

    /// Moves what it holds, and then mirrors it in a container of a width.
    mutating func move(by distance: LayoutPoint, mirroredIn width: Double?) {
        func move(_ frame: inout LayoutRect) {
            frame = frame.offsetBy(x: distance.x, y: distance.y)
            if let width { frame.mirror(in: width) }
        }
        for index in cells.indices { move(&cells[index].frame) }
        for index in badges.indices { move(&badges[index].frame) }
    }
}

extension LayoutRect {
    /// Puts the rectangle where a mirror at half the given width shows it.
    mutating func mirror(in width: Double) { x = width - maxX }
}
