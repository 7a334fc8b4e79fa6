internal import LayoutCache
internal import LayoutText

extension BrowserSite {
    func layouts() throws -> JSONValue {
        let layouts = try store.layoutNames().map { name in
            JSONValue.object([
                .init(key: "name", value: .string(name)),
                .init(key: "state", value: .string(try store.layout(name).preparationState().word)),
            ])
        }
        return .object([.init(key: "layouts", value: .array(layouts))])
    }

    func layout(_ query: QueryParameters) throws -> JSONValue {
        try SceneText.layout(store.layout(query.text("layout")).browsed())
    }

    func scene(_ query: QueryParameters) throws -> JSONValue {
        let layout = try store.layout(query.text("layout"))
        return try SceneText.scene(
            layout.scene(in: query.rect("rect"), offsets: query.offsets("offsets"), preparing: preparing))
    }

    func rail(_ query: QueryParameters) throws -> JSONValue {
        let count = try query.integer("count", in: 1...4096)
        return SceneText.pieces(try store.layout(query.text("layout")).rail(count: count))
    }

    func item(_ query: QueryParameters) throws -> JSONValue {
        let section = try query.integer("section", in: 0...Int.max)
        let item = try query.integer("item", in: 0...Int.max)
        let layout = try store.layout(query.text("layout"))
        guard let details = try layout.details(ofItem: item, inSection: section, preparing: preparing) else {
            throw HTTPFault(
                404, "the layout “\(layout.name)” has no item \(section)/\(item), or it was not laid out yet")
        }
        return SceneText.details(details)
    }

    func search(_ query: QueryParameters) throws -> JSONValue {
        let text = try query.text("text")
        guard text.unicodeScalars.count <= 200 else {
            throw HTTPFault.badRequest("“text” is limited to 200 characters")
        }
        let cursor =
            try query.optionalText("after") == nil ? nil : Int64(query.integer("after", in: Int.min...Int.max))
        return SceneText.search(try store.layout(query.text("layout")).search(text, after: cursor))
    }

    func explanation(_ query: QueryParameters) throws -> JSONValue {
        let layout = try store.layout(query.text("layout"))
        let rect = try query.rect("rect")
        guard try !layout.isDense(in: rect) else {
            throw HTTPFault.badRequest("the rectangle holds too much to be explained; zoom in")
        }
        return SceneText.explanation(try layout.explanation(of: rect))
    }
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
