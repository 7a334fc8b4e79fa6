import Foundation
import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// The file of placements: what stored layouts of all kinds show, number by number.
@Suite struct PlacementRecordTests {
    @Test("Every kind of layout shows its elements where the file of placements has them, to the last bit")
    func record() throws {
        let lines = try Self.layouts.map { name, json in try Self.line(name, json) }
        try expectText(
            lines.joined(separator: "\n") + "\n", of: "../../LayoutTestSupport/\(PlacementCase.fileName)")
    }

    private static func line(_ name: String, _ json: String) throws -> String {
        let isSheet = json.contains("spreadsheet")
        let test = try TestStore()
        let sections = json.contains("wraps") && isSheet || name.contains("one section") ? 1 : 3
        try test.fill(
            0...(isSheet ? 34 : 20), sections: sections, "id, section_id, position, key, width, height, x, y",
            """
            i + 1, 1 + i % \(sections), i, 'k' || i, 24 + i * 5 % 37 + i % 3 / 3.0, 16 + i * 7 % 41 + i % 7 / 7.0,
            i * 37 % 300 - 20, i * 53 % 400 - 30
            """)
        if json.contains("sticky") {
            try test.execute(
                "UPDATE item SET sticky_level = id / 2 % 3, sticky_edge = CASE WHEN id % 5 = 0 THEN 'end' END "
                    + "WHERE id % 2 = 0")
        }
        try test.prepareWall(json, 120, 100)
        if json.contains("orthogonal") {
            try test.execute("INSERT INTO orthogonal_offset (layout, section, offset) VALUES ('wall', 1, 33.3)")
        }
        return try test.read { connection in
            let layout = try LayoutReader("wall", in: connection)
            var record = try PlacementRecord(name, layout)
            for (rect, viewport) in try views(of: layout) { try record.addView(rect, seenFrom: viewport, layout) }
            return try record.record.line
        }
    }

    /// Screens through the content and beyond both ends, some of them seen from elsewhere.
    private static func views(of layout: LayoutReader) throws -> [(LayoutRect, LayoutRect)] {
        let size = try layout.contentSize
        let axis = layout.traits.axis
        let length = size[axis]
        let places = [-130, -7.3, 0, 31.7, 0.37 * length, 0.61 * length, length - 100, length + 13]
        return places.enumerated().map { index, along in
            let cross = index % 3 == 1 ? 17.9 : 0
            let viewport = LayoutRect(
                axis: axis, along: along, cross: cross, alongLength: axis == .vertical ? 100 : 120,
                crossLength: axis == .vertical ? 120 : 100)
            guard index % 2 == 1 else { return (viewport, viewport) }
            return (viewport.grown(by: 30), viewport)
        }
    }

