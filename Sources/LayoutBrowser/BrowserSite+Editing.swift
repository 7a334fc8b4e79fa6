internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutText

extension BrowserSite {
    /// Changes an item's size, and lays out the visible part. The body is an object with `layout`, `section`, `item`,
    /// `rect` and one or both of `width` and `height`. These two are numbers, or null for not measured yet.
    func resize(_ query: QueryParameters, _ request: HTTPRequest) throws -> JSONValue {
        try checkEdit(request)
        let edit = try SizeEdit(request.body)
        let layout = store.layout(edit.layout)
        guard let id = try layout.details(of: .indexPath(edit.item))?.element.attributes.itemID else {
            throw HTTPFault(404, "the layout “\(edit.layout)” has no item \(edit.item)")
        }
        try store.resize(.id(id), inLayout: edit.layout, width: edit.width, height: edit.height)
        // The bands that are stale now are about to be laid out again.
        let stale = try layout.explanation(of: edit.rect).bands.filter(\.isStale)
        let report = try layout.prepare(in: edit.rect)
        return SceneText.rebuilt(report, stale, try layout.browsed())
    }

    /// Collapses or expands a section, an item of an outline, or all of them, and lays out the visible part. The body
    /// is an object with `layout`, `section` or `item`, `isCollapsed` and `rect`. A `section` of null stands for all.
    /// With `isCollapsed` null, what hides the item is expanded.
    func fold(_ request: HTTPRequest) throws -> JSONValue {
        try checkEdit(request)
        let edit = try FoldEdit(request.body)
        let layout = store.layout(edit.layout)
        switch (edit.place, edit.isCollapsed) {
        case (.all, true): try layout.collapseAll()
        case (.all, _): try layout.expandAll()
        case (.section(let index), true): try layout.collapse(sections: [index])
        case (.section(let index), _): try layout.expand(sections: [index])
        case (.item(let item), true?): try layout.collapse([item])
        case (.item(let item), false?): try layout.expand([item])
        case (.item(let item), nil): try layout.reveal(item, showing: edit.rect)
        }
        try layout.prepare(in: edit.rect)
        return SceneText.layout(try layout.browsed())
    }

    private func checkEdit(_ request: HTTPRequest) throws {
        guard isEditable else {
            throw HTTPFault(
                403, "the store is open for reading only; “layoutctl browse DB --try-sizes” lets the page edit it")
        }
        try guarding.checkEdit(request)
    }
}

/// The object of a request that changes something, and the part of the layout that the page shows.
private struct EditBody {
    let value: JSONValue
    let layout: String
    let rect: LayoutRect

    /// - Throws: ``HTTPFault`` for a body that is not such an object, or has a member that is not known.
    init(_ body: [UInt8], members known: [String]) throws(HTTPFault) {
        do { value = try JSONValue(parsing: body.span) } catch {
            throw .badRequest("the body is invalid at \(error)")
        }
        guard case .object(let members) = value else { throw .badRequest("the body is not an object") }
        if let other = members.first(where: { !(["layout", "section", "rect"] + known).contains($0.key) }) {
            throw .badRequest("“\(other.key.unicodeScalars.prefix(40))” is not a member of an edit")
        }
        guard case .string(let layout)? = value["layout"] else { throw .badRequest("“layout” is not a name") }
        self.layout = layout
        guard case .array(let edges)? = value["rect"], edges.count == 4 else {
            throw .badRequest("“rect” is not a list of four numbers")
        }
        var numbers: [Double] = []
        for case .number(let number) in edges where number.magnitude <= 1e15 { numbers.append(number) }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0, numbers[2] <= 20_000, numbers[3] <= 20_000 else {
            throw .badRequest("“rect” must have some area, and be at most 20,000 points wide and high")
        }
        rect = LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func index(_ name: String) throws(HTTPFault) -> Int {
        guard case .number(let number)? = value[name], let index = Int(exactly: number), index >= 0 else {
            throw .badRequest("“\(name)” is not a whole number from 0")
        }
        return index
    }
}

/// A change of what is collapsed.
private struct FoldEdit {
    enum Place {
        case section(Int)
        case item(ItemReference)
        case all
    }

    let layout: String
    let place: Place
    /// nil: what hides the item is expanded.
    let isCollapsed: Bool?
    let rect: LayoutRect

    init(_ body: [UInt8]) throws(HTTPFault) {
        let body = try EditBody(body, members: ["item", "isCollapsed"])
        (layout, rect) = (body.layout, body.rect)
        switch (body.value["item"], body.value["section"]) {
        case (.string(let item)?, nil): place = .item(try QueryParameters.reference(item))
        case (nil, .null?): place = .all
        case (nil, _): place = .section(try body.index("section"))
        default: throw .badRequest("an edit names a section, or an item as a text")
        }
        switch (body.value["isCollapsed"], place) {
        case (.bool(let isCollapsed)?, _): self.isCollapsed = isCollapsed
        case (.null?, .item): isCollapsed = nil
        default: throw .badRequest("“isCollapsed” is neither true nor false")
        }
    }
}

/// A change of an item's size.
private struct SizeEdit {
    let layout: String
    let item: ItemIndexPath
    let width: ItemLength?
    let height: ItemLength?
    let rect: LayoutRect

    init(_ body: [UInt8]) throws(HTTPFault) {
        let body = try EditBody(body, members: ["item", "width", "height"])
        (layout, rect) = (body.layout, body.rect)
        item = ItemIndexPath(section: try body.index("section"), item: try body.index("item"))
        width = try Self.length(body.value["width"], "width")
        height = try Self.length(body.value["height"], "height")
        guard width != nil || height != nil else { throw .badRequest("neither “width” nor “height” is given") }
    }

    private static func length(_ value: JSONValue?, _ name: String) throws(HTTPFault) -> ItemLength? {
        switch value {
        case nil: return nil
        case .null?: return .unmeasured
        case .number(let number)? where number >= 0 && number <= NumberRange.limit: return .points(number)
        default: throw .badRequest("“\(name)” is not a number of points from 0 to 1e9, or null")
        }
    }
}
