/// A kind of layout that lays its sections out along an axis, each with insets around its items.
protocol SectionedDefinition: Sendable {
    var axis: LayoutAxis { get }
    var sectionInsets: LayoutInsets { get set }
}

/// One whose axis is a key.
protocol TurnableDefinition: SectionedDefinition {
    var axis: LayoutAxis { get set }
}

/// A kind of list, whose sections may have a header and a footer, a background, and lines between them.
protocol SectionedDefinitionWithBars: SectionedDefinition {
    var sectionSpacing: Double { get set }
    var header: LayoutSize { get set }
    var footer: LayoutSize { get set }
    var pinHeaders: Bool { get set }
    var pinFooters: Bool { get set }
    var separators: SeparatorDefinition? { get set }
    var list: ListOptions { get set }

    /// The place of a section's items across the scroll axis, between its insets.
    func items(in container: LayoutSize, insets: LayoutInsets) -> (start: Double, length: Double)
}

extension SectionedDefinitionWithBars {
    func items(in container: LayoutSize, insets: LayoutInsets) -> (start: Double, length: Double) {
        let cross = axis.cross
        return (insets.start(cross), max(0, container[cross] - insets.total(cross)))
    }
}

// The keys that these kinds share. Each kind decides their place in the order of its keys.

extension DefinitionKey where Root: TurnableDefinition {
    static var axis: Self { Self("axis", \.axis, .choice(.vertical), "The axis along which the content scrolls.") }
}

extension DefinitionKey where Root: SectionedDefinition {
    static var sectionInsets: Self {
        Self(
            "sectionInsets", \.sectionInsets, .insets(),
            "The space around each section’s items, between header and footer; a row of `section` can override each. "
                + "If the axis is horizontal, leading and trailing insets lie along it.")
    }
}

extension DefinitionKey where Root: SectionedDefinitionWithBars {
    static var sectionSpacing: Self {
        Self("sectionSpacing", \.sectionSpacing, .length, "The distance between two sections, in points.")
    }

    static var header: Self {
        Self(
            "header", \.writtenHeader, .object(ListOptions.Header.keys),
            "The header of each section. Only the extent along the axis counts; 0: none.")
    }

    static var footer: Self { Self("footer", \.footer, .size(), "The footer of each section; measured as `header`.") }

    static var pinHeaders: Self {
        Self("pinHeaders", \.pinHeaders, .flag, "If true, a header stays visible while its section is.")
    }

    static var pinFooters: Self {
        Self("pinFooters", \.pinFooters, .flag, "If true, a footer stays visible while its section is.")
    }

    static var listKeys: [Self] {
        [
            Self(
                "headerSpacing", \.list.headerSpacing, .length,
                "The space between a header and the top inset of a section that has items, in points."),
            Self(
                "footerSpacing", \.list.footerSpacing, .length,
                "The space between the bottom inset of a section that has items and its footer, in points."),
            Self(
                "headersFollowInsets", \.list.headersFollowInsets, .flag,
                "If true, headers and footers are within their section’s leading and trailing insets."),
            Self(
                "listHeader", \.list.listHeader, .size(),
                "The header before the first section; measured as `header`."),
            Self(
                "listFooter", \.list.listFooter, .size(),
                "The footer after the last section; measured as `header`."),
            Self(
                "pinListHeader", \.list.pinListHeader, .flag,
                "If true, the list’s header stays at the edge of the viewport; headers pin below it."),
            Self(
                "pinListFooter", \.list.pinListFooter, .flag,
                "If true, the list’s footer stays at the edge of the viewport; footers pin above it."),
            Self(
                "background", \.list.background, .object(BackgroundDefinition.keys),
                "A background behind the items of each section. Default: none."),
            Self(
                "sticky", \.list.sticky, .object(StickyDefinition.keys),
                "The sticking of items with a `sticky_level` to the viewport’s edges. Default: none."),
        ]
    }
}

extension SectionedDefinitionWithBars {
    /// The header with what it may shrink to, as the one object that they are in JSON.
    fileprivate var writtenHeader: ListOptions.Header {
        get {
            ListOptions.Header(
                size: header, minimumWidth: list.minimumHeaderWidth, minimumHeight: list.minimumHeaderHeight)
        }
        set {
            header = newValue.size
            list.minimumHeaderWidth = newValue.minimumWidth
            list.minimumHeaderHeight = newValue.minimumHeight
        }
    }
}
