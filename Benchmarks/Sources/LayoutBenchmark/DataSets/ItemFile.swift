/// Writes a generated data set as CSV: section, key, width, height, for a plane x and y, and a title
/// that becomes payload.
enum ItemFile {
    /// Streams the items into a file; memory does not grow with their number.
    static func write(_ shape: DataShape, seed: UInt64, to path: String) throws(BenchmarkError) {
        var writer = try BufferedFileWriter(path: path)
        try writer.write("section,key,width,height\(shape.hasOrigins ? ",x,y" : ""),title\n")
        var generator = ItemGenerator(shape, seed: seed)
        var index = 0
        while let item = generator.next() {
            var row = "Section \(item.section),K\(index),"
            appendPoints(item.width, to: &row)
            row += ","
            appendPoints(item.height, to: &row)
            if shape.hasOrigins {
                row += ","
                appendPoints(item.x, to: &row)
                row += ","
                appendPoints(item.y, to: &row)
            }
            row += ",Title of item \(index)\n"
            try writer.write(row)
            index += 1
        }
        try writer.flush()
    }

    /// Sixty-fourths as a decimal number, which is exact with six digits.
    static func appendPoints(_ sixtyFourths: Int, to text: inout String) {
        text += String(sixtyFourths / 64)
        text += fractions[sixtyFourths % 64]
    }

    private static let fractions: [String] = (0..<64).map { numerator in
        guard numerator > 0 else { return "" }
        let digits = String(numerator * 15625)
        return "." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
