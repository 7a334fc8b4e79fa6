/// Makes the items of a data set one after another, from a seed.
struct ItemGenerator {
    struct Item {
        var section: Int
        /// In 64ths of a point, so that lengths add exactly.
        var width: Int
        var height: Int
        var x: Int
        var y: Int
    }

    let shape: DataShape
    private var numbers: SeededNumbers
    private var index = 0
    private var section = -1
    private var leftInSection = 0

    init(_ shape: DataShape, seed: UInt64) {
        self.shape = shape
        numbers = SeededNumbers(seed: seed)
    }

    mutating func next() -> Item? {
        guard index < shape.items else { return nil }
        if leftInSection == 0 { beginSection() }
        index += 1
        leftInSection -= 1
        let side = Int(shape.planeSide * 64)
        return Item(
            section: section, width: Int.random(in: 40 * 64...180 * 64, using: &numbers),
            height: Int.random(in: 40 * 64...200 * 64, using: &numbers),
            x: shape.hasOrigins ? Int.random(in: 0...side, using: &numbers) : 0,
            y: shape.hasOrigins ? Int.random(in: 0...side, using: &numbers) : 0)
    }

    private mutating func beginSection() {
        section += 1
        switch shape.sectioning {
        case .count(let count):
            // The first sections take what does not divide evenly.
            leftInSection = shape.items / count + (section < shape.items % count ? 1 : 0)
        case .size(let size): leftInSection = size
        }
    }
}
