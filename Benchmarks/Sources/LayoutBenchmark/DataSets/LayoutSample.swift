internal import LayoutEngine

/// A definition as an app might have it on a phone.
struct LayoutSample {
    var name: String
    var json: String

    static let container = LayoutSize(width: 390, height: 844)

    static let table = LayoutSample(name: "table", json: #"{"layout":"table","header":{"height":30}}"#)
    static let flow = LayoutSample(
        name: "flow",
        json: #"{"layout":"flow","itemSpacing":10,"lineSpacing":10,"header":{"height":40},"sectionInsets":8}"#)

    func definition() throws -> LayoutDefinition { try LayoutDefinition(json: json) }
}
