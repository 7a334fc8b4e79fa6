import LayoutCache
import Testing

/// The size that a cell prefers.
enum PreferredSize: Int, CaseIterable {
    case more, less, infinite, imageSized, otherWidth

    /// The width; nil for the one that the cell has, as `height`.
    var width: Double? { [197, 44, .infinity, 1024, 30][rawValue] }

    var height: Double? { [161, 20, .infinity, 768, nil][rawValue] }

    func size(_ present: CGSize) -> CGSize {
        CGSize(width: width ?? Double(present.width), height: height ?? Double(present.height))
    }

    /// A view of that size; where it is infinite, one that takes any.
    @MainActor var view: some View {
        func length(_ length: Double?) -> CGFloat? { length.flatMap { $0.isFinite ? CGFloat($0) : nil } }
        return Color.clear.frame(width: length(width), height: length(height))
    }
}

/// A kind of layout, with the lengths that it takes from cells.
struct SizedKind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var definition: String
    var takesWidth = true
    var takesHeight = true
    /// Whether the size of a cell depends on other cells: it may have the preferred one already, or never get it.
    var sharesSizes = false
    /// Executed before the layout is defined.
    var data = "SELECT 1"

    static let all = [
        Self(testDescription: "table", definition: #"{"layout":"table","estimatedRowHeight":40}"#, takesWidth: false),
        Self(testDescription: "card", definition: #"{"layout":"card","itemPitch":40}"#),
        Self(testDescription: "flow", definition: #"{"layout":"flow","itemSize":{"width":50,"height":50}}"#),
        Self(
            testDescription: "waterfall",
            definition: #"{"layout":"waterfall","columns":2,"columnSpacing":8,"itemSpacing":8,"sectionInsets":8}"#,
            takesWidth: false),
        Self(testDescription: "justified", definition: #"{"layout":"justified","rowHeight":90}"#, sharesSizes: true),
        Self(
            testDescription: "compositional",
            definition: #"""
                {"layout":"compositional","sections":[{"group":{"axis":"vertical",
                 "size":{"width":{"fractionalWidth":1},"height":{"estimated":40}},
                 "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"estimated":40}}}]}}]}
                """#, takesWidth: false),
        Self(
            testDescription: "spreadsheet",
            definition: #"{"layout":"spreadsheet","columns":4,"columnWidth":80,"rowHeight":44}"#,
            takesWidth: false, takesHeight: false),
        Self(
            testDescription: "spreadsheet with the sizes of items",
            definition:
                #"{"layout":"spreadsheet","columns":4,"columnWidth":80,"rowHeight":44,"sizesFromItems":true}"#,
            sharesSizes: true),
        Self(
            testDescription: "canvas", definition: #"{"layout":"canvas"}"#,
            // An item without a size does not show, so that no cell is asked.
            data: """
                UPDATE item SET x = id % 4 * 75, y = id / 4 * 60, width = 50, height = 40, measured_width = 50,
                  measured_height = 40
                """),
    ]
}
