internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutText

/// Edits are parameters of an address, too. The page sends its key in a header, which no other page can.
extension BrowserSite {
    /// Changes an item's size, and lays out the visible part. `width` and `height` are numbers, or `none` for not
    /// measured yet; one of them may be missing.
    func resize(_ query: QueryParameters, _ request: HTTPRequest) throws -> JSONValue {
        try checkEdit(request)
        let (item, rect) = (try query.indexPath(), try query.editedRect())
        let (width, height) = (try query.length("width"), try query.length("height"))
        guard width != nil || height != nil else { throw HTTPFault.badRequest("neither “width” nor “height” is given") }
        let layout = store.layout(try query.text("layout"))
        guard let id = try layout.details(of: .indexPath(item))?.element.attributes.itemID else {
            throw HTTPFault(404, "the layout “\(layout.name)” has no item \(item)")
        }
        try store.resize(.id(id), inLayout: layout.name, width: width, height: height)
        // The bands that are stale now are about to be laid out again.
        let stale = try layout.explanation(of: rect).bands.filter(\.isStale)
        let report = try layout.prepare(in: rect)
        return SceneText.rebuilt(report, stale, try layout.browsed())
    }

    /// Collapses or expands a section, an item of an outline, or everything if neither is named, and lays out the
    /// visible part. An item is also `revealed`: what hides it is expanded.
    func fold(_ query: QueryParameters, _ request: HTTPRequest) throws -> JSONValue {
        try checkEdit(request)
        let (layout, rect) = (store.layout(try query.text("layout")), try query.editedRect())
        let section = try query.optionalText("section").map { _ in try query.integer("section", in: 0...Int.max) }
        switch (try query.text("state"), try query.item("of"), section) {
        case ("collapsed", nil, nil): try layout.collapseAll()
        case ("expanded", nil, nil): try layout.expandAll()
        case ("collapsed", nil, let index?): try layout.collapse(sections: [index])
        case ("expanded", nil, let index?): try layout.expand(sections: [index])
        case ("collapsed", let item?, nil): try layout.collapse([item])
        case ("expanded", let item?, nil): try layout.expand([item])
        case ("revealed", let item?, nil): try layout.reveal(item, showing: rect)
        default:
            throw HTTPFault.badRequest(
                "“state” is collapsed or expanded, for a section or an item, or revealed for an item")
        }
        try layout.prepare(in: rect)
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

extension QueryParameters {
    /// The part of the layout that the page shows, which an edit lays out.
    fileprivate func editedRect() throws(HTTPFault) -> LayoutRect {
        let rect = try rect("rect")
        guard rect.width <= 20_000, rect.height <= 20_000 else {
            throw .badRequest("“rect” is at most 20,000 points wide and high")
        }
        return rect
    }

    /// A length of an item; nil if it is not given.
    fileprivate func length(_ name: String) throws(HTTPFault) -> ItemLength? {
        guard let text = optionalText(name) else { return nil }
        if text == "none" { return .unmeasured }
        let points = try number(name)
        guard points >= 0, points <= NumberRange.limit else {
            throw .badRequest("“\(name)” is not a number of points from 0 to 1e9, or none")
        }
        return .points(points)
    }
}
