internal import LayoutCache

/// An element as a row: the columns of the SQL view `visible`, in camel case.
struct ElementRow {
    let layout: String
    let element: ListedElement

    private var attributes: LayoutAttributes { element.content.attributes }

    static let columns: [Column<ElementRow>] = [
        Column("layout") { .text($0.layout) },
        Column("kind") { .text($0.attributes.kind.rawValue) },
        Column("elementKind") { Field($0.attributes.elementKind) },
        Column("section") { Field($0.attributes.section) },
        Column("item") { .integer($0.attributes.item) },
        Column("x") { .number($0.attributes.frame.x) },
        Column("y") { .number($0.attributes.frame.y) },
        Column("width") { .number($0.attributes.frame.width) },
        Column("height") { .number($0.attributes.frame.height) },
        Column("zIndex") { .integer($0.attributes.zIndex) },
        Column("key") { Field($0.element.content.key) },
        Column("payload") { Field(json: $0.element.content.payload) },
        Column("stale") { .bool($0.attributes.isStale) },
        Column("lap") { .integer($0.attributes.lap) },
        Column("itemId") { Field($0.attributes.itemID.map(Int.init)) },
        Column("sectionId") { Field($0.element.sectionID.map(Int.init)) },
        Column("title") { Field($0.element.title) },
    ]

    /// The columns for layouts whose cells move: everything in other layouts is drawn in its frame.
    static let motionColumns: [Column<ElementRow>] = [
        Column("scale") { .number($0.attributes.transform.scale) },
        Column("rotation") { .number($0.attributes.transform.rotation) },
        Column("opacity") { .number($0.attributes.alpha) },
        Column("dx") { .number($0.attributes.transform.translation.x) },
        Column("dy") { .number($0.attributes.transform.translation.y) },
    ]
}
