internal import LayoutText

extension WaterfallDefinition: DefinitionKind, SectionedDefinitionWithBars, TurnableDefinition {
    static let kindName = "waterfall"
    var containerDependence: ContainerDependence { .extent(across: axis) }

    static let keys: DefinitionObject<Self> = {
        var keys = DefinitionObject<Self>(
            kindName,
            """
            Columns of one width. Each item goes to the column that is shortest so far, the first of equal ones. An \
            item keeps its ratio at the width of its column, or its height, if it has no width. A section begins after \
            its header and top inset, and ends below its longest column. If the axis is horizontal, columns run \
            sideways, one below the other.
            """,
            prototype: WaterfallDefinition(),
            keys: [
                .axis,
                DefinitionKey(
                    "columns", \.givenColumns, .integer(1...maximumColumns),
                    "The number of columns side by side. Default: as many as their widths allow, else 2."),
                DefinitionKey(
                    "columnSpacing", \.writtenColumnSpacing, .columnLength(.absolute(10)),
                    "The distance between two columns, in points or as a fraction."),
                DefinitionKey(
                    "itemSpacing", \.itemSpacing, .length,
                    "The distance between two items of a column, in points. An item of height 0 leaves none."),
                DefinitionKey(
                    "estimatedItemLength", \.estimatedItemLength, .extent,
                    "The extent along the axis of an item that has not been measured, in points."),
                .sectionSpacing,
                .sectionInsets,
                .header,
                .footer,
                .pinHeaders,
                .pinFooters,
                DefinitionKey(
                    "columnWidth", \.columnWidth, .columnLength(.absolute(0)),
                    "The width of a column: there are as many as fit, or exactly `columns`."),
                DefinitionKey(
                    "minimumColumnWidth", \.minimumColumnWidth, .extent,
                    "The least width of a column, in points: as many as fit share the space."),
                DefinitionKey(
                    "maximumColumnWidth", \.maximumColumnWidth, .extent,
                    "The greatest width of a column, in points: as few as possible share the space."),
                DefinitionKey(
                    "columnAlignment", \.columnAlignment, .choice(.leading),
                    "The place of columns with a `columnWidth`."),
                DefinitionKey(
                    "order", \.order, .choice(.shortest),
                    "The column of an item: the shortest, or the one after the last item’s."),
                DefinitionKey(
                    "shortestTolerance", \.shortestTolerance, .length,
                    "The least difference for which a later, shorter column is taken, in points."),
                DefinitionKey(
                    "stamps", \.stamps, .list(of: .rectangle),
                    "Areas that no item covers, from the origin of a section’s items."),
                .separators,
            ] + DefinitionKey.listKeys)
        keys.complete = { $0.dropUsualColumns() }
        keys.rule = { (definition) throws(LayoutError) in
            try definition.checkWidths()
            if let separators = definition.separators, separators.between != .sections {
                throw LayoutError(path: ".separators.between", message: "must be sections: a waterfall has no rows")
            }
        }
        return keys
    }()

    /// The distance between two columns as the one value that it is in JSON.
    private var writtenColumnSpacing: Length {
        get { columnSpacingFraction.map(Length.fractionalWidth) ?? .absolute(columnSpacing) }
        set {
            switch newValue {
            case .absolute(let length): (columnSpacing, columnSpacingFraction) = (length, nil)
            case .fractionalWidth(let fraction):
                (columnSpacing, columnSpacingFraction) = (Self.usualSpacing, fraction)
            }
        }
    }

    private static let usualSpacing = 10.0

    private func checkWidths() throws(LayoutError) {
        guard minimumColumnWidth != nil || maximumColumnWidth != nil else { return }
        if minimumColumnWidth != nil, maximumColumnWidth != nil {
            throw LayoutError(
                path: ".maximumColumnWidth", message: "cannot stand beside minimumColumnWidth; write one of them")
        }
        let key = minimumColumnWidth != nil ? "minimumColumnWidth" : "maximumColumnWidth"
        if givenColumns != nil {
            throw LayoutError(path: ".\(key)", message: "cannot stand beside columns; write one of them")
        }
        if columnWidth != nil {
            throw LayoutError(path: ".\(key)", message: "cannot stand beside columnWidth; write one of them")
        }
    }
}

extension DefinitionValue where Value == WaterfallDefinition.Length {
    /// A number of points, or an object with a fraction.
    fileprivate static func columnLength(_ placeholder: WaterfallDefinition.Length) -> Self {
        let isWidth = placeholder == .absolute(0)
        let number = DefinitionValue<Double>.number(isWidth ? .positive : .nonNegative)
        let fraction = DefinitionObject(
            "columnFraction", "A fraction of the extent that items have across the axis.", prototype: 0.0,
            keys: [
                DefinitionKey(
                    "fractionalWidth", \Double.self, .number(.between(0, 1000)), isRequired: true, "The fraction.")
            ])
        return Self(
            .either([number.description, .object { fraction.description }]), placeholder: placeholder,
            check: { (length) throws(LayoutError) in
                switch length {
                case .absolute(let points): try number.check(points)
                case .fractionalWidth(let share): try fraction.check(share)
                }
            },
            write: { (length, _) in
                switch length {
                case .absolute(let points): .number(points)
                case .fractionalWidth(let share): .object(fraction.members(of: share, leavingOut: 0))
                }
            },
            read: { (json, _) throws(LayoutError) in
                switch json {
                case .number: .absolute(try number.read(json))
                case .object: .fractionalWidth(try fraction.read(json, fallback: 0))
                default: throw LayoutError(json, isNot: "a number or an object with a fraction")
                }
            })
    }
}
