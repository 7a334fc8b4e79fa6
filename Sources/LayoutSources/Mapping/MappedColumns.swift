internal import LayoutSchema
internal import LayoutText

/// Which column of a header or a table holds what, by the options' names.
struct MappedColumns {
    let section: Int?
    let key: Int?
    let lengths: [(index: Int, role: Lengths.Role)]
    let traits: [(index: Int, trait: ItemTrait)]
    let payload: [PayloadColumn]

    /// - Parameter missing: The error for a name that no column has.
    init(_ options: ImportColumns, in columns: [String], missing: (String) -> LayoutError) throws(LayoutError) {
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
        for role in Lengths.Role.allCases {
            if let column = try index(options[role]) { lengths.append((column, role)) }
        }
        self.lengths = lengths
        var traits: [(index: Int, trait: ItemTrait)] = []
        for trait in ItemTrait.allCases {
            if let column = try index(options[trait]) { traits.append((column, trait)) }
        }
        self.traits = traits
        let mapped = Set([section, key].compactMap(\.self) + lengths.map(\.index) + traits.map(\.index))
        payload = columns.indices.filter { !mapped.contains($0) }.enumerated().map { number, index in
            PayloadColumn(
                index: index, name: columns[index],
                prefix: JSONString.memberPrefix(columns[index], isFirst: number == 0))
        }
    }
}
