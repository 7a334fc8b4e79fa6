import LayoutCache
import LayoutTestSupport
import Testing

/// Each kind of layout under the random driver.
@MainActor @Suite(.serialized) struct DriverTests {
    nonisolated static let kinds: [ViewDriver.Kind] = [
        .init(
            name: "table",
            definitions: [AdapterScene.table, #"{"layout":"table","estimatedRowHeight":40,"rowSpacing":6}"#],
            isColumn: true),
        .init(
            name: "measured table",
            definitions: [
                #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30},"pinHeaders":true}"#,
                #"{"layout":"table","estimatedRowHeight":40,"header":{"height":24},"pinHeaders":true,"rowSpacing":3}"#,
            ], isColumn: true, isMeasured: true, measuresHeaders: true),
        .init(name: "conversation", definitions: [AdapterScene.table], isColumn: true, isMeasured: true, edge: .end),
        .init(
            name: "long table", definitions: [#"{"layout":"table","estimatedRowHeight":300}"#], isColumn: true,
            span: 20_000),
        .init(
            name: "flow",
            definitions: [
                #"{"layout":"flow","itemSize":{"width":70,"height":50},"header":{"height":25},"pinHeaders":true}"#,
                #"{"layout":"flow","itemSize":{"width":60,"height":50},"header":{"height":25},"itemSpacing":4}"#,
            ], measuresHeaders: true),
        .init(
            name: "waterfall",
            definitions: [#"{"layout":"waterfall","columns":2,"columnSpacing":8,"itemSpacing":8,"sectionInsets":8}"#],
            isMeasured: true),
        .init(name: "card", definitions: [#"{"layout":"card","axis":"vertical","itemPitch":40}"#]),
        .init(
            name: "spreadsheet",
            definitions: [#"{"layout":"spreadsheet","columns":4,"columnWidth":80,"rowHeight":44,"frozenRows":1}"#],
            isFrozen: true),
        .init(
            name: "compositional",
            definitions: [
                #"""
                {"layout":"compositional","sections":[{"group":{"axis":"horizontal","size":{"width":
                 {"fractionalWidth":1},"height":95},"subitems":[
                 {"size":{"width":{"fractionalWidth":0.5},"height":95},"supplementaries":[{"elementKind":"badge",
                 "size":{"width":20,"height":20},"anchor":["top","trailing"]}]}]},
                 "interGroupSpacing":5,"boundaryItems":[{"elementKind":"header","size":{"width":{"fractionalWidth":1},
                 "height":40},"alignment":"top","pinToVisibleBounds":true}],
                 "decorations":[{"elementKind":"background"}]}]}
                """#
            ]),
        .init(
            name: "canvas", definitions: [#"{"layout":"canvas"}"#], isPlane: true, storesSizes: true,
            data: "UPDATE item SET x = id * 379 % 900, y = id * 6.5, width = 60, height = 50"),
        .init(
            name: "justified",
            definitions: [
                #"{"layout":"justified","rowHeight":90,"header":{"height":25},"pinHeaders":true}"#,
                #"{"layout":"justified","rowHeight":70,"header":{"height":25},"itemSpacing":4}"#,
            ], storesSizes: true, data: "UPDATE item SET width = 40 + id * 37 % 90, height = 60"),
    ]

    /// LAYOUTCACHE_KIND names one.
    nonisolated private static let chosen: [ViewDriver.Kind] = {
        guard let name = ProcessInfo.processInfo.environment["LAYOUTCACHE_KIND"] else {
            return TestSettings.drawn(4, of: kinds)
        }
        return kinds.filter { $0.name == name }
    }()

    @Test("After any steps the screen shows the store's state, and moves with the finger alone", arguments: chosen)
    func drives(kind: ViewDriver.Kind) async throws {
        let steps = ProcessInfo.processInfo.environment["LAYOUTCACHE_STEPS"].flatMap { Int($0) } ?? 100
        for seed in TestSettings.seeds(rounds: 1) {
            var driver = try ViewDriver(kind, seed: seed)
            if let failure = try await driver.run(steps: steps) {
                Issue.record("\(failure)")
                return
            }
        }
    }
}
