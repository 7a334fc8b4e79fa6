internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// The shared state of a run's scenarios: the data sets, the directory, and the figures so far.
final class Workbench {
    let options: BenchmarkOptions
    let directory: TemporaryDirectory
    private let report: (Figure) -> Void
    private(set) var figures: [Figure] = []
    private var dataSets: [DataShape: DataSet] = [:]
    private var itemFiles: [DataShape: String] = [:]

    init(_ options: BenchmarkOptions, report: @escaping (Figure) -> Void) throws {
        self.options = options
        self.report = report
        directory = try TemporaryDirectory(in: options.directory)
    }

    /// Closes and removes everything.
    func tearDown() {
        for dataSet in dataSets.values { dataSet.store.close() }
        directory.removeAll()
    }

    func add(
        _ name: String, items: Int, value: Double, unit: Figure.Unit = .seconds, baseline: Figure.Baseline? = nil,
        target: Double? = nil, note: String? = nil
    ) throws {
        figures.append(
            Figure(
                name: name, items: items, value: value, unit: unit, baseline: baseline, target: target, note: note))
        report(figures[figures.count - 1])
        try checkCancellation()
    }

    /// Adds the peak memory of a task in a separate process.
    func addMemory(_ prefix: String, items: Int, _ task: ChildTask) throws {
        try add(
            prefix + ".memory", items: items, value: task.run(in: directory).peakMemory, unit: .bytes,
            target: .atMost(million: 100e6, tenMillion: 64e6, items: items), note: "of a process that does nothing else"
        )
    }

    private func checkCancellation() throws {
        if options.isCancelled() { throw CancellationError() }
    }

    /// How often something is repeated that takes seconds at this size.
    func repetitions(_ items: Int) -> Int { items >= 10_000_000 ? 1 : 3 }

    /// Random numbers that are the same in each run, and different for each purpose.
    func numbers(_ purpose: UInt64) -> SeededNumbers { SeededNumbers(seed: options.seed &* 1_000_003 &+ purpose) }

    /// The CSV file of a data set.
    func itemFile(_ shape: DataShape) throws -> String {
        if let path = itemFiles[shape] { return path }
        let path = directory.path(shape.label + ".csv")
        try ItemGenerator.writeTable(shape, seed: options.seed, to: path)
        itemFiles[shape] = path
        return path
    }

    /// A store that holds a data set, imported when it is first asked for.
    func dataSet(_ shape: DataShape) throws -> DataSet {
        try checkCancellation()
        if let dataSet = dataSets[shape] { return dataSet }
        let name = shape.label + ".db"
        let dataSet = try DataSet(shape, fileName: name, path: directory.path(name))
        dataSets[shape] = dataSet
        _ = try dataSet.store.importItems(from: .file(itemFile(shape)), options: DataSet.importOptions(shape))
        return dataSet
    }

    /// A copy of a data set's store under another name.
    func copy(of shape: DataShape, named name: String) throws -> DataSet {
        let source = try dataSet(shape)
        directory.remove(name)
        let path = directory.path(name)
        let connection = try Connection(path: source.store.path, mode: .readOnly)
        defer { connection.close() }
        try connection.run("VACUUM INTO ?1", path)
        return try DataSet(shape, fileName: name, path: path)
    }

    /// Closes a copy and removes its file.
    func discard(_ copy: DataSet) {
        copy.store.close()
        directory.remove(copy.fileName)
    }
}
