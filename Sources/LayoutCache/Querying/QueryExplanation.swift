public import LayoutEngine
internal import LayoutSQLite

/// The way of one rectangle: what was read at each step, and what of it was kept.
public struct QueryExplanation: Sendable {
    /// One step of it.
    public struct Step: Sendable {
        /// `tree`, `bands`, `blocks`, `rows` or `elements`.
        public var name: String
        /// How many nodes, bands, blocks or rows were read; of `elements`, how many were found.
        public var readCount: Int
        /// How many of them may show in the rectangle.
        public var keptCount: Int
        /// How long it took.
        public var seconds: Double
        /// The statement that reads them; nil where another step's does.
        public var sql: String?
        /// What `EXPLAIN QUERY PLAN` says of the statement, a line for each of its steps.
        public var plan: [String]
    }

    /// A band that the rectangle can touch.
    public struct Band: Sendable {
        /// The strip that it occupies, in content coordinates, in points.
        public var frame: LayoutRect
        /// The 0-based index of its section; nil for what belongs to the layout as a whole.
        public var section: Int?
        /// How many elements it holds.
        public var elementCount: Int
        /// Whether it changed since it was prepared.
        public var isStale: Bool
        /// Whether it was never laid out.
        public var isEstimated: Bool
    }

    /// A block of elements that the R*Tree proposes.
    public struct Block: Sendable {
        /// The box that the tree has around them, in content coordinates, in points: rounded outwards, and wider than
        /// they are.
        public var frame: LayoutRect
        /// How many elements it holds.
        public var elementCount: Int
    }

    /// The steps, in order.
    public var steps: [Step]
    /// The bands that the rectangle can touch.
    public var bands: [Band]
    /// The blocks that the R*Tree proposes.
    public var blocks: [Block]
}

extension QueryExplanation {
    init(of rect: LayoutRect, in layout: LayoutReader) throws {
        var walk = ExplainedWalk(layout, rect: rect)
        let steps = try walk.steps()
        self.init(steps: steps, bands: walk.bands, blocks: walk.blocks)
    }
}

/// Goes the way of a query, step by step.
struct ExplainedWalk {
    private static let bandSQL =
        "SELECT \(BandRecord.columns) FROM lc_band WHERE preparation_id = ?1 AND slot > ?2 ORDER BY slot"
    private static let treeSQL = """
        SELECT node, length FROM lc_sum WHERE preparation_id = ?1 AND level = ?2 AND node >= ?3 AND node < ?3 + 16
        ORDER BY node
        """
    private static let blockSQL = """
        SELECT block, x0, x1, y0, y1 FROM lc_block
        WHERE plane1 >= ?1 AND plane0 <= ?1 AND x1 >= ?2 AND x0 <= ?3 AND y1 >= ?4 AND y0 <= ?5
        """
    private static let rowSQL = """
        SELECT x, y, width, height FROM lc_attributes WHERE id BETWEEN ?1 AND ?2
        """

    private let layout: LayoutReader
    private let rect: LayoutRect
    private var nodeCount = 0
    private var bandCount = (read: 0, kept: 0)
    private(set) var bands: [QueryExplanation.Band] = []
    private(set) var blocks: [QueryExplanation.Block] = []
    private var rowCount = (read: 0, kept: 0)
    private var seconds = (tree: 0.0, bands: 0.0, blocks: 0.0, rows: 0.0)

    init(_ layout: LayoutReader, rect: LayoutRect) {
        self.layout = layout
        self.rect = rect
    }

    mutating func steps() throws -> [QueryExplanation.Step] {
        var elements: [LayoutElement] = []
        let elementTime = try Self.timing {
            var query = try VisibleQuery(layout, rect: rect)
            try query.run()
            elements = query.elements
        }
        if layout.isPrepared, rect.width > 0, rect.height > 0 {
            try layout.traits.isFree ? walkPlane() : walkBands()
        }
        return [
            try step("tree", (nodeCount, nodeCount), seconds.tree, Self.treeSQL),
            try step("bands", bandCount, seconds.bands, Self.bandSQL),
            try step("blocks", (blocks.count, blocks.count), seconds.blocks, Self.blockSQL),
            try step("rows", rowCount, seconds.rows, Self.rowSQL),
            try step("elements", (elements.count, elements.count), elementTime, nil),
        ]
    }

