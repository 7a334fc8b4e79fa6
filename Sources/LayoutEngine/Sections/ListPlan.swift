/// A plan of a kind whose sections are parts of a list, with headers, footers, separators and backgrounds.
protocol ListPlan: LayoutPlan {
    associatedtype Definition: SectionedDefinitionWithBars
    var list: ListOptions.Setting<Definition> { get }
    /// The distance between two rows, lines or items along the scroll axis, in points.
    var lineSpacing: Double { get }
}

extension ListPlan {
    var definition: Definition { list.definition }
    var container: LayoutSize { list.container }
    var grid: PixelGrid { list.grid }
    var axis: LayoutAxis { definition.axis }

    var elementKinds: [BandBuffer.ElementKind] {
        var kinds = ListSection.Bar.elementKinds
        if list.header.length > 0 { kinds.append(BandBuffer.ElementKind(category: .supplementary, name: "listHeader")) }
        if list.footer.length > 0 { kinds.append(BandBuffer.ElementKind(category: .supplementary, name: "listFooter")) }
        if definition.separators != nil { kinds.append(Separators.kind) }
        if definition.list.background != nil { kinds.append(BackgroundDefinition.kind) }
        return kinds
    }

    var separatesSections: Bool { definition.separators?.between == .sections }

    /// Before the first section there is no separator.
    func variant(ofSection index: Int) -> Int { separatesSections && index > 0 ? 1 : 0 }

    var traits: LayoutTraits { listTraits }

    /// The traits of a list in a container without insets.
    var listTraits: LayoutTraits {
        var traits = LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing, contentCrossLength: container[axis.cross],
            wrapSpacing: lineSpacing)
        keepClear(&traits)
        return traits
    }

    /// Pinned elements of sections keep clear of what the list itself pins.
    func keepClear(_ traits: inout LayoutTraits) {
        traits.pinStart += list.pinStart
        traits.pinEnd += list.pinEnd
        traits.stickyRule = definition.list.sticky?.rule
    }

    func layOutBoundary(_ edge: LayoutTraits.BoundaryEdge, into band: inout BandBuffer) -> Bool {
        let bar = edge == .start ? list.header : list.footer
        guard bar.length > 0 else { return false }
        band.length = bar.length
        band.crossLength = bar.across.length
        bar.place(at: 0, into: &band)
        return true
    }
}
