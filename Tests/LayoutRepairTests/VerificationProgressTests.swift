import LayoutStoreTestSupport
import LayoutSQLite
import Testing
import LayoutCore
import LayoutRepair
import LayoutSources

/// The reported progress of a verification.
@Suite struct VerificationProgressTests {
    @Test("The share rises to one while layouts are checked, and no further", arguments: [false, true])
    func checking(isDeep: Bool) throws {
        let damaged = try DamagedStore()
        let store = damaged.store
        var steps: [LayoutProgress] = []
        #expect(try store.verify(deep: isDeep) { steps.append($0) }.isWhole)
        #expect(steps.first == LayoutProgress(.checkingFile, fraction: 0))
        let ofLayouts = steps.drop { $0.step == .checkingFile }
        let fractions = ofLayouts.compactMap(\.fraction)
        #expect(ofLayouts.allSatisfy { $0.step == .checkingLayouts } && fractions.count == ofLayouts.count)
        #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(abs((fractions.last ?? 0) - 1) < 1e-9)
        // It is all of the bands that make it rise, each by as much: the last comes when nothing is left to do.
        let bands = try store.pool.read { try $0.first("SELECT count(*) FROM lc_band", as: Int.self) ?? 0 }
        #expect(bands > 20 && Set(fractions).count > bands / 2)
        #expect(fractions.count { $0 > 0.999_999 } <= 5)
    }

    @Test("An error of the progress closure ends the verification, and nothing is changed")
    func stopping() throws {
        struct Stop: Error {}
        let damaged = try DamagedStore()
        try damaged.strike(["UPDATE lc_band SET length = length + 1"])
        for limit in [1, 5, 20] {
            var count = 0
            #expect(throws: Stop.self) {
                try damaged.store.verify(repair: true) { _ in
                    count += 1
                    if count == limit { throw Stop() }
                }
            }
        }
        #expect(try !damaged.store.verify().isWhole)
    }

    @Test("A repair reports making the store again, and each layout that is laid out")
    func repairing() throws {
        let damaged = try DamagedStore()
        try damaged.strike(["UPDATE lc_band SET length = length + 1"])
        var steps: [LayoutProgress.Step] = []
        var fractions: [Double] = []
        let report = try damaged.store.verify(repair: true) {
            if steps.last != $0.step { steps.append($0.step) }
            if case .preparing = $0.step, let fraction = $0.fraction { fractions.append(fraction) }
            if $0.step == .rebuilding { #expect($0.fraction == nil) }
        }
        #expect(report.isWhole)
        let layouts = steps.compactMap { if case .preparing(let layout) = $0 { layout } else { nil } }
        #expect(layouts == DamagedStore.layouts.sorted())
        #expect(steps.contains(.rebuilding))
        #expect(fractions.allSatisfy { $0 >= 0 && $0 <= 1 })
    }
}
