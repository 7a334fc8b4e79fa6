public import LayoutCache
public import LayoutEngine
internal import LayoutSQLite

/// The appearance of a picture of a layout.
public struct PictureOptions: Sendable, Hashable {
    /// The text on a cell.
    public enum Label: Sendable, Hashable {
        /// Its title, name, label or text, or the only text in its payload; else its key, or its indices. Headers and
        /// footers show their section's title.
        case name
        /// Its section's and its own index, such as `12/7`.
        case index
        /// Its item's key.
        case key
        /// The member `title` of its payload; headers and footers show their section's title.
        case title
        /// The value that an SQLite JSON path, such as `$.artist`, finds in its payload.
        case payload(path: String)
    }

    /// The colours of a picture.
    public enum Theme: String, Sendable, Hashable, CaseIterable {
        /// Dark on light.
        case light
        /// Light on dark in a viewer whose system is dark, and else dark on light.
        case auto
    }

    /// The text on a cell.
    public var label: Label
    /// The colours.
    public var theme: Theme
    /// The number of units of the picture for one point of the content.
    public var scale: Double
    /// The line under the picture; nil for the layout's name.
    public var title: String?
    /// True if the sections' colours are explained under the picture.
    public var showsLegend: Bool
    /// True if the bands and blocks that are read for the rectangle are drawn over it, and counted under it.
    public var showsQuery: Bool
    /// The size of the sheet of an overview, in points, at least 320 × 100. It decides how many columns there are.
    /// Captions take a little more under it.
    public var sheetSize: LayoutSize

    /// Creates options; omitted parts have their defaults.
    public init(
        label: Label = .name, theme: Theme = .light, scale: Double = 1, title: String? = nil,
        showsLegend: Bool = false, showsQuery: Bool = false,
        sheetSize: LayoutSize = LayoutSize(width: 640, height: 800)
    ) {
        self.label = label
        self.theme = theme
        self.scale = scale
        self.title = title
        self.showsLegend = showsLegend
        self.showsQuery = showsQuery
        self.sheetSize = sheetSize
    }
}

extension StoredLayout {
    /// A picture of what is visible in a rectangle, as the text of an SVG file.
    ///
    /// Cells have one colour for each section; other elements are drawn differently, and stale ones are hatched. The
    /// rectangle is outlined; elements that stick out of it are pale, up to a margin. At a scale of 1 one point of the
    /// content is one unit of the picture. In a viewer that shows texts under the pointer, an element's text has its
    /// indices, key, title and frame.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points; it needs some area.
    ///   - options: Labels, scale, title and legend.
    ///   - preparing: The scope to lay out first.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there. `invalidArgument` for a rectangle without
    ///   area, a scale that is not positive, and a label that is not a JSON path.
    /// - Complexity: As ``layoutAttributesForElements(in:visible:preparing:)``, with one look-up for each item
    ///   found; the text grows with what is found.
    public func svg(
        of rect: LayoutRect, options: PictureOptions = PictureOptions(), preparing: PreparationScope = .nothing
    ) throws -> String { try svg(of: rect, options: options, pictures: nil, preparing: preparing) }

    /// The elements as an SVG picture, with pictures on the cells as on the browser's page. A picture fills its cell.
    /// In a list, a row that is wider than 3 : 1 has a square one beside its texts.
    package func svg(
        of rect: LayoutRect, options: PictureOptions, pictures: PictureOptions.CellPictures?,
        preparing: PreparationScope = .nothing
    ) throws -> String {
        guard rect.width > 0, rect.height > 0, rect.maxX.isFinite, rect.maxY.isFinite else {
            throw LayoutError(.invalidArgument, "a picture needs a rectangle with some area")
        }
        try options.checkScale()
        return try read(preparing, viewing: .visible(rect)) { layout in
            let elements = try layout.elements(in: rect)
            let titles = try layout.titles(ofSections: elements.map(\.section))
            let content = try PictureContent(layout, options.label, titles, pictures)
            var picture = SVGPicture(
                of: rect, name: name, contentSize: layout.isPrepared ? try layout.contentSize : .zero,
                hasFrozenCells: try layout.hasFrozenLines,
                isRightToLeft: layout.traits.isMirrored || layout.traits.isMirroredAcross, options: options)
            picture.isList =
                try layout.traits.axis == .vertical
                && (layout.kindName == "table" || layout.kindName == "spreadsheet")
            picture.draw(try elements.map(content.element))
            picture.sectionTitles = titles
            if options.showsQuery { picture.draw(try QueryExplanation(of: rect, in: layout)) }
            return picture.text
        }
    }

    /// The layout's row of the table `viewport`, or nil if it was deleted.
    ///
    /// In content coordinates, in points.
    package func viewport() throws -> LayoutRect? {
        try read { layout in
            try layout.connection.firstRow("SELECT x, y, width, height FROM viewport WHERE layout = ?1", name) { row in
                LayoutRect(x: row.double(0), y: row.double(1), width: row.double(2), height: row.double(3))
            }
        }
    }

