internal import LayoutPlatform

/// The shape of a generated data set.
struct DataShape: Hashable {
    var items: Int
    /// How many items a section has; the last one perhaps has fewer.
    var sectionLength: Int
    /// Whether items have their own origins, scattered over a plane.
    var hasOrigins = false
    /// Whether the items' sizes are loaded; without, they are not measured yet.
    var hasSizes = true

    /// The usual one: a thousand sections, or fewer if they would have less than ten items.
    static func thousandSections(_ items: Int) -> DataShape {
        DataShape(items: items, sectionLength: max(10, (items + 999) / 1000))
    }

    static func singleSection(_ items: Int) -> DataShape { DataShape(items: items, sectionLength: items) }

    /// A short name for files.
    var label: String {
        "\(items)-sections-of-\(sectionLength)\(hasOrigins ? "-plane" : "")\(hasSizes ? "" : "-unmeasured")"
    }

    /// The side of the square over which origins are scattered, so that a phone shows some dozens of items at any size.
    var planeSide: Double { (Double(items) * 390 * 844 / 24).squareRoot() }
}

/// The items of a data set one after another, from a seed: memory does not grow with their number.
struct ItemGenerator: Sequence, IteratorProtocol {
    /// Lengths are multiples of a 64th of a point, so that they add exactly.
    struct Item {
        var index: Int
        var section: Int
        var width: Double
        var height: Double
        var x: Double
        var y: Double
    }

    private let shape: DataShape
    private var numbers: SeededNumbers
    private var index = 0

    init(_ shape: DataShape, seed: UInt64) { (self.shape, numbers) = (shape, SeededNumbers(seed: seed)) }

    mutating func next() -> Item? {
        guard index < shape.items else { return nil }
        defer { index += 1 }
        let side = shape.hasOrigins ? shape.planeSide : 0
        return Item(
            index: index, section: index / shape.sectionLength, width: numbers.length(in: 40...180),
            height: numbers.length(in: 40...200), x: side > 0 ? numbers.length(in: 0...side) : 0,
            y: side > 0 ? numbers.length(in: 0...side) : 0)
    }

    /// Writes the items as CSV: section, key, width, height, for a plane x and y, and a title that becomes payload.
    static func writeTable(_ shape: DataShape, seed: UInt64, to path: String) throws(BenchmarkError) {
        let file = try OutputFile(path)
        file.write("section,key,width,height\(shape.hasOrigins ? ",x,y" : ""),title\n")
        for item in ItemGenerator(shape, seed: seed) {
            let origin = shape.hasOrigins ? ",\(item.x),\(item.y)" : ""
            file.write(
                "Section \(item.section),K\(item.index),\(item.width),\(item.height)\(origin),"
                    + "Title of item \(item.index)\n")
        }
        try file.close()
    }
}

/// A small repeatable source of random numbers (SplitMix64): one seed gives the same data set on every platform.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A multiple of a 64th of a point.
    mutating func length(in range: ClosedRange<Double>) -> Double {
        Double(Int.random(in: Int(range.lowerBound * 64)...Int(range.upperBound * 64), using: &self)) / 64
    }
}

/// A new file that is written from its beginning to its end.
@safe struct OutputFile {
    private let path: String
    private let stream: UnsafeMutablePointer<FILE>

    init(_ path: String) throws(BenchmarkError) {
        guard let stream = unsafe fopen(path, "w") else { throw Self.error(path) }
        self.path = path
        unsafe self.stream = stream
    }

    func write(_ text: String) { unsafe fputs(text, stream) }

    /// Writes four bytes, the lowest first.
    func write(_ word: UInt32) {
        var bytes = word.littleEndian
        unsafe fwrite(&bytes, 4, 1, stream)
    }

    func close() throws(BenchmarkError) {
        let hasFailed = unsafe ferror(stream) != 0
        guard unsafe fclose(stream) == 0, !hasFailed else { throw Self.error(path) }
    }

    private static func error(_ path: String) -> BenchmarkError {
        BenchmarkError("\(path) cannot be written: \(systemMessage(errno))")
    }
}
