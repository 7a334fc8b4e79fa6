internal import LayoutText

extension CompositionalDimension {
    /// Reads a number of points, or an object with one of the other cases.
    init(_ value: JSONValue, path: String) throws(DefinitionError) {
        if case .number(let length) = value {
            try NumberRange.nonNegative.check(length, at: path)
            self = .absolute(length)
            return
        }
        guard case .object(let members) = value else {
            throw DefinitionReader.wrongType(value, path: path, expected: "a number or an object of one dimension")
        }
        var reader = try DefinitionReader(value, path: path)
        let fractionalWidth = try reader.optionalNumber("fractionalWidth")
        let fractionalHeight = try reader.optionalNumber("fractionalHeight")
        let estimated = try reader.optionalNumber("estimated")
        let uniform = try reader.optionalNumber("uniformAcrossSiblings")
        let absolute = try reader.optionalNumber("absolute")
        try reader.finish()
        guard members.count == 1 else {
            throw DefinitionError(
                path: path,
                message: "needs exactly one of fractionalWidth, fractionalHeight, estimated, uniformAcrossSiblings")
        }
        if let fractionalWidth {
            self = .fractionalWidth(fractionalWidth)
        } else if let fractionalHeight {
            self = .fractionalHeight(fractionalHeight)
        } else if let estimated {
            self = .estimated(estimated)
        } else if let uniform {
            self = .uniformAcrossSiblings(estimate: uniform)
        } else {
            self = .absolute(absolute ?? 0)
        }
    }

    var jsonValue: JSONValue {
        let key: String
        switch self {
        case .absolute(let length): return .number(length)
        case .fractionalWidth: key = "fractionalWidth"
        case .fractionalHeight: key = "fractionalHeight"
        case .estimated: key = "estimated"
        case .uniformAcrossSiblings: key = "uniformAcrossSiblings"
        }
        return .object([JSONValue.Member(key: key, value: .number(value))])
    }
}

extension CompositionalSize {
    /// Reads an object's size, which has to be there, with both of its dimensions.
    init(_ reader: inout DefinitionReader, key: String = "size") throws(DefinitionError) {
        guard var size = try reader.nested(key) else { throw reader.fault(at: key, "missing") }
        guard let width = size.value("width") else { throw size.fault(at: "width", "missing") }
        guard let height = size.value("height") else { throw size.fault(at: "height", "missing") }
        self.init(
            width: try CompositionalDimension(width, path: size.path(of: "width")),
            height: try CompositionalDimension(height, path: size.path(of: "height")))
        try size.finish()
    }

    var jsonValue: JSONValue {
        .object([
            JSONValue.Member(key: "width", value: width.jsonValue),
            JSONValue.Member(key: "height", value: height.jsonValue),
        ])
    }
}

extension CompositionalSpacing {
    /// Reads a number of points, or an object with a flexible minimum.
    init(_ value: JSONValue, path: String, in range: NumberRange) throws(DefinitionError) {
        switch value {
        case .number(let distance):
            try range.check(distance, at: path)
            self = .fixed(distance)
        case .object:
            var reader = try DefinitionReader(value, path: path)
            let flexible = try reader.optionalNumber("flexible", in: range)
            let fixed = try reader.optionalNumber("fixed", in: range)
            try reader.finish()
            switch (flexible, fixed) {
            case (let minimum?, nil): self = .flexible(minimum)
            case (nil, let distance?): self = .fixed(distance)
            default: throw DefinitionError(path: path, message: "needs the key flexible")
            }
        default:
            throw DefinitionReader.wrongType(value, path: path, expected: "a number or {\"flexible\": minimum}")
        }
    }

    var jsonValue: JSONValue {
        switch self {
        case .fixed(let distance): .number(distance)
        case .flexible(let minimum): .object([JSONValue.Member(key: "flexible", value: .number(minimum))])
        }
    }
}

extension CompositionalEdgeSpacing {
    /// Reads an object with an edge each, or one spacing for all four.
    init(_ reader: inout DefinitionReader, key: String) throws(DefinitionError) {
        self = .none
        guard let value = reader.value(key) else { return }
        let path = reader.path(of: key)
        guard case .object = value, value["flexible"] == nil, value["fixed"] == nil else {
            let spacing = try CompositionalSpacing(value, path: path, in: .nonNegative)
            self.init(top: spacing, leading: spacing, bottom: spacing, trailing: spacing)
            return
        }
        var edges = try DefinitionReader(value, path: path)
        top = try Self.spacing("top", of: &edges)
        leading = try Self.spacing("leading", of: &edges)
        bottom = try Self.spacing("bottom", of: &edges)
        trailing = try Self.spacing("trailing", of: &edges)
        try edges.finish()
    }

    private static func spacing(
        _ key: String, of reader: inout DefinitionReader
    ) throws(DefinitionError) -> CompositionalSpacing {
        guard let value = reader.value(key) else { return .fixed(0) }
        return try CompositionalSpacing(value, path: reader.path(of: key), in: .nonNegative)
    }

    var jsonValue: JSONValue {
        var writer = DefinitionWriter()
        for (key, spacing) in [("top", top), ("leading", leading), ("bottom", bottom), ("trailing", trailing)]
        where spacing != .fixed(0) {
            writer.add(key, spacing.jsonValue)
        }
        return writer.value
    }
}