    /// A picture of the whole layout in columns, as the text of an SVG file.
    ///
    /// The content is cut into pieces of one length each along its scroll axis. They run down the first column, then
    /// the next; if the content scrolls sideways, along rows. The contact sheet of `layoutctl browse` has as many
    /// columns if it shows all of the content in a window of that size. Each piece is tinted like its section, the
    /// darker the more cells it holds. Stale pieces are hatched, and unprepared ones, whose length is estimated, are
    /// dashed. On a canvas the pieces are cut along y. There are at most 4,096 pieces, however large the layout is.
    ///
    /// - Parameter options: Its size, scale and title, and whether it has a legend.
    /// - Throws: ``LayoutError`` `notFound`, and `invalidArgument` for a scale that is not positive or a size that is
    ///   too small.
    /// - Complexity: O(pieces + log bands); on a canvas O(elements).
    public func overview(options: PictureOptions = PictureOptions()) throws -> String {
        try options.checkScale()
        let size = options.sheetSize
        guard size.width >= 320, size.height >= 100, size.width.isFinite, size.height.isFinite else {
            throw LayoutError(.invalidArgument, "an overview is at least 320 points wide and 100 high")
        }
        return try read { layout in
            let content = layout.isPrepared ? try layout.contentSize : .zero
            let axis: LayoutAxis = layout.traits.isFree ? .vertical : layout.traits.axis
            let sheet = OverviewPicture.ContactSheet(size: size, axis: axis, content: content)
            let length = content[axis]
            let totals = layout.isPrepared ? try layout.totals : nil
            let isMirrored = layout.traits.isMirrored && !layout.traits.isFree
            let pieces = try layout.pieces(from: 0, to: length, count: sheet.pieceCount)
            var picture = OverviewPicture(
                sheet: sheet, title: options.title ?? name, scale: options.scale, length: length,
                itemCount: totals?.items ?? 0, sectionCount: totals?.sections ?? 0,
                staleSectionCount: try layout.connection.first(
                    "SELECT stale_sections FROM layout_status WHERE layout = ?1", name, as: Int.self) ?? 0,
                isMirrored: isMirrored)
            picture.theme = options.theme
            picture.showsLegend = options.showsLegend
            picture.titles = try layout.titles(ofSections: pieces.map(\.section))
            // From the content's beginning on.
            return picture.text(of: OverviewPicture.Bin.bins(of: isMirrored ? pieces.reversed() : pieces))
        }
    }
}

extension PictureOptions {
    fileprivate func checkScale() throws(LayoutError) {
        guard scale > 0, scale.isFinite else {
            throw LayoutError(.invalidArgument, "the scale of a picture must be a positive number")
        }
    }

    /// The pictures on the cells of a drawing.
    package struct CellPictures {
        package var field: ItemField
        /// The data URL of what the field holds; nil if that is no picture.
        package var address: (ItemDetails.Image) -> String?

        package init(field: ItemField, address: @escaping (ItemDetails.Image) -> String?) {
            (self.field, self.address) = (field, address)
        }
    }
}

/// Looks up the texts of a picture's elements.
private struct PictureContent {
    private let layout: LayoutReader
    private let label: PictureOptions.Label
    private let path: String
    private let outline: ItemDetails.OutlineRows?
    private let pictures: PictureOptions.CellPictures?
    /// The titles of the sections, by index.
    private let titles: [Int: String]

    /// - Throws: ``LayoutError`` `invalidArgument` for a label that is not a JSON path.
    init(
        _ layout: LayoutReader, _ label: PictureOptions.Label, _ titles: [Int: String],
        _ pictures: PictureOptions.CellPictures?
    ) throws {
        (self.layout, self.label, self.titles, self.pictures) = (layout, label, titles, pictures)
        outline = try ItemDetails.OutlineRows(layout)
        guard case .payload(let path) = label else {
            self.path = "$"
            return
        }
        self.path = path
        do {
            try layout.connection.run("SELECT json_extract('{}', ?1)", path)
        } catch {
            guard .error ~= error.code else { throw error }
            throw LayoutError(.invalidArgument, "the label “\(path)” is not a JSON path such as $.artist")
        }
    }

    func element(_ attributes: LayoutAttributes) throws -> SVGPicture.Element {
        var element = SVGPicture.Element(attributes: attributes)
        if let id = attributes.itemID { try readItem(id, into: &element) }
        guard attributes.kind != .cell, attributes.itemID == nil, let section = attributes.section else {
            return element
        }
        element.title = titles[section]
        if label == .title || label == .name { element.label = element.title }
        return element
    }

    private func readItem(_ id: Int64, into element: inout SVGPicture.Element) throws {
        let rows = try layout.connection.cached(
            """
            SELECT i.key, CASE WHEN json_valid(i.payload) THEN json_extract(i.payload, '$.title') END,
              CASE WHEN json_valid(i.payload) THEN json_extract(i.payload, ?2) END, \(ItemField.called.sql)
            FROM item AS i WHERE i.id = ?1
            """)
        rows.bind(id, at: 1)
        rows.bind(path, at: 2)
        defer { rows.rewind() }
        // An item that was deleted since the layout was prepared is still shown, without texts.
        guard try rows.step() else { return }
        element.key = rows.string(0)
        element.title = rows.string(1)
        switch label {
        case .index: break
        case .name: element.label = rows.string(3) ?? element.key
        case .key: element.label = element.key ?? ""
        case .title: element.label = element.title ?? ""
        case .payload: element.label = rows.string(2) ?? ""
        }
        // A badge keeps the name of its kind.
        if element.attributes.kind != .cell {
            element.label = nil
        } else {
            element.outline = try outline?.row(of: id)
            element.picture = try pictures.flatMap { pictures in
                try ItemDetails.Image.find(pictures.field, of: id, layout.connection).flatMap(pictures.address)
            }
        }
    }
}
