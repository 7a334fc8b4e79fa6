internal import Synchronization

/// The plans of sections that override the definition of their layout.
///
/// A section whose override cannot be used is laid out as if it had none.
final class SectionPlans: Sendable {
    /// Making a plan takes about as long as laying out a band. An arbitrary number, of some kilobytes each.
    private static let limit = 256

    private let base: any LayoutPlan
    private let definition: any DefinitionKind
    private let container: LayoutSize
    private let options: PlanOptions
    /// The plans that were made last.
    private let known = Mutex<[String: any LayoutPlan]>([:])

    init(_ base: any LayoutPlan, of definition: any DefinitionKind, in container: LayoutSize, options: PlanOptions) {
        self.base = base
        self.definition = definition
        self.container = container
        self.options = options
    }

    /// The plan of the sections with a text as their override.
    subscript(text: String) -> any LayoutPlan {
        if let known = known.withLock({ $0[text] }) { return known }
        let made = (try? definition.makePlan(overriddenBy: text, in: container, options: options)) ?? nil
        let plan = made ?? base
        known.withLock { plans in
            if plans.count >= Self.limit { plans.removeAll() }
            plans[text] = plan
        }
        return plan
    }
}
