internal import LayoutEngine
internal import LayoutSchema

/// The names of the layouts that are made of a layout for other sizes of its view.
extension LayoutRecord {
    func variant(for size: LayoutSize) -> (name: String, measure: String) {
        let suffix = Self.suffix(for: size)
        return (name + suffix, (measure ?? name) + suffix)
    }

    /// The name of the layout that this one was made of for another size; nil if it was not.
    var origin: String? {
        let suffix = Self.suffix(for: container)
        guard name.hasSuffix(suffix), measure?.hasSuffix(suffix) == true else { return nil }
        return String(name.dropLast(suffix.count))
    }

    private static func suffix(for size: LayoutSize) -> String { "@\(text(size.width))x\(text(size.height))" }

    /// A whole length without a fraction.
    private static func text(_ length: Double) -> String {
        Int(exactly: length).map(String.init) ?? String(length)
    }
}