    private static let bars = #""header":{"height":14},"footer":{"height":9},"pinHeaders":true,"pinFooters":true"#
    private static let group = #"""
        "group":{"axis":"vertical","size":{"width":44,"height":60},"subitems":[{"size":{"width":40,"height":26},
        "supplementaries":[{"elementKind":"badge","size":{"width":8,"height":8},"anchor":["top","trailing"],
        "fractionalOffset":[0.3,-0.3]}]}],"interItemSpacing":5},"interGroupSpacing":3.3,"contentInsets":4
        """#
    private static let boundary = #"""
        "boundaryItems":[{"elementKind":"header","size":{"width":{"fractionalWidth":1},"height":12},"alignment":"top",
        "pinToVisibleBounds":true},{"elementKind":"footer","size":{"width":50,"height":7},"alignment":"bottomTrailing",
        "pinToVisibleBounds":true,"offset":[0,3]}],"decorations":[{"elementKind":"card","contentInsets":-3}]
        """#

    /// All kinds, with everything that depends on the viewport.
    private static var layouts: [(name: String, json: String)] {
        var layouts: [(String, String)] = [
            ("table", "{\"layout\":\"table\",\(bars),\"sectionSpacing\":11,\"background\":{}}"),
            (
                "table that shrinks headers and has bars",
                #"""
                {"layout":"table","header":{"height":30,"minimumHeight":11},"pinHeaders":true,
                "listHeader":{"height":20},"pinListHeader":true,"listFooter":{"height":15},"pinListFooter":true}
                """#
            ),
            ("table that wraps", "{\"layout\":\"table\",\(bars),\"sectionSpacing\":3.7,\"wraps\":true}"),
            ("card", #"{"layout":"card","header":{"width":120,"height":20},"motion":"stack"}"#),
            (
                "flow from right to left",
                #"""
                {"layout":"flow","axis":"horizontal","rightToLeft":true,"itemSpacing":3,"lineSpacing":4.1,
                "header":{"width":12},"footer":{"width":8},"pinHeaders":true,"pinFooters":true,"sectionInsets":2}
                """#
            ),
            ("flow within insets", "{\"layout\":\"flow\",\(bars),\"contentInsets\":7}"),
            ("waterfall", "{\"layout\":\"waterfall\",\"columns\":3,\(bars)}"),
            ("justified", "{\"layout\":\"justified\",\"rowHeight\":30,\(bars)}"),
            ("canvas", #"{"layout":"canvas"}"#),
            (
                "compositional with orthogonal sections",
                "{\"layout\":\"compositional\",\"sections\":[{\(group),\(boundary)},"
                    + "{\(group),\(boundary),\"orthogonalScrolling\":\"continuous\"}],\"interSectionSpacing\":6}"
            ),
            (
                "compositional from right to left that wraps",
                "{\"layout\":\"compositional\",\"axis\":\"horizontal\",\"rightToLeft\":true,\"wraps\":true,"
                    + "\"sections\":[{\(group.replacingOccurrences(of: "vertical", with: "horizontal")),"
                    + "\"boundaryItems\":[{\"elementKind\":\"header\",\"size\":{\"width\":12,\"height\":100},"
                    + "\"alignment\":\"leading\",\"pinToVisibleBounds\":true}]}]}"
            ),
        ]
        for rule in ["push", "stack"] {
            for header in [0, 13] {
                layouts.append(
                    (
                        "table whose items \(rule), header \(header)",
                        "{\"layout\":\"table\",\"header\":{\"height\":\(header)},\"pinHeaders\":true,"
                            + "\"sticky\":{\"rule\":\"\(rule)\",\"offset\":2.5}}"
                    ))
            }
        }
        layouts.append(
            (
                "flow from right to left whose items stack",
                #"{"layout":"flow","axis":"horizontal","rightToLeft":true,"sticky":{"rule":"stack"}}"#
            ))
        for motion in ["stack", "coverFlow", "wheel", "fade"] {
            for isRightToLeft in [false, true] {
                layouts.append(
                    (
                        "flow that moves, \(motion), \(isRightToLeft ? "from right to left" : "from left to right")",
                        "{\"layout\":\"flow\",\"axis\":\"horizontal\",\"rightToLeft\":\(isRightToLeft),"
                            + "\"motion\":\"\(motion)\"}"
                    ))
            }
            layouts.append(
                (
                    "orthogonal section that moves, \(motion)",
                    "{\"layout\":\"compositional\",\"sections\":[{\(group),"
                        + "\"orthogonalScrolling\":\"continuous\",\"motion\":\"\(motion)\"}]}"
                ))
        }
        let sheet = #""layout":"spreadsheet","columns":5,"columnWidth":33.3,"rowHeight":17,"columnSpacing":2"#
        let frozen = #""frozenRows":1,"frozenColumns":1,"frozenTrailingRows":1,"frozenTrailingColumns":1"#
        layouts += [
            ("sheet", "{\(sheet)}"), ("sheet with frozen lines", "{\(sheet),\(frozen),\"sectionSpacing\":5}"),
            ("sheet with frozen lines from right to left", "{\(sheet),\(frozen),\"rightToLeft\":true}"),
            ("sheet with frozen rows", "{\(sheet),\"frozenRows\":2,\"rowSpacing\":1.1}"),
        ]
        for around in ["both", "horizontal", "vertical"] {
            layouts.append(
                (
                    "sheet that goes round, \(around)",
                    "{\(sheet),\(frozen),\"rowSpacing\":1.5,\"wraps\":true,\"wrapsAxis\":\"\(around)\"}"
                ))
        }
        layouts.append(
            (
                "sheet that goes round from right to left, one section",
                "{\(sheet),\(frozen),\"wraps\":true,\"rightToLeft\":true}"
            ))
        return layouts
    }
}
