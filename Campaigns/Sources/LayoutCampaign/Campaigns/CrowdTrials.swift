internal import LayoutCache
internal import LayoutSQLite
internal import LayoutTestSupport
internal import LayoutPlatform

/// Many processes on one store: importers, preparers, readers, and shells that hold its lock.
struct CrowdTrials {
    let settings: CampaignSettings

    func run(_ number: Int) throws -> TrialResult {
        var result = TrialResult()
        let path = settings.file("crowd\(number).db")
        try settings.recipe(number).make(.prepared, at: path)
        let seconds = settings.seconds ?? 5
        let roles: [CrowdRole] = [.importer, .importer, .preparer, .reader, .reader, .reader, .shell, .shell]
        let members = try roles.enumerated().map { index, role in
            let words = ["--role", role.rawValue, "--seed", "\(settings.seed &+ UInt64(index))"]
            let process = try ChildProcess.campaign(
                ["member", path, "--seconds", "\(seconds)"] + words, directory: settings.directory,
                output: settings.file("member\(index).txt"))
            return (role: role, process: process)
        }
        var imported = 0
        for (index, member) in members.enumerated() {
            let (role, ending) = (member.role, member.process.wait(seconds: seconds + 60))
            if ending != .exit(0) {
                result.find("a \(role.rawValue) fails", "\(ending): \(member.process.complaints.suffix(300))")
            }
            let numbers = member.process.words.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 4 else { continue }
            let (done, rows, busy) = (numbers[0], numbers[1], numbers[2])
            result.tally("\(role.rawValue): done", done)
            if busy > 0 { result.tally("\(role.rawValue): the store was busy", busy) }
            result.tally("\(role.rawValue) \(index): longest wait in milliseconds", numbers[3])
            imported += rows
            if role == .reader, busy > 0 { result.find("a reader found the store busy", "\(busy) times") }
        }
        let kept = try Connection.at(path) {
            try $0.first("SELECT count(*) FROM item WHERE key LIKE 'crowd%'", as: Int.self)
        }
        if kept != imported { result.find("lost rows", "\(kept ?? 0) of \(imported) reported as stored") }
        StoreCheck.check(path, into: &result) { _ in nil }
        return result
    }
}

/// The work of a member of the crowd.
enum CrowdRole: String, CaseIterable {
    case importer, preparer, reader, shell

    /// Works until the time is over. Prints how often, how many rows, how often the store was busy, and the longest
    /// time of one piece of work, in milliseconds.
    func work(on path: String, seed: UInt64, seconds: Double) throws {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var random = SeededGenerator(seed: seed)
        var (done, rows, busy, longest) = (0, 0, 0, 0.0)
        while clock.now < end {
            let start = clock.now
            do {
                rows += try step(path, number: done, seed: seed, &random)
                done += 1
            } catch {
                guard LayoutError(explaining: error)?.code == .busy else { throw error }
                busy += 1
            }
            longest = max(longest, (clock.now - start) / .milliseconds(1))
        }
        emit("\(done) \(rows) \(busy) \(Int(longest))")
    }

    private func step(_ path: String, number: Int, seed: UInt64, _ random: inout SeededGenerator) throws -> Int {
        switch self {
        case .importer:
            let rows = (0..<20).map { "section \($0 % 4),crowd\(seed)-\(number)-\($0),\(30 + $0)\n" }.joined()
            try CampaignStore.at(path) { store in
                try store.importItems(
                    from: .bytes(Array(("part,key,height\n" + rows).utf8)),
                    options: ImportOptions(
                        dataset: "data", format: .csv,
                        columns: ImportColumns(section: "part", key: "key", height: "height"), mode: .append))
            }
            usleep(UInt32.random(in: 0...60_000, using: &random))
            return 20
        case .preparer:
            try CampaignStore.at(path) { store in
                for name in try store.layouts().map(\.name) { try store.prepare(name) }
            }
            return 0
        case .reader:
            try CampaignStore.at(path, mode: .readOnly) { store in
                for _ in 0..<20 {
                    let y = Double(Int.random(in: 0...2000, using: &random))
                    for name in try store.layouts().map(\.name) {
                        _ = try store.layout(name).layoutAttributesForElements(
                            in: LayoutRect(x: 0, y: y, width: 320, height: 480))
                    }
                }
            }
            return 0
        case .shell:
            let connection = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(10))
            defer { connection.close() }
            let (height, id) = (Int.random(in: 1...90, using: &random), Int.random(in: 1...30, using: &random))
            try connection.execute("BEGIN IMMEDIATE; UPDATE item SET height = \(height) WHERE id = \(id)")
            usleep(UInt32.random(in: 0...200_000, using: &random))
            try connection.execute("COMMIT")
            usleep(UInt32.random(in: 0...200_000, using: &random))
            return 0
        }
    }
}
