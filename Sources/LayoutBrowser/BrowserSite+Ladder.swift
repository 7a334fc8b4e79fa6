internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine
internal import LayoutText

extension BrowserSite {
    /// The layouts that a pinch leads to from one: from the largest cells to the smallest.
    ///
    /// A layout that was never laid out is one of them only if the page may lay it out. On a wall of hits it may.
    func ladder(_ query: QueryParameters) throws -> JSONValue {
        let names = try rungNames(of: store.layout(query.text("layout")))
        let wall = try layout(of: query)
        let mayPrepare = isEditable || wall.store !== store
        let rungs = try names.map { try wall.store.layout($0).browsed() }.filter { mayPrepare || $0.state != .never }
        return .object([
            .init(key: "rungs", value: .array(rungs.count > 1 ? rungs.map { SceneText.layout($0) } : []))
        ])
    }

    func rungNames(of layout: StoredLayout) throws -> [String] {
        options.ladder.contains(layout.name) ? options.ladder : try layout.ladder()
    }

    /// The change from one layout to another around an item: `fraction` is the point of the item that stays, `place`
    /// its place in the visible part, which has a `size`. `goal` is its place in points of the other layout, whose
    /// length in points of the first is `scale`.
    func transition(_ query: QueryParameters) throws -> JSONValue {
        let layout = try layout(of: query)
        let point = HeldPoint(
            indexPath: ItemIndexPath(
                section: try query.integer("section", in: 0...Int.max), item: try query.integer("item", in: 0...Int.max)
            ),
            fraction: try query.point("fraction"), place: try query.point("place"))
        let size = try query.size("size")
        let scale = try query.number("scale")
        guard scale >= 1e-3, scale <= 1e3 else {
            throw HTTPFault.badRequest("“scale” takes a number from 0.001 to 1000")
        }
        // On a wall of hits, the other one is in the wall's store.
        let target = try layout.store.layout(query.text("to"))
        guard
            let scene = try layout.transitionScene(
                to: target, holding: point, goal: query.point("goal"), size: size, scale: scale, fields: options.fields,
                preparing: layout.store === store ? preparing : .visible)
        else { throw HTTPFault(404, "there is no item \(point.indexPath) in both layouts") }
        return SceneText.transition(scene)
    }
}
