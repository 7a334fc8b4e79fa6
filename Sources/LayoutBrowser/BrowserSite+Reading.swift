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
                // A page chooses one for its window by it.
                .init(key: "wrapWidth", value: try wrapWidth(of: name).map(JSONValue.number) ?? .null),
            ])
        }
        return .object([.init(key: "layouts", value: .array(layouts))])
    }

    private func wrapWidth(of name: String) throws -> Double? {
        let layout = try store.layout(name).browsed()
        return layout.wrap == nil ? nil : layout.container.width
    }

    /// The layout that a request is about: one of the store's, or the layout of a search's hits.
    func layout(of query: QueryParameters) throws -> StoredLayout {
        let layout = try store.layout(query.text("layout"))
        return try wall(of: query).map { try $0.layout(layout.name) } ?? layout
    }

    /// The wall of a search's hits that a request is about; nil if it is about a layout of the store.
    private func wall(of query: QueryParameters) throws -> HitWall? {
        let layout = try store.layout(query.text("layout"))
        guard let text = query.optionalText("hits"), !text.isEmpty else { return nil }
        guard text.unicodeScalars.count <= Self.textLimit else { throw Self.longText("hits") }
        return try walls.wall(of: text, in: layout, rungs: { try rungNames(of: layout) }, fields: options.fields)
    }

    /// The state of a layout that a page shows, and of the list of layouts; waits for another one than is known.
    func awaitChange(_ query: QueryParameters, _ request: HTTPRequest) throws -> JSONValue {
        let known = query.optionalText("known")
        var (state, names) = ("", "")
        try changes.wait(seconds: Self.patience, isGone: { request.isGone }) {
            names = try store.layoutNames().joined(separator: "\n")
            let wall = try wall(of: query)
            let name = try query.text("layout")
            let revision = try store.layoutNames().contains(name) ? store.layout(name).browsed().revision : ""
            let source = "\(options.notes.count) \(options.notes.isLoading)"
            state = "\(revision) \(wall?.revision ?? "") \(source) \(names.hashValue)"
            return state != known
        }
        return .object([
            .init(key: "state", value: .string(state)), .init(key: "layouts", value: .string("\(names.hashValue)")),
        ])
    }

    /// The seconds that a page waits for a change before it asks again.
    private static let patience = 50

    private static let textLimit = 200

    private static func longText(_ name: String) -> HTTPFault {
        .badRequest("“\(name)” is limited to \(textLimit) characters")
    }

    func layout(_ query: QueryParameters) throws -> JSONValue {
        let held = try query.items("held")
        let wall = try wall(of: query)
        let progress = wall?.progress
        let shown = try layout(of: query)
        let browsed = try shown.browsed(holding: held)
        var described = browsed.layout
        // A wall of hits is made again while it grows: the new one may have gone through as many states.
        if let wall { described.revision += "/" + wall.revision }
        guard case .object(let members) = SceneText.layout(described, held: browsed.held) else { return .null }
        return .object(members + SceneText.state(progress, options.notes))
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
        let step = try query.optionalText("beside").map { _ in try query.integer("beside", in: -1...1) } ?? 0
        var rank = try layout.rank(of: item)
        if let own = rank, step != 0 {
            guard let path = own + step < 0 ? nil : try layout.indexPath(atRank: own + step) else {
                throw HTTPFault(404, "there is nothing beside the \(item.bare)")
            }
            (item, rank) = (.indexPath(path), own + step)
        }
        guard let details = try layout.details(of: item, fields: options.fields, preparing: preparing) else {
            throw HTTPFault(404, "the layout “\(layout.name)” has no \(item.bare), or it was not laid out yet")
        }
        return SceneText.details(details, rank: rank)
    }

    /// The titles of the sections, in their order; null for one without a title.
    func sections(_ query: QueryParameters) throws -> JSONValue {
        let titles = try layout(of: query).sectionTitles(limit: Self.titleLimit)
        return .object([
            .init(key: "titles", value: .array(titles.map { $0.map(JSONValue.string) ?? .null }))
        ])
    }

    /// The sections that are listed; more cannot be read one by one.
    private static let titleLimit = 20_000

    func search(_ query: QueryParameters) throws -> JSONValue {
        let text = try query.text("text")
        guard text.unicodeScalars.count <= Self.textLimit else { throw Self.longText("text") }
        var cursor: SearchCursor?
        if let after = query.optionalText("after"), !after.isEmpty {
            cursor = SearchCursor(after)
            guard cursor != nil else { throw HTTPFault.badRequest("“after” is not a place that a search returned") }
        }
        let layout = try layout(of: query)
        guard query.optionalText("brief") == "1" else {
            return SceneText.search(try layout.search(text, fields: options.fields, after: cursor))
        }
        let slice = try layout.search(
            text, fields: options.fields, after: cursor, limit: 20_000, within: .milliseconds(60), isBrief: true)
        // Some of them, for the rail.
        let step = max(1, slice.ids.count / 50)
        let marks = try stride(from: 0, to: slice.ids.count, by: step).compactMap {
            try layout.details(of: .id(slice.ids[$0]))?.element.attributes.frame
        }
        return SceneText.found(slice, marks)
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
