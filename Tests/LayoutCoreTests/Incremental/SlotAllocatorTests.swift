import LayoutStoreTestSupport
import LayoutEngine
import LayoutSQLite
@testable import LayoutSchema
import Testing
@testable import LayoutCore

/// The slots that keep bands in order.
@Suite struct SlotAllocatorTests {
    @Test("The sum tree that is built again ends with the last band, also if more came after it once")
    func lastBandsGone() throws {
        let test = try TestStore.ofTable(items: 400)
        try test.store.prepare("wall")
        try test.store.pool.write { connection in
            let layout = try LayoutRecord.find("wall", in: connection)
            let preparation = try #require(try PreparationRecord.all(in: connection).first(where: \.isShown))
            let (_, plan) = try LayoutRecord.PlanMemory.plan(layout.definition, in: layout.container)
            let context = try PreparationContext(
                preparation, plan: plan, limits: TestStore.tinyLimits, connection: connection)
            var slots = SlotAllocator(context: context, slotCount: preparation.slotCount)
            #expect(slots.slotCount > 17)
            var turned = slots
            turned.change(5, in: 9..<10)
            turned.toggled = [5...5]
            try turned.updateTree()
            slots.change(5)
            try slots.updateTree()
            #expect("\(turned.written)" == "\(slots.written)", "what is shown again counts as a whole")
            // A tree of one level less.
            try connection.run("DELETE FROM lc_band WHERE slot > 9")
            let items = try connection.first("SELECT sum(item_count) FROM lc_band", as: Int.self)
            var order = SlotAllocator.Order()
            for place in try slots.order() { order.append(place) }
            try slots.assign(order)
            #expect(try slots.slotCount == connection.first("SELECT max(slot) FROM lc_band", as: Int.self))
            #expect(try context.sumTree.totals(slotCount: slots.slotCount).items == items)
        }
    }
}
