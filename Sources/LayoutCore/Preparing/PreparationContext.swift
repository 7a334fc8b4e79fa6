internal import LayoutEngine
internal import LayoutSQLite

/// The common context of a preparation's steps: its destination, and its layout.
struct PreparationContext {
    let connection: Connection
    let preparationID: Int64
    let datasetID: Int64
    let measure: String?
    let plan: any LayoutPlan
    let traits: LayoutTraits
    let kinds: ElementKindRows
    let limits: BandLimits
    /// Whether a section is laid out otherwise if no section before it takes room, and some may take none.
    let sectionsFollowOthers: Bool
    let sums: CachedSums

    init(
        _ preparation: PreparationRecord, plan: any LayoutPlan, limits: BandLimits, sums: CachedSums = CachedSums(),
        connection: Connection, isReading: Bool = false
    ) throws {
        self.connection = connection
        self.sums = sums
        preparationID = preparation.id
        datasetID = preparation.datasetID
        measure = preparation.measure
        self.plan = plan
        traits = plan.traits
        sectionsFollowOthers = traits.hidesEmptySections && plan.variant(ofSection: 0) != plan.variant(ofSection: 1)
        self.limits = plan.traits.isFree ? limits.onPlane : limits
        kinds = try ElementKindRows(preparation.id, plan: plan.elementKinds, makesMissing: !isReading, in: connection)
    }

    var bands: Bands { Bands(connection, preparationID) }
    var sumTree: SumTree {
        SumTree(connection: connection, preparationID: preparationID, readsSummaries: true, known: sums)
    }
    var outline: Outline { Outline(connection: connection, limits: limits) }

    /// The value of the R*Tree's first dimension for a band: its own id where bands stack, one for
    /// all bands on a canvas.
    func plane(of bandID: Int64) -> Double {
        BlockTree.plane(ofBand: bandID, in: preparationID, isFree: traits.isFree)
    }

    /// 1 or −1 where the cells of a band move against, or with, its section's offset; else 0.
    func orthogonal(_ buffer: BandBuffer) -> Int {
        guard let orthogonal = buffer.orthogonal, orthogonal.behavior != .none else { return 0 }
        return plan.isOrthogonalMirrored ? -1 : 1
    }

    /// How the cells of a band move by their place in the viewport; nil: they do not.
    func motion(_ buffer: BandBuffer) -> ElementMotion? {
        guard orthogonal(buffer) != 0 else {
            return plan.motion.map {
                ElementMotion(
                    $0, axis: traits.axis,
                    isMirrored: traits.axis == .horizontal ? traits.isMirrored : traits.isMirroredAcross)
            }
        }
        return buffer.orthogonal?.motion.map {
            ElementMotion(
                $0, axis: traits.axis.cross,
                isMirrored: traits.axis == .vertical ? plan.isOrthogonalMirrored : traits.isMirrored)
        }
    }

    /// Whether the bands of a section cannot be solved one by one: those of a canvas hold no runs of its positions.
    func isWhole(_ section: SectionRecord) -> Bool { traits.isFree || !plan.canCutSection(section.measure) }

    func items(of section: SectionRecord, from position: Double) throws -> ItemStream {
        try ItemStream(
            connection, sectionID: section.id, from: position, byPlace: traits.isFree, measure: measure,
            readsSpans: plan.readsSpans && section.measure.hasSpans)
    }

    /// A section, or nil if it is gone or belongs to another data set.
    func section(_ id: Int64, index: Int) throws -> SectionRecord? {
        try SectionRecord.find(id, datasetID: datasetID, index: index, measure: measure, in: connection)
    }

    func header(of section: SectionRecord) -> (band: SolvedBand, buffer: BandBuffer) {
        let measure = section.measure.collapsed(along: traits.axis)
        let band = SolvedBand(
            sectionID: section.id, beginsSection: true, firstPosition: Outline.beginning, state: [],
            sectionIndex: measure.index, firstIndex: 0, isEnd: true)
        return (band, SectionDriver.layOut([], of: measure, by: plan))
    }

    /// Notes in a section whether one that takes room comes before it, where the layout hides empty ones and that
    /// matters.
    func note(itemsBefore: @autoclosure () throws -> Int, in section: inout SectionRecord) rethrows {
        if sectionsFollowOthers { section.measure.followsSection = try itemsBefore() > 0 }
    }
}
