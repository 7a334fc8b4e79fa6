internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema
internal import Synchronization

/// The definitions that were read last, with the plans made of them.
///
/// Every slice of a preparation and every edit needs the plan of the same few layouts. Reading a definition takes about
/// as long as laying out a band. A plan depends only on the text and the container, so one memory serves all stores of
/// a process.
enum PlanMemory {
    private struct Entry: Sendable {
        var text: String
        var sections: [String]
        var container: LayoutSize
        var definition: LayoutDefinition
        var plan: any LayoutPlan
    }

    /// Those used last come last.
    private static let entries = Mutex<[Entry]>([])

    /// As many layouts as one change usually concerns.
    private static let limit = 24

    /// A definition and its plan in a container, with what sections of a data set override.
    ///
    /// - Throws: `LayoutError` for a definition that cannot work; nothing is kept then.
    static func plan(
        _ text: String, in container: LayoutSize, sections: [String] = []
    ) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        let known = entries.withLock { entries -> Entry? in
            guard
                let index = entries.lastIndex(where: {
                    $0.container == container && $0.text == text && $0.sections == sections
                })
            else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry
        }
        if let known { return (known.definition, known.plan) }
        let definition = try LayoutDefinition(json: text)
        let plan = try definition.makePlan(in: container, sections: sections)
        entries.withLock { entries in
            if entries.count >= limit { entries.removeFirst() }
            entries.append(
                Entry(text: text, sections: sections, container: container, definition: definition, plan: plan))
        }
        return (definition, plan)
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
        try naming { try PlanMemory.plan(definition, in: size ?? container, sections: sections) }
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
                advice: "Define it again, or UPDATE layout SET definition = '…' WHERE name = \(SQLLiteral.text(name)).")
        }
    }
}

extension PreparationRecord {
    /// The definition that it was prepared from, and its plan with what sections override now.
    func plan(in connection: Connection) throws -> (definition: LayoutDefinition, plan: any LayoutPlan) {
        try PlanMemory.plan(
            definition, in: container, sections: SectionRecord.definitions(ofDataset: datasetID, in: connection))
    }
}
