internal import LayoutPlatform

/// The sizes of a data set in one file that is mapped into memory: the least that an app can keep instead of a layout.
///
/// The file consists of little-endian 32-bit words:
/// 1. the width and height of each item, as floating-point numbers,
/// 2. the number of items of each section,
/// 3. the number of sections.
enum PackedSizes {
    /// Writes the items of a data set; the memory used does not grow with their number.
    static func write(_ shape: DataShape, seed: UInt64, to path: String) throws(BenchmarkError) {
        let file = try OutputFile(path)
        var counts: [UInt32] = []
        for item in ItemGenerator(shape, seed: seed) {
            if counts.count <= item.section { counts.append(0) }
            counts[item.section] += 1
            // Sixty-fourths of a point below 2^18 points are exact in 32 bits.
            for length in [item.width, item.height] { file.write(Float(length).bitPattern) }
        }
        for count in counts + [UInt32(counts.count)] { file.write(count) }
        try file.close()
    }

    /// Maps a file while `body` reads its words.
    static func mapping<Result>(_ path: String, _ body: (Span<UInt32>) throws -> Result) throws -> Result {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchmarkError("\(path) cannot be read: \(systemMessage(errno))") }
        defer { close(descriptor) }
        let length = Int(lseek(descriptor, 0, SEEK_END))
        guard length >= 4, let base = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0),
            unsafe base != MAP_FAILED
        else { throw BenchmarkError("\(path) cannot be mapped: \(systemMessage(errno))") }
        defer { unsafe munmap(base, length) }
        let words = unsafe UnsafeBufferPointer(
            start: base.assumingMemoryBound(to: UInt32.self), count: length / MemoryLayout<UInt32>.size)
        return try body(unsafe words.span)
    }
}
