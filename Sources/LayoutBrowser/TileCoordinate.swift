/// A tile: the part of the content from `n` to `n + 1` lengths of 2 to the power of `z` points, along the scroll axis.
struct TileCoordinate: Equatable {
    var z: Int
    var n: Int

    /// From a quarter of a point up to more than any content.
    static let levels = 4...60

    init(z: Int, n: Int) {
        self.z = z
        self.n = n
    }

    /// nil for what is no tile: numbers are written as the protocol writes them, and no other way.
    init?(z: String, file: String) {
        guard file.hasSuffix(".json"), let level = Self.number(z[...]), let index = Self.number(file.dropLast(5)),
            Self.levels.contains(level)
        else { return nil }
        (self.z, n) = (level, index)
    }

    private static func number(_ text: Substring) -> Int? {
        guard let number = Int(text), number >= 0, String(number) == text else { return nil }
        return number
    }

    var length: Double { Double(sign: .plus, exponent: z, significand: 1) }
    var start: Double { Double(n) * length }
    var end: Double { Double(n + 1) * length }
}
