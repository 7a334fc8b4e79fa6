import LayoutTestSupport
import Testing

import LayoutEngine

/// Heights that follow from widths in columns; more of it is in `Rules/layouts.txt`.
struct TextWrapTests {
    @Test("A container of exactly n columns has n, whatever the quotient loses")
    func whole() {
        var random = SeededGenerator(seed: 77)
        #expect(TextWrap(advance: 8.3, lineHeight: 1).columns(in: 830, scale: nil) == 100)
        for _ in 0..<1000 {
            let advance = Double.random(in: 1...20, using: &random)
            let count = Double(Int.random(in: 1...500, using: &random))
            #expect(TextWrap(advance: advance, lineHeight: 1).columns(in: count * advance, scale: nil) == count)
            // A whole pixel is too much.
            #expect(
                TextWrap(advance: advance, lineHeight: 1).columns(in: count * advance - 0.5, scale: 2)
                    == max(1, count - 1))
        }
    }
}
