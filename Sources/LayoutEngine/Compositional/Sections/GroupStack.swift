/// Stacks a section's outermost groups into bands: the common part of a section's solvers.
struct GroupStack: Sendable {
    let section: SectionProgram
    /// The beginning of the next group's stride on the stacking axis: in the band, or, in an orthogonal section, in the
    /// inner content.
    var cursor = 0.0
    var isFirstGroup: Bool
    /// Whether the band being filled has a group, so that it can end.
    var holdsGroups = false
    private var needsBeginning: Bool
    /// The beginning of an orthogonal section's row of groups along the scroll axis.
    private var rowStart = 0.0
    private var row: ContiguousArray<RowGroup> = []

    /// A group of an orthogonal section.
    private struct RowGroup: Sendable {
        var extent: OrthogonalContent.GroupExtent
        var thickness: Double
        var cellsEnd: Int
    }

    init(_ section: SectionProgram, from start: BandStart) {
        self.section = section
        isFirstGroup = start.isSectionStart
        // An orthogonal section is one band, in whose middle solving may begin.
        needsBeginning = start.isSectionStart || section.isOrthogonal
    }

    /// Writes what opens the section, once.
    mutating func beginIfNeeded(_ band: inout BandBuffer) {
        guard needsBeginning else { return }
        needsBeginning = false
        let start = section.begin(&band)
        if section.isOrthogonal {
            rowStart = start
            cursor = section.contentInsets.start(section.stackAxis)
        } else {
            cursor = start
        }
    }

    /// The length that a group of the given size takes up on the stacking axis.
    func stride(of size: LayoutSize) -> Double {
        let length = size[section.stackAxis]
        return section.outerEdges.total(section.stackAxis)
            + (section.isOrthogonal ? length : section.grid.length(length))
    }

    /// Takes room for the next group and returns the origin of its box.
    mutating func takeRoom(for size: LayoutSize) -> LayoutPoint {
        let edges = section.outerEdges
        let start = takeRoom(ofStride: stride(of: size))
        var origin = LayoutPoint.zero
        origin[section.stackAxis] = start
        if section.isOrthogonal {
            origin[section.axis] = rowStart + edges.start(section.axis)
        } else {
            origin[section.axis.cross] = section.crossOrigin(ofGroupWith: size)
        }
        return origin
    }

    /// Takes room for a group of the given stride, and returns where its box begins on the stacking axis.
    mutating func takeRoom(ofStride stride: Double) -> Double {
        if !isFirstGroup { cursor += section.spacing(beforeGroupOfStride: stride) }
        let start = cursor + section.outerEdges.start(section.stackAxis)
        cursor += stride
        isFirstGroup = false
        holdsGroups = true
        return start
    }

    /// Notes that a group's cells are in the band, the group's box beginning at the given origin.
    mutating func didPlaceGroup(of size: LayoutSize, at origin: LayoutPoint, in band: BandBuffer) {
        guard section.isOrthogonal else { return }
        let extent = OrthogonalContent.GroupExtent(start: origin[section.stackAxis], length: size[section.stackAxis])
        row.append(RowGroup(extent: extent, thickness: size[section.axis], cellsEnd: band.cells.count))
    }

    mutating func endBand(_ band: inout BandBuffer) {
        beginIfNeeded(&band)
        section.endBand(&band, at: cursor)
        cursor = 0
        holdsGroups = false
    }

    mutating func finish(_ band: inout BandBuffer) {
        beginIfNeeded(&band)
        guard section.isOrthogonal else {
            section.finish(&band, groupsEnd: cursor)
            return
        }
        let edges = section.outerEdges.total(section.axis)
        var thickness = 0.0
        for group in row { thickness = max(thickness, edges + group.thickness) }
        thickness = section.grid.length(thickness)
        alignRow(in: thickness, band: &band)
        if let width = section.mirrorWidth { mirrorRow(in: width, band: &band) }
        section.finish(&band, groupsEnd: rowStart + thickness)
        band.orthogonal = OrthogonalContent(
            behavior: section.behavior, contentLength: cursor + section.contentInsets.end(section.stackAxis),
            viewportLength: section.container[section.stackAxis],
            leadingInset: section.contentInsets.start(section.stackAxis),
            groups: ContiguousArray(row.map(\.extent)), motion: section.motion)
    }

    /// Moves the groups of an orthogonal section to their place in the row, now that its thickness is
    /// known.
    private func alignRow(in thickness: Double, band: inout BandBuffer) {
        let node = section.group.nodes[0]
        guard node.isStartFlexible[section.axis] else { return }
        var shifts: ContiguousArray<Double> = []
        shifts.reserveCapacity(band.cells.count)
        for group in row {
            let place = node.crossOrigin(of: group.thickness, in: thickness, axis: section.axis)
            let shift = place - node.edges.start(section.axis)
            while shifts.count < group.cellsEnd { shifts.append(shift) }
        }
        for index in shifts.indices { shift(&band.cells[index].frame, by: shifts[index]) }
        for index in band.elements.indices {
            guard let host = band.elements[index].host else { continue }
            shift(&band.elements[index].frame, by: shifts[host])
        }
    }

    private func shift(_ frame: inout LayoutRect, by distance: Double) {
        if section.axis == .vertical { frame.y += distance } else { frame.x += distance }
    }

    private func mirrorRow(in width: Double, band: inout BandBuffer) {
        for index in band.cells.indices { band.cells[index].frame.mirror(in: width) }
        for index in band.elements.indices where band.elements[index].host != nil {
            band.elements[index].frame.mirror(in: width)
        }
    }
}
