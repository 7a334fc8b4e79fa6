internal import LayoutText

extension DefinitionValue where Value == CompositionalItem.CustomFrame {
    /// An array of x, y, width, height and perhaps a z-index, in points; or fractions of the group's box.
    static var customFrame: Self {
        .either(pointFrame, .object(CompositionalItem.CustomFrame.fractionalKeys), isFirst: { !$0.isFractional })
    }

    private static var pointFrame: Self {
        let (distance, length) = (DefinitionValue<Double>.distance, DefinitionValue<Double>.length)
        let zIndex = DefinitionValue<Int>.zIndex.mapped(to: { Double($0) }, from: { Int($0) })
        return .numbers(
            [("x", distance), ("y", distance), ("width", length), ("height", length), ("zIndex", zIndex)], optional: 1,
            isNot: "must be x, y, width, height and optionally zIndex",
            placeholder: CompositionalItem.CustomFrame(frame: .zero),
            of: { $0.frame.numbers + ($0.zIndex.map { [Double($0)] } ?? []) },
            make: {
                CompositionalItem.CustomFrame(frame: LayoutRect($0), zIndex: $0.count > 4 ? Int($0[4]) : nil)
            })
    }
}

extension CompositionalItem.CustomFrame {
    fileprivate static let fractionalKeys = DefinitionObject(
        name: "fractionalFrame", meaning: "A frame in fractions of a group’s box within its insets.",
        prototype: CompositionalItem.CustomFrame(fractional: .zero),
        keys: [
            DefinitionKey(
                "fractional", \.frame,
                .rectangle(origin: .number(.between(-1000, 1000)), length: .number(.between(0, 1000))),
                isRequired: true, "The frame as fractions, less the gaps of `spacing`."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: the cells’."),
        ])
}

extension DefinitionValue where Value == LayoutPoint {
    /// One number for both axes, or a pair of them; none is negative.
    static var gaps: Self {
        .either(
            DefinitionValue<Double>.length.mapped(to: { LayoutPoint(x: $0, y: $0) }, from: { $0.x }),
            .pair(of: .length, isNot: "must be a number, or two"), isFirst: { $0.x == $0.y },
            readsSecond: { if case .number = $0 { false } else { true } })
    }
}
