internal import LayoutEngine

/// A definition as an app might have it on a phone.
struct LayoutSample {
    var name: String
    var json: String

    static let container = LayoutSize(width: 390, height: 844)

    static let table = LayoutSample(name: "table", json: #"{"layout":"table","header":{"height":30}}"#)
    static let flow = LayoutSample(
        name: "flow",
        json: #"{"layout":"flow","itemSpacing":10,"lineSpacing":10,"header":{"height":40},"sectionInsets":8}"#
    )
    static let justified = LayoutSample(name: "justified", json: #"{"layout":"justified"}"#)
    /// The smallest definition of each kind, under its name.
    static let kinds = LayoutDefinition.samples.map { LayoutSample(name: $0.kindName, json: $0.json) }

    func definition() throws -> LayoutDefinition {
        try LayoutDefinition(json: json)
    }
}
