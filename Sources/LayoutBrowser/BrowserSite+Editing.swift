internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutText

extension BrowserSite {
    /// Changes an item's size, and lays out the visible part. The body is an object with `layout`, `section`, `item`,
    /// `rect` and one or both of `width` and `height`. These two are numbers, or null for not measured yet.
    func resize(_ query: QueryParameters, _ request: HTTPRequest) throws -> JSONValue {
        guard isEditable else {
            throw HTTPFault(
                403, "the store is open for reading only; “layoutctl browse DB --try-sizes” lets the page edit it")
        }
        try guarding.checkEdit(request)
        let edit = try SizeEdit(request.body)
        let layout = store.layout(edit.layout)
        guard let id = try layout.details(of: edit.item)?.element.attributes.itemID else {
            throw HTTPFault(404, "the layout “\(edit.layout)” has no item \(edit.item)")
        }
        try store.resize(.id(id), inLayout: edit.layout, width: edit.width, height: edit.height)
        // The bands that are stale now are about to be laid out again.
        let stale = try layout.explanation(of: edit.rect).bands.filter(\.isStale)
        let report = try layout.prepare(in: edit.rect)
        return SceneText.rebuilt(report, stale, try layout.browsed())
    }
}

/// A change requested by the page.
private struct SizeEdit {
    let layout: String
    let item: ItemIndexPath
    let width: ItemLength?
    let height: ItemLength?
    let rect: LayoutRect

    /// - Throws: ``HTTPFault`` for a body that is not such an object.
    init(_ body: [UInt8]) throws(HTTPFault) {
        let value: JSONValue
        do { value = try JSONValue(parsing: body.span) } catch {
            throw .badRequest("the body is invalid at \(error)")
        }
        guard case .object(let members) = value else { throw .badRequest("the body is not an object") }
        let known = ["layout", "section", "item", "width", "height", "rect"]
        if let other = members.first(where: { !known.contains($0.key) }) {
            throw .badRequest("“\(other.key.unicodeScalars.prefix(40))” is not a member of an edit")
        }
        guard case .string(let layout)? = value["layout"] else { throw .badRequest("“layout” is not a name") }
        self.layout = layout
        item = ItemIndexPath(
            section: try Self.index(value["section"], "section"), item: try Self.index(value["item"], "item"))
        width = try Self.length(value["width"], "width")
        height = try Self.length(value["height"], "height")
        guard width != nil || height != nil else { throw .badRequest("neither “width” nor “height” is given") }
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

    private static func index(_ value: JSONValue?, _ name: String) throws(HTTPFault) -> Int {
        guard case .number(let number)? = value, let index = Int(exactly: number), index >= 0 else {
            throw .badRequest("“\(name)” is not a whole number from 0")
        }
        return index
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
