internal import LayoutEngine

/// A definition of each kind, as an app might have it on a phone.
struct LayoutSample {
    var name: String
    var json: String

    static let container = LayoutSize(width: 390, height: 844)

    static let table = LayoutSample(name: "table", json: #"{"layout":"table","header":{"height":30}}"#)
    static let flow = LayoutSample(
        name: "flow",
        json: #"{"layout":"flow","itemSpacing":10,"lineSpacing":10,"header":{"height":40},"sectionInsets":8}"#
    )
    static let card = LayoutSample(
        name: "card", json: #"{"layout":"card","itemPitch":40,"header":{"width":390,"height":50}}"#)
    static let waterfall = LayoutSample(
        name: "waterfall",
        json: #"{"layout":"waterfall","columns":3,"columnSpacing":8,"itemSpacing":8,"sectionInsets":8}"#
    )
    static let grid = LayoutSample(
        name: "compositional",
        json: #"""
            {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
             "size":{"width":{"fractionalWidth":1},"height":120},"dividing":{"size":{"width":{"fractionalWidth":1},
             "height":{"fractionalHeight":1}}},"count":3,"interItemSpacing":6},"interGroupSpacing":6}]}
            """#
    )
    static let canvas = LayoutSample(name: "canvas", json: #"{"layout":"canvas"}"#)

    static func spreadsheet(columns: Int, width: Int = 78, height: Int = 44) -> LayoutSample {
        LayoutSample(
            name: "spreadsheet",
            json: #"{"layout":"spreadsheet","columns":\#(columns),"columnWidth":\#(width),"rowHeight":\#(height)}"#
        )
    }

    func definition() throws -> LayoutDefinition {
        try LayoutDefinition(json: json)
    }
}
