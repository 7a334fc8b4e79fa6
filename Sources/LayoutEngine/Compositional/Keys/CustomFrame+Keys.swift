internal import LayoutText

extension DefinitionValue where Value == CompositionalItem.CustomFrame {
    /// An array of x, y, width, height and perhaps a z-index, in points; or fractions of the group's box.
    static var customFrame: Self {
        .forms(
            pointFrame, FractionalFrame.keys, placeholder: CompositionalItem.CustomFrame(frame: .zero),
            form: { $0.isFractional ? .object(FractionalFrame($0)) : .plain($0) },
            value: { form in
                switch form {
                case .plain(let frame): frame
                case .object(let fractions): fractions.frame
                }
            })
    }

    /// An array of x, y, width, height and perhaps a z-index.
    private static var pointFrame: Self {
        let zIndex = DefinitionValue<Int>.zIndex
        let rectangle = DefinitionValue<LayoutRect>.rectangle
        guard case .tuple(let places, let required) = rectangle.description else {
            preconditionFailure("a rectangle is written as a tuple")
        }
        return Self(
            description: .tuple(places + [.init(name: "zIndex", value: zIndex.description)], required: required),
            placeholder: CompositionalItem.CustomFrame(frame: .zero),
            check: { (item) throws(LayoutError) in
                try rectangle.check(item.frame)
                guard let index = item.zIndex else { return }
                try LayoutError.at(JSONPath.element(required), try zIndex.check(index))
            },
            write: { (item, _) in
                guard case .array(let values) = rectangle.write(item.frame, .zero) else { return .null }
                return .array(values + (item.zIndex.map { [.number(Double($0))] } ?? []))
            },
            read: { (json, _) throws(LayoutError) in
                guard case .array(let values) = json else { throw LayoutError(json, isNot: "an array") }
                guard values.count == required || values.count == required + 1 else {
                    throw LayoutError(path: "", message: "must be x, y, width, height and optionally zIndex")
                }
                let frame = try rectangle.read(.array(Array(values.prefix(required))))
                guard values.count > required else { return CompositionalItem.CustomFrame(frame: frame) }
                return CompositionalItem.CustomFrame(
                    frame: frame,
                    zIndex: try LayoutError.at(JSONPath.element(required), try zIndex.read(values[required])))
            })
    }
}

/// A frame in fractions of a group's box, in written form.
private struct FractionalFrame: Sendable, Equatable {
    var fractions = LayoutRect.zero
    var zIndex: Int?

    init() {}

    init(_ frame: CompositionalItem.CustomFrame) {
        fractions = frame.frame
        zIndex = frame.zIndex
    }

    var frame: CompositionalItem.CustomFrame { CompositionalItem.CustomFrame(fractional: fractions, zIndex: zIndex) }

    static let keys = DefinitionObject(
        name: "fractionalFrame", meaning: "A frame in fractions of a group’s box within its insets.",
        prototype: FractionalFrame(),
        keys: [
            DefinitionKey(
                "fractional", \.fractions, .fractions, isRequired: true,
                "The frame as fractions, less the gaps of `spacing`."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: the cells’."),
        ])
}

extension DefinitionValue where Value == LayoutRect {
    /// An array of x, y, width and height in fractions.
    fileprivate static var fractions: Self {
        .rectangle(origin: .number(.between(-1000, 1000)), length: .number(.between(0, 1000)))
    }
}

extension DefinitionValue where Value == LayoutPoint {
    /// One number for both axes, or a pair of them; none is negative.
    static var gaps: Self {
        let number = DefinitionValue<Double>.length
        let pair = Self.pair(of: number, isNot: "must be a number, or two")
        return Self(
            description: .either([number.description, pair.description]), placeholder: .zero, check: pair.check,
            write: { $0.x == $0.y ? .number($0.x) : pair.write($0, $1) },
            read: { (json, _) throws(LayoutError) in
                guard case .number = json else { return try pair.read(json) }
                let gap = try number.read(json)
                return LayoutPoint(x: gap, y: gap)
            })
    }
}