    private mutating func walkBands() throws {
        let totals = try layout.totals
        let view = layout.view(totals)
        let tree = SumTree(connection: layout.connection, preparationID: layout.preparationID)
        for range in view.ranges(of: rect) {
            var start = (slot: 0, sums: PrefixSums())
            var count = 0
            seconds.tree += try Self.timing {
                start = try SumTree.descend(
                    slotCount: layout.preparation?.slotCount ?? 0,
                    run: { level, parent in
                        count += 1
                        return try tree.run(level: level, parent: parent)
                    },
                    while: { $0.length <= range.low - totals.overhangAfter })
            }
            nodeCount += count
            var shown: [(band: BandRecord, origin: Double)] = []
            seconds.bands += try Self.timing {
                var origin = start.sums.length
                let bands = try layout.connection.cached(Self.bandSQL)
                bands.bind(layout.preparationID, at: 1)
                bands.bind(start.slot, at: 2)
                defer { bands.rewind() }
                while origin <= range.high + totals.overhangBefore, try bands.step() {
                    let band = try BandRecord(bands)
                    bandCount.read += 1
                    if origin + band.sums.length > range.low - totals.overhangAfter { shown.append((band, origin)) }
                    origin += band.sums.length
                }
            }
            bandCount.kept += shown.count
            var section = start.sums.sections - 1
            // Where the lap of this range begins.
            let shift = view.low(of: rect) - range.low
            for (band, origin) in shown {
                let place = BandPlace(
                    traits: layout.traits, contentLength: view.contentLength, origin: origin,
                    shift: layout.traits.isMirrored ? -shift : shift)
                if band.beginsSection { section += 1 }
                try note(band, at: place, section: band.sectionID == nil ? nil : section)
                if band.sums.elements > 0 {
                    try walk(band, at: place, from: range.low - origin, to: range.high - origin)
                }
            }
        }
    }

    private mutating func note(_ band: BandRecord, at place: BandPlace, section: Int?) throws {
        let strip = try LayoutRect(
            axis: layout.traits.axis, along: 0, cross: 0, alongLength: band.sums.length,
            crossLength: layout.traits.contentCrossLength ?? layout.totals.crossLength)
        bands.append(
            QueryExplanation.Band(
                frame: place.frame(strip), section: section, elementCount: band.sums.elements,
                isStale: try layout.isStale(band), isEstimated: band.isEstimated))
    }

    /// The blocks and rows of a band; of one that scrolls orthogonally, those that move as well.
    private mutating func walk(_ band: BandRecord, at place: BandPlace, from low: Double, to high: Double) throws {
        let axis = layout.traits.axis
        var shifts = [0.0]
        if band.orthogonal != 0, let sectionID = band.sectionID,
            let offset = try layout.connection.first(
                "SELECT offset FROM section_offset WHERE layout = ?1 AND section_id = ?2", layout.record.name,
                sectionID, as: Double.self)
        {
            shifts.append(offset * Double(band.orthogonal))
        }
        for shift in shifts {
            let cross = (low: rect.min(axis.cross) + shift, high: rect.max(axis.cross) + shift)
            let along = (low: low, high: high)
            let (x, y) = axis == .vertical ? (cross, along) : (along, cross)
            var place = place
            place.crossShift = shift
            try readBlocks(Double(band.id), x, y, at: place)
        }
    }

    private mutating func walkPlane() throws {
        bandCount = (0, 0)
        try readBlocks(
            BlockRecord.plane(ofBand: 0, in: layout.preparationID, isFree: true), (rect.x, rect.maxX),
            (rect.y, rect.maxY), at: BandPlace(traits: layout.traits, contentLength: 0))
    }

    private mutating func readBlocks(
        _ plane: Double, _ x: (low: Double, high: Double), _ y: (low: Double, high: Double), at place: BandPlace
    ) throws {
        var found: [Int64] = []
        seconds.blocks += try Self.timing {
            try layout.connection.forEachRow(Self.blockSQL, plane, x.low, x.high, y.low, y.high) { row in
                found.append(row.int64(0))
                let box = LayoutRect(
                    x: row.double(1), y: row.double(3), width: row.double(2) - row.double(1),
                    height: row.double(4) - row.double(3))
                blocks.append(
                    QueryExplanation.Block(frame: place.frame(box), elementCount: Int(row.int64(0) & 127) + 1))
            }
        }
        seconds.rows += try Self.timing {
            for block in found {
                let first = block >> 7
                try layout.connection.forEachRow(Self.rowSQL, first, first + (block & 127)) { row in
                    rowCount.read += 1
                    let isKept =
                        row.double(0) < x.high && row.double(0) + row.double(2) > x.low
                        && row.double(1) < y.high && row.double(1) + row.double(3) > y.low
                    if isKept { rowCount.kept += 1 }
                }
            }
        }
    }

    private func step(
        _ name: String, _ count: (read: Int, kept: Int), _ seconds: Double, _ sql: String?
    ) throws -> QueryExplanation.Step {
        var plan: [String] = []
        if let sql {
            // What its parameters are does not matter to the plan.
            let rows = try layout.connection.prepare("EXPLAIN QUERY PLAN " + sql)
            while try rows.step() { plan.append(rows.string(3) ?? "") }
        }
        return QueryExplanation.Step(
            name: name, readCount: count.read, keptCount: count.kept, seconds: seconds, sql: sql, plan: plan)
    }

    private static func timing(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let time = try clock.measure(body)
        return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    }
}
