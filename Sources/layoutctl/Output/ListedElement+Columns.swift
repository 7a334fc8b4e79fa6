internal import LayoutCache

extension ListedElement {
    private var attributes: LayoutAttributes { content.attributes }

    /// The columns of the SQL view `visible`, in camel case.
    static func columns(in layout: String) -> [Column<ListedElement>] {
        [
            Column("layout") { _ in .text(layout) },
            Column("kind") { .text($0.attributes.kind.rawValue) },
            Column("elementKind") { Field($0.attributes.elementKind) },
            Column("section") { Field($0.attributes.section) },
            Column("item") { .integer($0.attributes.item) },
            Column("x") { .number($0.attributes.frame.x) },
            Column("y") { .number($0.attributes.frame.y) },
            Column("width") { .number($0.attributes.frame.width) },
            Column("height") { .number($0.attributes.frame.height) },
            Column("zIndex") { .integer($0.attributes.zIndex) },
            Column("key") { Field($0.content.key) },
            Column("payload") { Field(json: $0.content.payload) },
            Column("stale") { .bool($0.attributes.isStale) },
            Column("lap") { .integer($0.attributes.lap) },
            Column("itemId") { Field($0.attributes.itemID.map(Int.init)) },
            Column("sectionId") { Field($0.sectionID.map(Int.init)) },
            Column("title") { Field($0.title) },
        ]
    }

    /// The columns for layouts whose cells move: everything in other layouts is drawn in its frame.
    static let motionColumns: [Column<ListedElement>] = [
        Column("scale") { .number($0.attributes.transform.scale) },
        Column("rotation") { .number($0.attributes.transform.rotation) },
        Column("opacity") { .number($0.attributes.alpha) },
        Column("dx") { .number($0.attributes.transform.translation.x) },
        Column("dy") { .number($0.attributes.transform.translation.y) },
    ]

    /// The columns of an export: an element at its natural position has one place and no lap.
    static let exportedColumns: [Column<ListedElement>] = {
        let names = [
            "kind", "elementKind", "section", "item", "x", "y", "width", "height", "zIndex", "key", "title", "payload",
            "stale",
        ]
        let all = columns(in: "")
        return names.compactMap { name in all.first { $0.name == name } }
    }()
}
