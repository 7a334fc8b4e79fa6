internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutText

extension BrowserSite {
    func layouts() throws -> JSONValue {
        let layouts = try store.layoutNames().map { name in
            JSONValue.object([
                .init(key: "name", value: .string(name)),
                .init(key: "state", value: .string(try store.layout(name).preparationState().word)),
                .init(key: "items", value: .string(try store.layout(name).nameOfItems())),
            ])
        }
        return .object([.init(key: "layouts", value: .array(layouts))])
    }

    /// The layout that a request is about: one of the store's, or the layout of a search's hits.
    func layout(of query: QueryParameters) throws -> StoredLayout {
        let layout = try store.layout(query.text("layout"))
        guard let text = query.optionalText("hits"), !text.isEmpty else { return layout }
        guard text.unicodeScalars.count <= Self.textLimit else { throw Self.longText("hits") }
        return try walls.layout(of: text, in: layout, rungs: { try rungNames(of: layout) }, fields: options.fields)
    }

    private static let textLimit = 200

    private static func longText(_ name: String) -> HTTPFault {
        .badRequest("“\(name)” is limited to \(textLimit) characters")
    }

    func layout(_ query: QueryParameters) throws -> JSONValue {
        let held = try query.items("held")
        let shown = try layout(of: query)
        let browsed = try shown.browsed(holding: held)
        var described = browsed.layout
        // A wall of hits is made again when its layout changes: the new one may have gone through as many states.
        if shown.store !== store { described.revision += "/" + (try store.layout(shown.name).browsed().revision) }
        return SceneText.layout(described, held: browsed.held)
    }

    func scene(_ query: QueryParameters) throws -> JSONValue {
        return try SceneText.scene(
            layout(of: query).scene(
                in: query.rect("rect"), offsets: query.offsets("offsets"), fields: options.fields,
                preparing: preparing))
    }

    func rail(_ query: QueryParameters) throws -> JSONValue {
        let count = try query.integer("count", in: 1...4096)
        let rail = try layout(of: query).rail(count: count)
        return SceneText.pieces(rail.pieces, rail.titles)
    }

    func pieces(_ query: QueryParameters) throws -> JSONValue {
        let count = try query.integer("count", in: 1...1024)
        let (low, high) = (try query.number("from"), try query.number("to"))
        guard low < high else { throw HTTPFault.badRequest("“from” must be less than “to”") }
        let part = try layout(of: query).pieces(
            from: low, to: high, count: count, valuesOf: options.fields.tint)
        return SceneText.pieces(part.pieces, part.titles, part.values)
    }

    /// The details of an item; with `containing` 1, of the one that contains it in an outline.
    func item(_ query: QueryParameters) throws -> JSONValue {
        let layout = try layout(of: query)
        var item = try query.item()
        if query.optionalText("containing") == "1" {
            guard let container = try layout.item(containing: item) else {
                throw HTTPFault(404, "nothing contains the \(item.bare)")
            }
            item = container
        }
        guard let details = try layout.details(of: item, fields: options.fields, preparing: preparing) else {
            throw HTTPFault(404, "the layout “\(layout.name)” has no \(item.bare), or it was not laid out yet")
        }
        return SceneText.details(details)
    }

    func search(_ query: QueryParameters) throws -> JSONValue {
        let text = try query.text("text")
        guard text.unicodeScalars.count <= Self.textLimit else { throw Self.longText("text") }
        var cursor: SearchCursor?
        if let after = query.optionalText("after"), !after.isEmpty {
            cursor = SearchCursor(after)
            guard cursor != nil else { throw HTTPFault.badRequest("“after” is not a place that a search returned") }
        }
        return SceneText.search(try layout(of: query).search(text, fields: options.fields, after: cursor))
    }

    /// The next hit after the item `of`, or from the item `from` on; before them if `back` is 1.
    ///
    /// An answer without a hit names the place at which the search goes on, as `after`; null at the end.
    func nextHit(_ query: QueryParameters) throws -> JSONValue {
        let text = try query.text("text")
        guard text.unicodeScalars.count <= Self.textLimit else { throw Self.longText("text") }
        let layout = try layout(of: query)
        let isBackward = query.optionalText("back") == "1"
        var place: SearchPlace?
        if let after = query.optionalText("after") {
            place = SearchPlace(after)
            guard place != nil else { throw HTTPFault.badRequest("“after” is not a place that a search returned") }
        } else if let item = try query.item("of") {
            place = try layout.searchPlace(of: item)
        } else if let item = try query.item("from") {
            place = try layout.searchPlace(of: item)
            // Right beside the item, so that it is the first to be looked at.
            if let position = place?.position { place?.position = isBackward ? position.nextUp : position.nextDown }
        }
        return SceneText.next(
            try layout.nextHit(of: text, from: place, isBackward: isBackward, fields: options.fields))
    }

    func explanation(_ query: QueryParameters) throws -> JSONValue {
        let layout = try layout(of: query)
        let rect = try query.rect("rect")
        guard try !layout.isDense(in: rect) else {
            throw HTTPFault.badRequest("the rectangle holds too much to be explained; zoom in")
        }
        return SceneText.explanation(try layout.explanation(of: rect))
    }
}

extension ItemReference {
    /// The item in words, without an article: “item 0/1”.
    var bare: String { String(description.trimmingPrefix("the ")) }
}

extension StoredLayout.PreparationState {
    var word: String {
        switch self {
        case .never: "never"
        case .beginning: "beginning"
        case .stale: "stale"
        case .current: "current"
        }
    }
}
