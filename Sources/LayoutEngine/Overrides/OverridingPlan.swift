internal import Synchronization

/// A plan some of whose sections override the definition.
///
/// A section whose override cannot be used is laid out as if it had none.
struct OverridingPlan: PlanDecorator {
    /// The plans that were made last. Making one takes about as long as laying out a band.
    private final class Plans: Sendable {
        let known = Mutex<[String: any LayoutPlan]>([:])
        /// An arbitrary number, of some kilobytes each.
        static let limit = 256
    }

    let base: any LayoutPlan
    private let definition: any DefinitionKind
    private let container: LayoutSize
    private let options: PlanOptions
    private let plans = Plans()
    /// The extent across the scroll axis of the widest of sheets, which scroll across as well.
    private var contentCrossLength: Double?

    init(_ base: any LayoutPlan, of definition: any DefinitionKind, in container: LayoutSize, options: PlanOptions) {
        self.base = base
        self.definition = definition
        self.container = container
        self.options = options
        contentCrossLength = base.traits.contentCrossLength
        guard base.scrollsBothWays, !options.sections.isEmpty else { return }
        let widths = options.sections.map { plan(of: $0).traits.contentCrossLength }
        contentCrossLength = widths.reduce(contentCrossLength) { widest, width in
            widest.flatMap { widest in width.map { max(widest, $0) } }
        }
    }

    func plan(for section: SectionMeasure) -> any LayoutPlan { section.definition.map(plan(of:)) ?? base }

    private func plan(of text: String) -> any LayoutPlan {
        if let known = plans.known.withLock({ $0[text] }) { return known }
        let made = (try? definition.makePlan(overriddenBy: text, in: container, options: options)) ?? nil
        let plan = made ?? base
        plans.known.withLock { plans in
            if plans.count >= Plans.limit { plans.removeAll() }
            plans[text] = plan
        }
        return plan
    }

    var traits: LayoutTraits {
        var traits = base.traits
        traits.contentCrossLength = contentCrossLength
        return traits
    }
    /// A section’s override may freeze lines.
    var hasFrozenLines: Bool { definition is SpreadsheetDefinition }
    /// One of the overrides may have lines.
    var lineBreaksDependOnNextItem: Bool { true }
    var readsSpans: Bool { true }
}
