internal import LayoutCFaults
internal import LayoutTestSupport

/// Which call of SQLite's to its disk or its memory is to fail, and how.
struct FaultPlan: Sendable, Hashable, CustomStringConvertible {
    /// The kind of call that fails.
    enum Kind: String, CaseIterable, Sendable {
        case write, sync, truncate, open, read, size, delete, access, map, lock, allocation
        /// Everything from here on, with what was not synced.
        case power
    }

    /// How a call fails. All except the first one concern writes only.
    enum Shape: String, CaseIterable, Sendable {
        /// Nothing arrives, and the disk reports an error.
        case error
        /// The first half arrives, and the disk reports an error.
        case torn
        /// Nothing arrives: the disk is full.
        case full
        /// The first half arrives, and then the disk is full.
        case short
    }

    var kind: Kind
    var call: Int
    /// Whether all later ones fail as well.
    var persists = false
    var shape = Shape.error

    /// Every call, once and for good; of the thousands of allocations a sample, which is another one in each round.
    static func each(of calls: [Kind: Int], using random: inout SeededGenerator) -> [FaultPlan] {
        var plans: [FaultPlan] = []
        for kind in Kind.allCases where kind != .power {
            let count = calls[kind] ?? 0
            let numbers =
                kind == .allocation && count > 0
                ? (0..<min(count, 150)).map { _ in Int.random(in: 1...count, using: &random) } : Array(1..<count + 1)
            for call in numbers {
                for shape in kind == .write ? Shape.allCases : [.error] {
                    plans += [false, true].map { FaultPlan(kind: kind, call: call, persists: $0, shape: shape) }
                }
            }
        }
        return plans
    }

    var description: String {
        "\(kind.rawValue)-\(call)-\(persists ? "on" : "once")" + (shape == .error ? "" : "-\(shape.rawValue)")
    }
}

/// The process's disk and memory, which fail as planned.
enum FaultyMachine {
    /// Puts itself before the system's disk and memory; must come before any other use of SQLite.
    ///
    /// - Parameter forgetsSyncs: Whether the disk falsely reports that it synced: a campaign must notice.
    static func install(forgetsSyncs: Bool = false) throws {
        layout_faults_forget_syncs(forgetsSyncs ? 1 : 0)
        let code = layout_faults_install()
        guard code == 0 else { throw CampaignError("the faulty disk cannot be installed: SQLite error \(code)") }
    }

    /// Calls `body` while a plan is in force; returns whether the planned call came.
    static func suffer<T>(
        _ plan: FaultPlan, _ body: () throws -> T
    ) -> (hasStruck: Bool, outcome: Result<T, any Error>) {
        layout_faults_arm(plan.kind.code, Int64(plan.call), plan.persists ? 1 : 0, plan.shape.code)
        let outcome = Result { try body() }
        layout_faults_disarm()
        return (layout_faults_has_struck() != 0, outcome)
    }

    /// Calls `body` and counts its calls of each kind.
    static func count(_ body: () throws -> Void) rethrows -> [FaultPlan.Kind: Int] {
        layout_faults_arm(FaultPlan.Kind.power.code, 0, 0, 0)
        defer { layout_faults_disarm() }
        try body()
        return Dictionary(uniqueKeysWithValues: FaultPlan.Kind.allCases.map { ($0, Int(layout_faults_count($0.code))) })
    }

    /// Leaves the files as they may be after the loss of power that was just suffered.
    static func losePower(seed: UInt64) throws {
        let code = layout_faults_lose_power(seed)
        guard code == 0 else { throw CampaignError("the disk cannot be written as it would be: system error \(code)") }
    }
}

extension CaseIterable where Self: Equatable {
    /// The number that the C side knows it by: both list them in one order.
    fileprivate var code: Int32 { Int32(Array(Self.allCases).firstIndex(of: self) ?? 0) }
}
