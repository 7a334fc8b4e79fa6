internal import LayoutEngine
internal import LayoutSQLite

/// What every step of a preparing needs to know: where it writes, and what it lays out.
struct PreparingContext {
    let connection: Connection
    let preparationID: Int64
    let datasetID: Int64
    let plan: any LayoutPlan
    /// The ids in `lc_element_kind` of the plan's element kinds, in their order.
    let elementKindIDs: [Int64]
    let limits: BandLimits

    var sumTree: SumTree { SumTree(connection: connection, preparationID: preparationID) }

    /// The value of the R*Tree's first dimension for a band: its own id where bands stack, one for
    /// all bands on a canvas.
    func plane(of bandID: Int64) -> Double {
        plan.isFree ? Double(-preparationID) : Double(bandID)
    }

    var itemOrder: ItemOrder { plan.isFree ? .locality : .position }

    /// Whether a section's bands hold runs of its positions, so that one of them can be solved again.
    var isOrderedByPosition: Bool { !plan.isFree }

    init(
        connection: Connection, preparationID: Int64, datasetID: Int64, plan: any LayoutPlan, limits: BandLimits
    ) throws {
        self.connection = connection
        self.preparationID = preparationID
        self.datasetID = datasetID
        self.plan = plan
        self.limits = limits
        var kinds: [Int64] = []
        try connection.forEachRow(
            "SELECT id FROM lc_element_kind WHERE preparation_id = ?1 ORDER BY id", preparationID
        ) { row in
            kinds.append(row.int64(0))
        }
        elementKindIDs = kinds
    }
}

/// How many cells a band should hold.
///
/// A band is what one change costs, and what one look-up of an origin serves. At 256 a change in a
/// section of ten million items costs little more than one in a section of a hundred, and the bands'
/// own rows stay under one byte per element.
public struct BandLimits: Sendable, Hashable {
    /// Bands of a first preparation end at the first break from here on.
    public var target: Int
    /// After edits, a band that would hold more is split.
    public var maximum: Int
    /// After edits, a band that would hold fewer joins the next one.
    public var minimum: Int
    /// How many elements one transaction of a first preparation writes.
    public var slice: Int

    public init(target: Int = 256, maximum: Int = 512, minimum: Int = 64, slice: Int = 65536) {
        self.target = target
        self.maximum = maximum
        self.minimum = minimum
        self.slice = slice
    }
}
