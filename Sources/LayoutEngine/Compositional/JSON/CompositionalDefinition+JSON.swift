internal import LayoutText

extension CompositionalDefinition: DefinitionCoding {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        let axis: LayoutAxis = try reader.choice("axis", default: .vertical)
        guard let elements = try reader.elements("sections") else {
            throw reader.fault(at: "sections", "missing; a list of at least one section")
        }
        guard !elements.isEmpty else { throw reader.fault(at: "sections", "must not be empty") }
        var sections: [CompositionalSection] = []
        for element in elements {
            var section = try DefinitionReader(element.value, path: element.path)
            sections.append(try CompositionalSection(&section))
            try section.finish()
        }
        var boundaryItems: [CompositionalBoundaryItem] = []
        for element in try reader.elements("boundaryItems") ?? [] {
            var item = try DefinitionReader(element.value, path: element.path)
            boundaryItems.append(try CompositionalBoundaryItem(&item))
            try item.finish()
        }
        self.init(
            axis: axis, sections: sections,
            interSectionSpacing: try reader.number("interSectionSpacing", default: 0),
            rightToLeft: try reader.bool("rightToLeft", default: false),
            boundaryItems: boundaryItems,
            contentInsetsReference: try reader.choice("contentInsetsReference", default: .safeArea))
        if var insets = try reader.nested("insets") {
            self.insets = ReferenceInsets(
                safeArea: try insets.insets("safeArea"),
                layoutMargins: try insets.insets("layoutMargins"),
                readableContent: try insets.insets("readableContent"))
            try insets.finish()
        }
    }

    func write(to writer: inout DefinitionWriter) {
        writer.add("axis", axis, default: .vertical)
        writer.add("interSectionSpacing", interSectionSpacing, default: 0)
        writer.add("rightToLeft", rightToLeft, default: false)
        writer.add("contentInsetsReference", contentInsetsReference, default: .safeArea)
        if insets != ReferenceInsets() {
            var references = DefinitionWriter()
            references.add("safeArea", insets.safeArea)
            references.add("layoutMargins", insets.layoutMargins)
            references.add("readableContent", insets.readableContent)
            writer.add("insets", references.value)
        }
        if !boundaryItems.isEmpty { writer.add("boundaryItems", .array(boundaryItems.map(\.jsonValue))) }
        writer.add("sections", .array(sections.map(\.jsonValue)))
    }

    func makePlan(in container: LayoutSize) throws(DefinitionError) -> any LayoutPlan {
        CompositionalPlan(self, in: container)
    }
}

extension CompositionalSection {
    /// A section's own word for "as the layout says".
    private static let automatic = "automatic"

    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        guard let group = reader.value("group") else { throw reader.fault(at: "group", "missing") }
        self.init(group: try CompositionalItem(readingGroup: group, path: reader.path(of: "group")))
        interGroupSpacing = try reader.number("interGroupSpacing", default: 0, in: .any)
        contentInsets = try reader.insets("contentInsets", in: .any)
        orthogonalScrolling = try reader.choice("orthogonalScrolling", default: .none)
        for element in try reader.elements("boundaryItems") ?? [] {
            var item = try DefinitionReader(element.value, path: element.path)
            boundaryItems.append(try CompositionalBoundaryItem(&item))
            try item.finish()
        }
        for element in try reader.elements("decorations") ?? [] {
            var item = try DefinitionReader(element.value, path: element.path)
            decorations.append(try CompositionalDecorationItem(&item))
            try item.finish()
        }
        supplementariesFollowContentInsets = try reader.bool("supplementariesFollowContentInsets", default: true)
        if let reference = reader.value("contentInsetsReference"), reference != .string(Self.automatic) {
            contentInsetsReference = try DefinitionReader.choice(
                reference, path: reader.path(of: "contentInsetsReference"))
        }
    }

    var jsonValue: JSONValue {
        var writer = DefinitionWriter()
        writer.add("group", group.jsonValue)
        writer.add("interGroupSpacing", interGroupSpacing, default: 0)
        writer.add("contentInsets", contentInsets)
        writer.add("orthogonalScrolling", orthogonalScrolling, default: .none)
        if !boundaryItems.isEmpty { writer.add("boundaryItems", .array(boundaryItems.map(\.jsonValue))) }
        if !decorations.isEmpty { writer.add("decorations", .array(decorations.map(\.jsonValue))) }
        writer.add("supplementariesFollowContentInsets", supplementariesFollowContentInsets, default: true)
        if let contentInsetsReference {
            writer.add("contentInsetsReference", .string(contentInsetsReference.rawValue))
        }
        return writer.value
    }
}
