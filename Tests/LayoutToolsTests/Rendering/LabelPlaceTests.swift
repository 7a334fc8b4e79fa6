import Foundation
import LayoutStoreTestSupport
@testable import LayoutCacheTools
import LayoutEngine
import Testing
@testable import LayoutCore

/// The place of a label on an element that another one covers.
@Suite struct LabelPlaceTests {
    /// The box of the label “under”, on an element of a hundred points a side.
    private func labelBox(under other: LayoutRect) -> String? {
        var picture = SVGPicture(
            of: LayoutRect(x: 0, y: 0, width: 390, height: 844), name: "w",
            contentSize: LayoutSize(width: 390, height: 844), hasFrozenCells: false, options: PictureOptions())
        func cell(_ item: Int, _ frame: LayoutRect, _ label: String) -> SVGPicture.Element {
            SVGPicture.Element(
                attributes: LayoutAttributes(
                    kind: .cell, elementKind: nil, indexPath: [0, item], frame: frame, zIndex: 0, itemID: nil, lap: 0,
                    isStale: false), label: label)
        }
        picture.draw([cell(0, LayoutRect(x: 0, y: 0, width: 100, height: 100), "under"), cell(1, other, "over")])
        let line = picture.text.split(separator: "\n").first { $0.contains(">under<") }
        return line?.firstMatch(of: /<svg ([^>]*)>/).map { String($0.1) }
    }

    @Test(
        "A picture covers its cell; a wide row of a list has a square one beside its texts; without one all is as ever")
    func pictures() throws {
        let test = try TestStore()
        try test.fill(
            1...4, "id, section_id, position, key, width, height, payload",
            """
            i, 1, i, 'K' || i, 160, 40, json_object('title', 'Tree ' || i, 'p', CASE WHEN i < 3 THEN 'p' || i
              WHEN i = 3 THEN 'missing' END)
            """)
        func drawing(_ json: String) throws -> String {
            try test.prepareWall(json)
            let field = try #require(try test.store.itemFields(["p"]).first)
            return try test.wall.svg(
                of: LayoutRect(x: 0, y: 0, width: 320, height: 160), options: PictureOptions(),
                pictures: PictureOptions.CellPictures(field: field) { $0 == .text("missing") ? nil : "data:,\($0)" })
        }
        let list = try drawing(#"{"layout":"table"}"#)
        #expect(list.matches(of: /<image x="3.282" y="[\d.]+" width="([\d.]+)" height="\1"/).count == 2)
        #expect(list.contains(#"font-weight="600""#))
        #expect(
            [">Tree 1<", ">K1<", ">Tree 3<", ">Tree 4<"].allSatisfy { list.contains($0) } && !list.contains(">K3<"))
        let flow = try drawing(#"{"layout":"flow"}"#)
        #expect(flow.components(separatedBy: "xMidYMid slice").count == 3)
        #expect(!flow.contains(">Tree 1<") && flow.contains(">Tree 3<"))
    }

    private static let whole = #"x="0" y="0" width="100" height="100""#

    @Test(
        "It is in the strip that the other leaves free, or in the middle if there is none",
        arguments: [
            // The next card of a stack, of any length, and one that begins where this one does.
            (LayoutRect(x: 0, y: 30, width: 100, height: 100), #"x="0" y="0" width="100" height="30""#),
            (LayoutRect(x: -5, y: 30, width: 110, height: 10), #"x="0" y="0" width="100" height="30""#),
            (LayoutRect(x: 0, y: 0, width: 100, height: 40), whole),
            (LayoutRect(x: 0, y: 100, width: 100, height: 40), whole),
            (LayoutRect(x: 0, y: 99.5, width: 100, height: 40), #"x="0" y="0" width="100" height="99.5""#),
            // One that leaves a part of each line free.
            (LayoutRect(x: 0, y: 30, width: 99, height: 100), whole),
            (LayoutRect(x: 1, y: 30, width: 99, height: 100), whole),
            // To the side.
            (LayoutRect(x: 60, y: 0, width: 100, height: 100), #"x="0" y="0" width="60" height="100""#),
            (LayoutRect(x: 60, y: -5, width: 1, height: 110), #"x="0" y="0" width="60" height="100""#),
            (LayoutRect(x: 0, y: 0, width: 40, height: 100), whole),
            (LayoutRect(x: 100, y: 0, width: 40, height: 100), whole),
            (LayoutRect(x: 60, y: 0, width: 100, height: 99), whole),
            (LayoutRect(x: 60, y: 1, width: 100, height: 99), whole),
        ])
    func strips(other: LayoutRect, box: String) { #expect(labelBox(under: other) == box) }
}
