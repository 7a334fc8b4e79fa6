internal import LayoutSchema
internal import LayoutText

/// Which column of a header or a table holds what, by the options' names.
struct MappedColumns {
    let section: Int?
    let key: Int?
    let lengths: [(index: Int, role: Lengths.Role)]
    let traits: [(index: Int, trait: ItemTrait)]
    private let mapped: Set<Int>

    /// - Parameter missing: The error for a name that no column has.
    init(
        _ options: ImportColumns, in columns: [String], missing: (String) -> LayoutError
    ) throws(LayoutError) {
        func index(_ name: String?) throws(LayoutError) -> Int? {
            guard let name else { return nil }
            guard let index = columns.firstIndex(where: { ExactString($0) == ExactString(name) }) else {
                throw missing(name)
            }
            return index
        }
        section = try index(options.section)
        key = try index(options.key)
        var lengths: [(index: Int, role: Lengths.Role)] = []
        if let width = try index(options.width) { lengths.append((width, .width)) }
        if let height = try index(options.height) { lengths.append((height, .height)) }
        if let x = try index(options.x) { lengths.append((x, .x)) }
        if let y = try index(options.y) { lengths.append((y, .y)) }
        self.lengths = lengths
        var traits: [(index: Int, trait: ItemTrait)] = []
        for trait in ItemTrait.allCases {
            if let column = try index(options[trait]) { traits.append((column, trait)) }
        }
        self.traits = traits
        mapped = Set([section, key].compactMap(\.self) + lengths.map(\.index) + traits.map(\.index))
    }

    /// Whether a column goes into the payload, because nothing else is made of it.
    func isPayload(_ index: Int) -> Bool { !mapped.contains(index) }
}
