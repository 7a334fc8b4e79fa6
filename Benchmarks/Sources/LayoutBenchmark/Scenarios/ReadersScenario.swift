internal import Dispatch
internal import LayoutCache
internal import LayoutEngine
internal import Synchronization

/// A reader that asks as often as a screen is drawn. At the same time another layout of the store is prepared.
enum ReadersScenario: Scenario {
    static let name = "readers"
    static let summary = "reads 120 times a second while another layout is prepared"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            let copy = try bench.copy(of: .thousandSections(items), named: "readers.db")
            defer { bench.discard(copy) }
            let layout = try copy.layout(LayoutSample(name: "read", json: LayoutSample.table.json))
            let prepared = try copy.defined(LayoutSample(name: "prepared", json: LayoutSample.flow.json))
            let reader = try Reader(layout, seed: bench.numbers(9))
            // As many reads as a preparation of this size gives time for.
            let quiet = try reader.reading { reader.pause(reads: max(60, items / 10_000)) }

            let beside = try reader.reading { try prepared.prepare() }
            try report(beside, quiet: quiet, items: items, on: bench)
        }
    }

    private static func report(_ samples: Samples, quiet: Samples, items: Int, on bench: Workbench) throws {
        guard samples.count > 0 else {
            return try bench.add(
                .skipped("readers.median", items: items, because: "the preparation was over before the first read"))
        }
        try bench.add(
            Figure(
                "readers.median", items: items, value: samples.median, unit: .seconds,
                baseline: .init("without them", quiet.median), note: "\(samples.count) reads beside preparing"))
    }

    /// Reads on a separate thread, 120 times a second.
    private final class Reader: Sendable {
        private struct State {
            var isRunning = false
            var seconds: [Double] = []
            var places: Places
            var failure: (any Error)?
        }

        private let layout: StoredLayout
        private let state: Mutex<State>
        private let finished = DispatchSemaphore(value: 0)
        private let never = DispatchSemaphore(value: 0)

        init(_ layout: StoredLayout, seed: SeededNumbers) throws {
            self.layout = layout
            state = Mutex(State(places: try Places(layout, seed: seed)))
        }

        /// The durations of the reads during `body`.
        func reading(_ body: () throws -> Void) throws -> Samples {
            start()
            let outcome = Result { try body() }
            let samples = try stop()
            try outcome.get()
            return samples
        }

        private func start() {
            state.withLock { state in
                state.isRunning = true
                state.seconds = []
            }
            DispatchQueue.global(qos: .userInteractive).async { [self] in
                var pace = DisplayPace()
                while let rect = state.withLock({ $0.isRunning ? $0.places.next() : nil }) {
                    do {
                        let seconds = try Stopwatch().seconds {
                            _ = try layout.layoutAttributesForElements(in: rect)
                        }
                        state.withLock { $0.seconds.append(seconds) }
                    } catch {
                        state.withLock { state in
                            state.failure = error
                            state.isRunning = false
                        }
                    }
                    pace.waitForFrame()
                }
                finished.signal()
            }
        }

        /// Lets some reads pass.
        func pause(reads: Int) {
            _ = never.wait(timeout: .now() + .milliseconds(reads * 1000 / DisplayPace.framesPerSecond))
        }

        /// Ends the reading.
        private func stop() throws -> Samples {
            state.withLock { $0.isRunning = false }
            finished.wait()
            return try state.withLock { state in
                if let failure = state.failure { throw failure }
                return Samples(state.seconds)
            }
        }
    }
}
