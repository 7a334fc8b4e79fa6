/// A section of a definition, resolved in a container: the common part of its solvers.
///
/// A class, so that solvers share one instead of copying its many parts; nothing in it changes.
final class SectionProgram: Sendable {
    let axis: LayoutAxis
    /// The axis on which the groups stack: the scroll axis, or the other one in an orthogonal section.
    let stackAxis: LayoutAxis
    let container: LayoutSize
    let grid: PixelGrid
    let behavior: OrthogonalScrollingBehavior
    let motion: LayoutMotion?
    let interGroupSpacing: Double
    let cellZIndex: Int
    let group: GroupProgram
    /// The outermost group's edge spacing, with flexible edges at their minimum.
    let outerEdges: LayoutInsets
    /// A full group, if nothing in it is measured. Outside orthogonal sections it has its place across the scroll axis,
    /// mirrored if the layout is.
    let template: GroupLayout.Template?
    let decorations: [BandBuffer.SectionElement]
    /// The section's own insets.
    let insets: LayoutInsets
    /// The section's insets together with the environment's, across the scroll axis.
    let contentInsets: LayoutInsets
    let boundary: BoundaryLayout
    /// The container's width, where everything is mirrored at its middle.
    let mirrorWidth: Double?

    var isOrthogonal: Bool { behavior != .none }
    /// Whether the outermost group is uniform, so that the whole section shares maximums.
    var sharesMaximums: Bool { group.nodes[0].isUniform.isAny }
    /// Whether a band's frames can be known, and stay as they are, without the bands after it.
    var canBeCut: Bool {
        !isOrthogonal && !sharesMaximums && !boundary.hasCenteredItems && !group.breaksDependOnGroups
    }

    /// - Parameters:
    ///   - measure: The overrides in the section's own row, if any.
    ///   - base: the same section without overrides, whose group is used again if it is the same.
    init(
        _ definition: CompositionalDefinition, section index: Int, container: LayoutSize, grid: PixelGrid = PixelGrid(),
        measure: SectionMeasure? = nil, base: SectionProgram? = nil, kinds: inout [BandBuffer.ElementKind]
    ) {
        let section = definition.sections[index]
        let axis = definition.axis
        self.axis = axis
        self.container = container
        self.grid = grid
        behavior = section.orthogonalScrolling
        motion = section.motion
        stackAxis = behavior == .none ? axis : axis.cross
        interGroupSpacing = behavior == .none ? grid.length(section.interGroupSpacing) : section.interGroupSpacing
        cellZIndex = section.decorations.isEmpty ? 0 : 1
        mirrorWidth = definition.rightToLeft && axis == .vertical ? container.width : nil
        let isCollapsed = measure?.isCollapsed ?? false
        let insets = measure?.insets(over: section.contentInsets) ?? section.contentInsets
        self.insets = insets
        var contentInsets = insets
        let reference = definition.insets[section.contentInsetsReference ?? definition.contentInsetsReference]
        if axis == .vertical {
            contentInsets.leading += reference.leading
            contentInsets.trailing += reference.trailing
        } else {
            contentInsets.top += reference.top
            contentInsets.bottom += reference.bottom
        }
        contentInsets = grid.insets(contentInsets, along: axis)
        self.contentInsets = contentInsets
        // Along the scroll axis a fraction is of the whole container, insets not subtracted.
        var box = container
        box[axis.cross] = max(0, container[axis.cross] - contentInsets.total(axis.cross))
        let reusable = base?.contentInsets == contentInsets ? base : nil
        group = reusable?.group ?? GroupProgram(section.group, in: box, grid: grid, kinds: &kinds)
        boundary = BoundaryLayout(
            section.boundaryItems.filter { !isCollapsed || $0.alignment.position(axis) == .start }, axis: axis,
            container: container,
            insets: section.supplementariesFollowContentInsets ? insets : .zero, section: measure, grid: grid,
            kinds: &kinds)
        decorations = (isCollapsed ? [] : section.decorations).map { decoration in
            let kind = BandBuffer.ElementKind(category: .decoration, name: decoration.elementKind)
            let (insets, cross) = (decoration.contentInsets, axis.cross)
            return BandBuffer.SectionElement(
                kind: kinds.index(of: kind), edge: .span,
                frame: LayoutRect(
                    axis: axis, along: insets.start(axis), cross: insets.start(cross), alongLength: 0,
                    crossLength: max(0, container[cross] - insets.total(cross))),
                zIndex: decoration.zIndex ?? 0, pins: false, reserve: insets.end(axis))
        }
        outerEdges = behavior == .none ? grid.insets(group.nodes[0].edges, along: axis) : group.nodes[0].edges
        guard reusable == nil else {
            template = reusable?.template
            return
        }
        var template = GroupLayout.Template(group, cellZIndex: cellZIndex)
        if behavior == .none, let size = template?.size {
            var origin = LayoutPoint.zero
            origin[axis.cross] = Self.crossOrigin(
                of: group.nodes[0], size: size, container: container, insets: contentInsets, axis: axis)
            template?.move(by: origin, mirroredIn: mirrorWidth)
        }
        self.template = template
    }

    /// The beginning of a group across the scroll axis. It is after the leading inset and the group's edge spacing,
    /// whose flexible edges share the rest of the section's box.
    func crossOrigin(ofGroupWith size: LayoutSize) -> Double {
        Self.crossOrigin(of: group.nodes[0], size: size, container: container, insets: contentInsets, axis: axis)
    }

    private static func crossOrigin(
        of group: GroupProgram.Node, size: LayoutSize, container: LayoutSize, insets: LayoutInsets, axis: LayoutAxis
    ) -> Double {
        let cross = axis.cross
        let thickness = max(0, container[cross] - insets.total(cross))
        return insets.start(cross) + group.crossOrigin(of: size[cross], in: thickness, axis: cross)
    }

    /// Writes the opening elements of a section into the band that begins it; returns the beginning of its groups along
    /// the scroll axis.
    func begin(_ band: inout BandBuffer) -> Double {
        mirroring(&band) { band in
            band.sectionElements += decorations
            boundary.append(.start, to: &band)
        }
        return boundary.startExtension + contentInsets.start(axis)
    }

    /// Writes the closing elements of a section after its groups, into its last band.
    func finish(_ band: inout BandBuffer, groupsEnd: Double) {
        let boxEnd = groupsEnd + contentInsets.end(axis)
        mirroring(&band) { band in
            boundary.append(.center, boxEnd: boxEnd, to: &band)
            boundary.append(.end, boxEnd: boxEnd, to: &band)
        }
        endBand(&band, at: boxEnd + boundary.endExtension)
    }

    func endBand(_ band: inout BandBuffer, at end: Double) {
        // Only insets below zero can bring a band's end before its beginning.
        band.length = max(0, end)
        band.crossLength = container[axis.cross]
    }

    /// Fills a band, and mirrors the elements that this adds.
    func mirroring(_ band: inout BandBuffer, _ fill: (inout BandBuffer) -> Void) {
        let (firstElement, firstSectionElement) = (band.elements.count, band.sectionElements.count)
        fill(&band)
        guard let mirrorWidth else { return }
        for index in firstElement..<band.elements.count { band.elements[index].frame.mirror(in: mirrorWidth) }
        for index in firstSectionElement..<band.sectionElements.count {
            band.sectionElements[index].frame.mirror(in: mirrorWidth)
        }
    }

    /// The distance kept before a group that is not the first: never so negative that the group would
    /// end before the one ahead of it.
    func spacing(beforeGroupOfStride stride: Double) -> Double { max(interGroupSpacing, -stride) }
}
