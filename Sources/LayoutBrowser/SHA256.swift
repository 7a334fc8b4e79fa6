/// The hash by which a page's policy knows its own script, and a browser a picture (FIPS 180-4).
enum SHA256 {
    /// The hash of bytes, in base 64.
    static func base64(of message: some Sequence<UInt8>) -> String {
        let bytes = hash(of: Array(message))
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        // 32 bytes are 10 groups of three, and two more.
        return stride(from: 0, to: 30, by: 3).map { start in
            let group = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            return String([18, 12, 6, 0].map { digits[group >> $0 & 63] })
        }.joined() + String([10, 4].map { digits[(Int(bytes[30]) << 8 | Int(bytes[31])) >> $0 & 63] })
            + String(digits[Int(bytes[31]) << 2 & 63]) + "="
    }

    static func hash(of message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += bigEndian(UInt64(message.count) * 8)
        var state: [UInt32] = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }
        for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
        return state.flatMap(bigEndian)
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = (0..<16).map { index in
            block[(block.startIndex + 4 * index)..<(block.startIndex + 4 * index + 4)].reduce(UInt32(0)) {
                $0 << 8 | UInt32($1)
            }
        }
        for index in 16..<64 {
            let (old, new) = (words[index - 15], words[index - 2])
            words.append(
                words[index - 16] &+ words[index - 7] &+ (turned(old, 7) ^ turned(old, 18) ^ old >> 3)
                    &+ (turned(new, 17) ^ turned(new, 19) ^ new >> 10))
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let first =
                h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ (e & f ^ ~e & g) &+ constants[index]
                &+ words[index]
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    // MARK: Constants: the first 32 bits of roots of primes, after the point

    private static let primes: [Int] = (2...311).filter { number in
        !(2..<number).contains { $0 * $0 <= number && number.isMultiple(of: $0) }
    }

    private static let constants: [UInt32] = primes.map { fraction(of: cubeRoot(of: Double($0))) }

    private static func fraction(of root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 0x1p32) }

    /// By Newton's steps: a Double has more bits than are asked for.
    private static func cubeRoot(of number: Double) -> Double {
        (0..<60).reduce(number) { root, _ in root - (root - number / (root * root)) / 3 }
    }
}
