/// The shape of a generated data set.
struct DataShape: Hashable {
    enum SectionDivision: Hashable {
        /// A number of sections of equal size.
        case count(Int)
        /// Sections of a given number of items, the last one perhaps smaller.
        case size(Int)
    }

    var items: Int
    var sectioning: SectionDivision
    /// Whether items have their own origins, scattered over a plane.
    var hasOrigins = false
    /// Whether the items' sizes are loaded; without, they are not measured yet.
    var hasSizes = true

    /// The usual one: a thousand sections, or fewer if they would be empty.
    static func thousandSections(_ items: Int) -> DataShape {
        DataShape(items: items, sectioning: .count(min(1000, max(1, items / 10))))
    }

    static func singleSection(_ items: Int) -> DataShape { DataShape(items: items, sectioning: .count(1)) }

    /// A short name for files.
    var label: String {
        let sections =
            switch sectioning {
            case .count(let count): "\(count)-sections"
            case .size(let size): "sections-of-\(size)"
            }
        return "\(items)-\(sections)\(hasOrigins ? "-plane" : "")\(hasSizes ? "" : "-unmeasured")"
    }

    /// The side of the square over which origins are scattered, so that a phone shows some dozens of items at any size.
    var planeSide: Double { (Double(items) * 390 * 844 / 24).squareRoot() }
}
