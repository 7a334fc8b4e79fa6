import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutShowing

/// A window of a content that is longer than a view, against whole numbers of 1/64 point, which never round.
@Suite struct ContentWindowTests {
    private func window(span: Double = 4_194_304, content: Double, viewport: Double) -> ContentWindow {
        var window = ContentWindow(span: span)
        window.setLengths(content: content, viewport: viewport)
        return window
    }

    @Test("Scrolling goes on by the same points, and re-basing drifts by nothing, anywhere in the content")
    func drifts() {
        TestSettings.forEachSeed(rounds: 36) { seed in
            var random = SeededGenerator(seed: seed)
            let viewport = random.exactLength(in: 100...2000)
            let length = random.exactLength(in: 1...5e9)
            let span = random.exactLength(in: 10_000...16_777_216)
            var window = ContentWindow(span: span, axis: Bool.random(using: &random) ? .vertical : .horizontal)
            window.setLengths(content: length, viewport: viewport)
            let reach = max(length - viewport, 0)
            // The place of the content, as a whole number of 64ths.
            var truth = 0
            func go(_ points: Double) { truth += Int(points * 64) }
            func jump(to place: Double) { truth = Int(place * 64) }
            var offset = window.move(to: random.exactLength(in: 0...max(reach, 1)))
            jump(to: window.place)
            for step in 0..<400 {
                let context = "seed \(seed), step \(step), \(window)"
                let points = Double(truth) / 64
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    if let rebased = window.rebase() {
                        offset = rebased
                        // An offset shifted beyond an end is at that end.
                        jump(to: min(max(points, 0), reach))
                    }
                    #expect(!window.shouldRebase, "\(context)")
                case 1:
                    let distance = random.exactLength(in: -500...500)
                    window.shift(by: distance)
                    go(distance)
                case 2:
                    let place = random.exactLength(in: 0...max(reach, 1))
                    offset = window.move(to: place)
                    jump(to: min(place, reach))
                default:
                    // A tick, or a fling.
                    let distance = random.exactLength(in: step % 3 == 0 ? -9000...9000 : -30...30)
                    guard (0...reach).contains(points + distance) else { continue }
                    offset += distance
                    window.scroll(to: offset)
                    go(distance)
                }
                guard window.place == Double(truth) / 64, window.viewOffset == offset else {
                    Issue.record("\(window.place) instead of \(Double(truth) / 64), offset \(offset), \(context)")
                    return
                }
            }
        }
    }

    @Test(
        "Every place can be reached from every other, by fingers and by the thumb, and no number grows too large",
        arguments: [
            (span: 4_194_304.0, length: 440e6, viewport: 844.0), (span: 100_000, length: 4.4e9, viewport: 1000),
            (span: 20_000, length: 20_001, viewport: 400), (span: 30_000, length: 5_000, viewport: 400),
        ])
    func reaches(span: Double, length: Double, viewport: Double) {
        var window = window(span: span, content: length, viewport: viewport)
        #expect(window.scrollLength == min(length, span))
        var offset = 0.0
        // Flings of some screens from the beginning towards the end, and back, in leaps of the thumb between.
        for direction in [1.0, -1] {
            for thumb in stride(from: direction > 0 ? 0.0 : 1, through: direction > 0 ? 1 : 0, by: direction / 64) {
                offset = thumb * (window.scrollLength - viewport)
                window.scrollThumb(to: offset)
                #expect(abs(window.fraction - thumb) < 1 / (length - viewport) + 1e-12)
                for _ in 0..<20 {
                    if let rebased = window.rebase() { offset = rebased }
                    let before = window.place
                    let way = direction * min(10 * viewport, direction > 0 ? length - viewport - before : before)
                    // The view lets itself be scrolled so far, wherever it is.
                    #expect(offset + way >= -1e-6 && offset + way <= window.scrollLength - viewport + 1e-6, "\(window)")
                    offset += way
                    window.scroll(to: offset)
                    #expect(abs(window.place - before - way) < 1e-6)
                    let shown = window.viewRect(LayoutRect(x: 0, y: window.place, width: 9, height: viewport))
                    #expect(shown.y >= -1e-6 && shown.maxY <= 16_777_216 && shown.maxY <= window.scrollLength + 1e-6)
                    #expect(window.contentRect(shown).y == window.place)
                }
            }
        }
        // The ends are the view's.
        offset = window.move(to: length)
        #expect(offset == window.scrollLength - viewport && window.place == length - viewport)
        offset = window.move(to: -1)
        #expect(offset == 0 && window.origin == 0)
        // A thumb that is pulled beyond an end shows that end, and what the view pulls beyond it.
        for (thumb, place) in [(-20, -20), (window.scrollLength - viewport + 20, length - viewport + 20)] {
            window.scrollThumb(to: thumb)
            #expect(window.place == place)
        }
    }

    @Test("A value that is not a number changes nothing")
    func nonsense() {
        var window = ContentWindow(span: -.infinity)
        #expect(window.span > 0)
        #expect(ContentWindow(span: .infinity).span == 16_777_216)
        #expect(ContentWindow(span: 0).span == 4_194_304 && ContentWindow(span: 0.5).span == 0.5)
        window.setLengths(content: .nan, viewport: -1)
        #expect(window.contentLength == 0 && window.extent.viewport == 0 && window.fraction == 0)
        window.setLengths(content: 1e9, viewport: 800)
        window.scroll(to: .nan)
        window.scrollThumb(to: .infinity)
        window.shift(by: .nan)
        #expect(window.move(to: .nan) == 0 && window.place == 0)
        // A view that is longer than the span, and one that is longer than its content.
        var small = self.window(span: 100, content: 1000, viewport: 400)
        _ = small.move(to: 300)
        #expect(small.place == 300)
        small.setLengths(content: 50, viewport: 400)
        _ = small.rebase()
        #expect(small.move(to: 300) == 0)
    }
}
