internal import LayoutCache
internal import LayoutEngine

/// A generated data set in a separate store, with layouts that are prepared when first needed.
final class DataSet {
    static let name = "items"

    let shape: DataShape
    let fileName: String
    let store: LayoutStore
    /// How long each layout took to prepare.
    private var preparationSeconds: [String: Double] = [:]

    init(_ shape: DataShape, fileName: String, path: String) throws {
        self.shape = shape
        self.fileName = fileName
        store = try LayoutStore(path: path)
    }

    /// Makes a store of a file of items.
    static func make(at path: String, from file: String, _ shape: DataShape) throws {
        _ = try LayoutStore.create(at: path) { try $0.importItems(from: .file(file), options: importOptions(shape)) }
    }

    static func importOptions(_ shape: DataShape) -> ImportOptions {
        ImportOptions(
            dataset: name, format: .csv,
            columns: ImportColumns(
                section: "section", key: "key", width: shape.hasSizes ? "width" : nil,
                height: shape.hasSizes ? "height" : nil, x: shape.hasOrigins ? "x" : nil,
                y: shape.hasOrigins ? "y" : nil))
    }

    /// The layout of a sample, defined but perhaps not prepared.
    func defined(_ sample: LayoutSample) throws -> StoredLayout {
        if try !store.layouts().map(\.name).contains(sample.name) {
            try store.defineLayout(
                sample.name, dataset: Self.name, definition: LayoutDefinition(json: sample.json),
                container: LayoutSample.container)
        }
        return store.layout(sample.name)
    }

    func layout(_ sample: LayoutSample) throws -> StoredLayout {
        let layout = try defined(sample)
        if preparationSeconds[sample.name] == nil {
            preparationSeconds[sample.name] = try elapsed { try layout.prepare() }
        }
        return layout
    }

    /// How long it took to prepare everything of a layout.
    func preparing(_ sample: LayoutSample) -> Figure.Baseline {
        .init("preparing everything", preparationSeconds[sample.name] ?? .nan)
    }

    /// Removes a layout with its derived rows.
    func remove(_ sample: LayoutSample) throws {
        try store.removeLayout(sample.name)
        try store.removeLeftovers()
    }
}

/// A definition as an app might have it on a phone.
struct LayoutSample {
    var name: String
    var json: String

    static let container = LayoutSize(width: 390, height: 844)

    static let table = LayoutSample(name: "table", json: #"{"layout":"table","header":{"height":30}}"#)
    static let flow = LayoutSample(
        name: "flow",
        json: #"{"layout":"flow","itemSpacing":10,"lineSpacing":10,"header":{"height":40},"sectionInsets":8}"#)
}
