internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText
internal import Synchronization

/// The common context of a preparation's steps: its destination, and its layout.
struct PreparationContext {
    let connection: Connection
    let preparationID: Int64
    let datasetID: Int64
    let measure: String?
    let plan: any LayoutPlan
    let traits: LayoutTraits
    let kinds: PreparationRecord.ElementKinds
    let limits: BandLimits
    /// Whether a section is laid out otherwise if no section before it takes room, and some may take none.
    let sectionsFollowOthers: Bool
    let sums: SumCache.Sums

    init(
        _ preparation: PreparationRecord, plan: any LayoutPlan, limits: BandLimits,
        sums: SumCache.Sums = SumCache.Sums(), connection: Connection
    ) throws {
        self.connection = connection
        self.sums = sums
        preparationID = preparation.id
        datasetID = preparation.datasetID
        measure = preparation.measure
        self.plan = plan
        traits = plan.traits
        sectionsFollowOthers = traits.hidesEmptySections && plan.separatesSections
        self.limits = plan.traits.isFree ? limits.onPlane : limits
        kinds = try PreparationRecord.ElementKinds(preparation.id, plan: plan.elementKinds, in: connection)
    }

    var bands: Bands { Bands(connection, preparationID) }
    var sumTree: SumTree { SumTree(connection: connection, preparationID: preparationID, known: sums) }
    var outline: Outline { Outline(connection: connection, limits: limits) }

    /// The value of the R*Tree's first dimension for a band: its own id where bands stack, one for
    /// all bands on a canvas.
    func plane(of bandID: Int64) -> Double {
        BlockTree.plane(ofBand: bandID, in: preparationID, isFree: traits.isFree)
    }

    /// 1 or −1 where the cells of a band move against, or with, its section's offset; else 0.
    func orthogonal(_ buffer: BandBuffer) -> Int {
        buffer.orthogonal == nil ? 0 : plan.isOrthogonalMirrored ? -1 : 1
    }

    /// How the cells of a band move by their place in the viewport; nil: they do not.
    func motion(_ buffer: BandBuffer) -> LayoutMotion.Directed? {
        guard orthogonal(buffer) != 0 else {
            return plan.motion.map {
                LayoutMotion.Directed(
                    $0, axis: traits.axis,
                    isMirrored: traits.axis == .horizontal ? traits.isMirrored : traits.isMirroredAcross)
            }
        }
        return buffer.orthogonal?.motion.map {
            LayoutMotion.Directed(
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

    func header(of section: SectionRecord) -> (band: BandWriter.SolvedBand, buffer: BandBuffer) {
        let measure = section.measure.collapsed(along: traits.axis)
        let band = BandWriter.SolvedBand(
            sectionID: section.id, beginsSection: true, sectionIndex: measure.index, isEnd: true)
        return (band, SectionDriver.layOut([], of: measure, by: plan))
    }

    /// Sets in a section whether one that takes room comes before it, where the layout hides empty ones and that
    /// matters.
    func setFollowsSection(itemsBefore: @autoclosure () throws -> Int, slot: Int, in section: inout SectionRecord)
        throws
    {
        guard sectionsFollowOthers else { return }
        section.measure.followsSection = try itemsBefore() > 0 || bands.firstHeader ?? slot < slot
    }
}

extension LayoutRecord {
    /// The stored definition.
    ///
    /// - Throws: ``LayoutError`` `invalidDefinition`, which names the layout and the remedy.
    func readDefinition() throws -> LayoutDefinition {
        try naming { try LayoutDefinition(json: definition) }
    }

    /// The definition and its plan in the layout's container, or in another one.
    ///
    /// - Parameter sections: The definitions of sections.
    /// - Throws: ``LayoutError`` `invalidDefinition`, which names the layout and the remedy.
    func plan(
        in size: LayoutSize? = nil, sections: [String] = []
    ) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        try naming { try LayoutRecord.PlanMemory.plan(definition, in: size ?? container, sections: sections) }
    }

    /// The definition and its plan with what the sections of the data set override.
    func plan(withSectionsIn connection: Connection) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        try plan(sections: SectionRecord.definitions(ofDataset: datasetID, in: connection))
    }

    private func naming<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as LayoutError where error.code == .invalidDefinition {
            throw LayoutError(
                .invalidDefinition, "the layout “\(name)” cannot be laid out: \(error)",
                advice:
                    "Define it again, or UPDATE layout SET definition = '…' WHERE name = \(Statement.literal(name)).")
        }
    }

    /// The definitions that were read last, with the plans made of them.
    ///
    /// Every slice of a preparation and every edit needs the plan of the same few layouts. Reading a definition takes
    /// about as long as laying out a band. A plan depends only on the text and the container, so one memory serves all
    /// stores of a process.
    enum PlanMemory {
        private struct Key: Hashable {
            var text: String
            var sections: [String]
            var container: LayoutSize
        }

        private typealias Entry = (definition: LayoutDefinition, plan: any LayoutPlan)

        private static let entries = Mutex<[Key: Entry]>([:])

        /// As many layouts as one change usually concerns; with more, all are made again.
        private static let limit = 24

        /// A definition and its plan in a container, with what sections of a data set override.
        ///
        /// - Throws: `LayoutError` for a definition that cannot work; nothing is kept then.
        static func plan(
            _ text: String, in container: LayoutSize, sections: [String] = []
        ) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
            let key = Key(text: text, sections: sections, container: container)
            if let known = entries.withLock({ $0[key] }) { return known }
            let definition = try LayoutDefinition(json: text)
            let plan = try definition.makePlan(in: container, sections: sections)
            entries.withLock { entries in
                if entries.count >= limit { entries.removeAll() }
                entries[key] = (definition, plan)
            }
            return (definition, plan)
        }
    }
}

extension PreparationRecord {
    /// The definition that it was prepared from, and its plan with what sections override now.
    func plan(in connection: Connection) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        try LayoutRecord.PlanMemory.plan(
            definition, in: container, sections: SectionRecord.definitions(ofDataset: datasetID, in: connection))
    }
}
