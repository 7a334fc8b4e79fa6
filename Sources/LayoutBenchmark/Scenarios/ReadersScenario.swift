internal import Dispatch
internal import LayoutCache
internal import LayoutEngine
internal import Synchronization

/// A reader that asks as often as a screen is drawn, while another layout of the store is prepared and a process
/// writes to it.
enum ReadersScenario: Scenario {
    static let name = "readers"
    static let summary =
        "reads 120 times a second while another layout is prepared and another process writes; beside it, reads alone"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            let copy = try bench.copy(of: .thousandSections(items), named: "readers.db")
            defer { bench.discard(copy) }
            let layout = try copy.layout(LayoutSample(name: "read", json: LayoutSample.table.json))
            let written = try copy.defined(LayoutSample(name: "written", json: LayoutSample.flow.json))

            let reader = try Reader(layout, seed: bench.numbers(9))
            reader.start()
            // As many reads as a preparing of this size gives time for.
            reader.pause(reads: max(60, items / 10_000))
            let quiet = try reader.stop()
            reader.start()
            try Meanwhile.run({ try written.prepare() }) { isDone in
                guard let command = bench.options.ownCommand else { return }
                let task = ChildTask(kind: .writeForASecond, storePath: copy.store.path)
                while !isDone() { _ = try task.run(command: command, in: bench.directory) }
            }
            let busy = try reader.stop()
            guard busy.count > 0 else {
                try bench.add(
                    .skipped("readers.longest", items: items, because: "the preparing was over before the first read"))
                continue
            }
            let isAlone = bench.options.ownCommand == nil
            let note = "\(busy.count) reads while preparing" + (isAlone ? "" : ", and while another process writes")
            try bench.add(
                Figure(
                    "readers.median", items: items, value: busy.median, unit: .seconds,
                    baseline: .init("without them", quiet.median), note: note
                ))
            try bench.add(
                Figure(
                    "readers.longest", items: items, value: busy.maximum, unit: .seconds,
                    baseline: .init("without them", quiet.maximum), note: note
                ))
        }
    }

    /// Reads on a thread of its own, 120 times a second.
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

        func start() {
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
        func stop() throws -> Samples {
            state.withLock { $0.isRunning = false }
            finished.wait()
            return try state.withLock { state in
                if let failure = state.failure { throw failure }
                return Samples(state.seconds)
            }
        }
    }
}
