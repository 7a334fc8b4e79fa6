internal import LayoutCache

/// Times the first preparation of a layout, each time in a fresh copy of the data set.
enum PreparationTimer {
    static func samples(_ sample: LayoutSample, _ shape: DataShape, _ bench: Workbench) throws -> Samples {
        var values: [Double] = []
        for _ in 0..<bench.repetitions(shape.items) {
            let copy = try bench.copy(of: shape, named: "timed.db")
            defer { bench.discard(copy) }
            let layout = try copy.defined(LayoutSample(name: "measured", json: sample.json))
            values.append(try bench.stopwatch.seconds { _ = try layout.prepare() })
        }
        return Samples(values)
    }
}
