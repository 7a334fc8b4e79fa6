import LayoutTestSupport
import Testing
import LayoutText

@Suite struct KeyTableTests {
    // Among 300,000 texts some ten have the hash of another one, which has 32 bits.
    @Test("A text is found by its bytes, among any number of texts with any hashes")
    func numbers() {
        TestSettings.forEachSeed(rounds: 1) { seed in
            var random = SeededGenerator(seed: seed)
            check(&random)
        }
    }

    private func check(_ random: inout SeededGenerator) {
        var table = KeyTable()
        var known: [String: Int] = [:]
        for turn in 0..<300_000 {
            // Now and then one that was there; short ones come again by themselves.
            let key = turn % 10 == 0 ? String(Int.random(in: 0..<100, using: &random)) : "key \(turn)"
            let (number, isNew) = table.insert(key)
            guard isNew == (known[key] == nil), number == known[key] ?? known.count else {
                Issue.record("\(key) has number \(number)")
                return
            }
            known[key] = number
        }
        #expect(table.count == known.count)
        #expect(known.allSatisfy { table[$0.value] == $0.key && table.number(of: $0.key) == $0.value })
        let others = (0..<100_000).map { "other \($0)" }
        #expect(others.allSatisfy { table.number(of: $0) == nil })
    }

    @Test("Two spellings of the same letters are two texts, and the empty text is one")
    func spellings() {
        var table = KeyTable()
        let texts = ["\u{E9}", "e\u{301}", "", "e", "\0", "\0\0"]
        for (number, text) in texts.enumerated() {
            #expect(table.number(of: text) == nil)
            #expect(table.insert(text) == (number, true))
        }
        for (number, text) in texts.enumerated() {
            #expect(table.insert(text) == (number, false))
            #expect(table.number(of: text) == number)
            #expect(Array(table[number].utf8) == Array(text.utf8))
            let bytes = ContiguousArray(text.utf8)
            let own = table.isEqual(number, bytes.span)
            let other = table.isEqual((number + 1) % texts.count, bytes.span)
            #expect(own && !other)
        }
        #expect(table.count == texts.count)
    }
}
