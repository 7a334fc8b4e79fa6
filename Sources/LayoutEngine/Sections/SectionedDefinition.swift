internal import LayoutText

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

/// A strip across the scroll axis at one end of a section or of a whole list: a header or a footer.
struct Bar: Sendable {
    /// The kinds that a plan with bars names first, in the order of their indices.
    static let elementKinds = [
        ElementKind(category: .supplementary, name: "header"), ElementKind(category: .supplementary, name: "footer"),
    ]
    static let headerKind = 0
    static let footerKind = 1

    let kind: Int
    let edge: BoundaryEdge
    let axis: LayoutAxis
    /// 0 if there is no bar.
    let length: Double
    /// Its beginning and length across the scroll axis.
    let across: (start: Double, length: Double)
    let pins: Bool
    /// A pinned bar is drawn over what scrolls beneath it; one that does not pin shares the layer of the cells.
    let pinnedZIndex: Int
    var minimumLength: Double?
    /// The end of its section pushes a pinned bar out, so nothing is kept free.
    var reserve = 0.0
    var pinShift = 0.0

    /// Adds the bar, if there is one. A pinned one at the end counts from the end of what it belongs to.
    func place(at position: Double, into band: inout BandBuffer) {
        guard length > 0 else { return }
        let frame = LayoutRect(
            axis: axis, along: pins && edge == .end ? -length : position, cross: across.start, alongLength: length,
            crossLength: across.length)
        guard pins else {
            band.elements.append(BandBuffer.Element(kind: kind, frame: frame, zIndex: 0))
            return
        }
        band.sectionElements.append(
            BandBuffer.SectionElement(
                kind: kind, edge: edge == .start ? .start : .end, frame: frame, zIndex: pinnedZIndex, pins: true,
                reserve: reserve, minimumLength: minimumLength, pinShift: pinShift))
    }
}

/// The place of a box in a wider line.
public enum LineAlignment: String, Sendable, Hashable, CaseIterable {
    /// At the beginning of lines.
    case leading
    /// In the middle.
    case center
    /// At the end of lines.
    case trailing

    /// The share of the remaining space before it.
    var fraction: Double {
        switch self {
        case .leading: 0
        case .center: 0.5
        case .trailing: 1
        }
    }
}

/// Checks that insets leave something of a container.
enum ContainerFit {
    /// Throws unless more than nothing is left of the container's extent on the axis. A container without extent is a
    /// layout that is not visible yet, and works.
    static func check(
        remaining: Double, of container: LayoutSize, on axis: LayoutAxis, path: String
    ) throws(LayoutError) {
        guard remaining <= 0, container[axis] > 0 else { return }
        let extent = axis == .vertical ? "height" : "width"
        let length = JSONValue.number(container[axis]).text
        throw LayoutError(path: path, message: "leaves no \(extent) in a container of \(extent) \(length)")
    }
}

/// The greatest difference between two computed lengths or ratios that count as equal.
///
/// A millionth of a point is far below any pixel and far above the loss of sums. Lines are broken by
/// ``PixelGrid/fitTolerance``.
let sumTolerance = 1e-6
