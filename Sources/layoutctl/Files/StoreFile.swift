internal import LayoutCache
internal import LayoutPlatform
internal import LayoutSQLite
internal import LayoutText

/// The file of a store, and the files that SQLite keeps beside it.
enum StoreFile {
    /// Opens a store, so that a request to stop also stops what it does.
    ///
    /// - Parameter patience: How long a write waits for other processes; nil for the usual time.
    /// - Throws: ``Failure`` for anything but a regular file, before SQLite touches it: opening a FIFO waits for a
    ///   writer, and a device may do anything.
    static func open(_ path: String, mode: LayoutStore.Mode, patience: Duration? = nil) throws -> LayoutStore {
        try requireRegularFile(path)
        var configuration = LayoutStore.Configuration()
        if let patience { configuration.busyTimeout = patience }
        let store = try LayoutStore(path: path, mode: mode, configuration: configuration)
        Interruption.interrupts(store)
        return store
    }

    /// Makes a store by loading it. A request to stop also stops that, and then nothing of the store stays.
    static func create<T>(_ path: String, loading load: (LayoutStore) throws -> T) throws -> T {
        try requireRegularFile(path)
        if !FilePath.exists(path) { Interruption.expectRollback() }
        return try LayoutStore.create(at: path) { store in
            Interruption.interrupts(store)
            // One that came while the file was made.
            try Interruption.check()
            return try load(store)
        }
    }

    /// Calls `body` with the store to load into, created if it does not exist; one without data sets is loaded like a
    /// new one.
    ///
    /// A dry run without one gets a temporary store.
    static func load<T>(_ path: String, isDryRun: Bool, _ body: (LayoutStore) throws -> T) throws -> T {
        if FilePath.exists(path) {
            let store = try open(path, mode: .create)
            if try isDryRun || !store.isEmpty { return try body(store) }
            store.close()
        }
        guard isDryRun else { return try create(path, loading: body) }
        let directory = try FilePath.makeTemporaryDirectory("layoutctl-")
        let temporary = directory + "/dry-run.db"
        defer { FilePath.removeTemporaryStore(temporary, in: directory) }
        return try create(temporary, loading: body)
    }

    /// - Throws: ``Failure`` for a path at which there is something that cannot hold a database.
    static func requireRegularFile(_ path: String) throws(Failure) {
        guard path != "-" else {
            throw Failure(.usage, "a store is a file, and not standard input or output; “./-” names a file called “-”")
        }
        do throws(SQLiteError) { try SQLiteError.requireFile(at: path) } catch {
            throw Failure(.notAStore, "\(Excerpt.of(path)) is not a layout store: \(error.message)")
        }
        // A missing file or a directory is reported by the store, with advice.
        if !FilePath.exists(path) { try refuseName(path) }
    }

    /// - Throws: ``Failure`` for a name of a missing file that cannot be meant as a path.
    private static func refuseName(_ path: String) throws(Failure) {
        if path.hasPrefix("file:"), !path.hasPrefix("file:/") {
            throw Failure(
                .usage,
                "\(Excerpt.of(path)) is a URI without a path from the root; give the path: "
                    + ShellWord.text(String(path.dropFirst("file:".count).prefix { $0 != "?" })))
        }
        // An argument that is no UTF-8 has these in the place of its bytes.
        if path.unicodeScalars.contains("\u{FFFD}") {
            throw Failure(
                .usage,
                "\(Excerpt.of(path)) is not the name of a file; if the name is not UTF-8, link the file "
                    + "under another one: ln -s FILE store.db")
        }
    }

    /// - Throws: ``Failure`` if writing to `output` would overwrite a store, or a file that SQLite keeps beside it, by
    ///   any name or link.
    static func protect(_ path: String, from output: String, option: String, command: String) throws(Failure) {
        guard isPart(output, ofStoreAt: path) else { return }
        throw .usage("\(option) \(Excerpt.of(output)) would overwrite the store \(Excerpt.of(path))", command: command)
    }

    private static func isPart(_ output: String, ofStoreAt path: String) -> Bool {
        let store = FilePath.resolved(path)
        let target = FilePath.resolved(output)
        return DatabaseFiles.suffixes.contains { suffix in
            target == store + suffix || target == FilePath.resolved(path + suffix)
                || isSameFile(output, store + suffix)
        }
    }
}

extension LayoutStore {
    /// The layout that the arguments name, or the only one.
    ///
    /// - Throws: ``Failure`` if none is named and the store has none, or several.
    func layoutName(_ arguments: ParsedArguments) throws -> String {
        if let name = try arguments[Standard.layout] { return name }
        return try Self.only(layouts().map(\.name), "layout", "LAYOUT", "“layoutctl layout” defines one", arguments)
    }

    /// The data set that the arguments name, or the only one.
    ///
    /// - Throws: ``Failure`` if none is named and the store has none, or several.
    func datasetName(_ arguments: ParsedArguments) throws -> String {
        let word = try arguments[Standard.datasetWord]
        if let name = try arguments[Standard.dataset] {
            guard word == nil else { throw arguments.usage("the data set is given twice") }
            return name
        }
        if let word { return word }
        return try Self.only(
            datasets().map(\.name), "data set", "--dataset NAME", "“layoutctl import” makes one", arguments)
    }

    private static func only(
        _ names: [String], _ what: String, _ argument: String, _ remedy: String, _ arguments: ParsedArguments
    ) throws(Failure) -> String {
        guard let name = names.first else { throw Failure(.failed, "the store has no \(what) yet; \(remedy)") }
        guard names.count == 1 else {
            let list = names.map { "“\($0)”" }.joined(separator: ", ")
            throw arguments.usage("\(argument) is missing: the store has \(list)")
        }
        return name
    }
}
