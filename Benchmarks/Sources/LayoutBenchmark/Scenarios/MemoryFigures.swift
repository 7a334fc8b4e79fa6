/// The peak memory of a task in a separate process.
enum MemoryFigures {
    static func add(_ prefix: String, items: Int, _ task: ChildTask, _ bench: Workbench) throws {
        let name = prefix + ".memory"
        guard let peak = try task.run(command: bench.options.ownCommand, in: bench.directory)?.peakMemory else {
            return try bench.add(.skipped(name, items: items, unit: .bytes, because: "the process did not report it"))
        }
        try bench.add(
            name, items: items, value: Double(peak), unit: .bytes,
            target: .atMost(million: 100e6, tenMillion: 64e6, items: items), note: "of a process that does nothing else"
        )
    }
}
