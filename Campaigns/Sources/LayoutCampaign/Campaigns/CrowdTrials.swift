internal import Foundation
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
            return try (
                role: role,
                process: ChildProcess.campaign(
                    ["member", path, "--seconds", "\(seconds)"] + words, directory: settings.directory,
                    output: settings.file("member\(index).txt"))
            )
        }
        var imported = 0
        for (index, member) in members.enumerated() {
            let ending = member.process.wait(seconds: seconds + 60)
            if ending != .exit(0) {
                result.find("a \(member.role.rawValue) fails", "\(ending): \(member.process.complaints.suffix(300))")
            }
            let said = try StoreFiles.bytes(member.process.output)
            let words = String(decoding: said, as: UTF8.self).split(separator: " ")
            guard words.count == 4, let done = Int(words[0]), let rows = Int(words[1]), let busy = Int(words[2]),
                let wait = Int(words[3].filter(\.isNumber))
            else { continue }
            result.tally("\(member.role.rawValue): done", done)
            if busy > 0 { result.tally("\(member.role.rawValue): the store was busy", busy) }
            result.tally("\(member.role.rawValue) \(index): longest wait in milliseconds", wait)
            imported += rows
            if member.role == .reader, busy > 0 { result.find("a reader found the store busy", "\(busy) times") }
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
        TextOutput.standard.write("\(done) \(rows) \(busy) \(Int(longest))\n")
    }

    private func step(_ path: String, number: Int, seed: UInt64, _ random: inout SeededGenerator) throws -> Int {
        switch self {
        case .importer:
            let store = try CampaignStore.open(path)
            defer { store.close() }
            let rows = (0..<20).map { "section \($0 % 4),crowd\(seed)-\(number)-\($0),\(30 + $0)" }
                .joined(separator: "\n")
            try store.importItems(
                from: .bytes(Array(("part,key,height\n" + rows + "\n").utf8)),
                options: ImportOptions(
                    dataset: "data", format: .csv,
                    columns: ImportColumns(section: "part", key: "key", height: "height"), mode: .append))
            usleep(UInt32.random(in: 0...60_000, using: &random))
            return 20
        case .preparer:
            let store = try CampaignStore.open(path)
            defer { store.close() }
            for name in try store.layouts().map(\.name) { try store.prepare(name) }
            return 0
        case .reader:
            let store = try CampaignStore.open(path, mode: .readOnly)
            defer { store.close() }
            for _ in 0..<20 {
                let y = Double(Int.random(in: 0...2000, using: &random))
                for name in try store.layouts().map(\.name) {
                    _ = try store.layout(name).layoutAttributesForElements(
                        in: LayoutRect(x: 0, y: y, width: 320, height: 480))
                }
            }
            return 0
        case .shell:
            let connection = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(10))
            defer { connection.close() }
            try connection.execute("BEGIN IMMEDIATE")
            let (height, id) = (Int.random(in: 1...90, using: &random), Int.random(in: 1...30, using: &random))
            try connection.execute("UPDATE item SET height = \(height) WHERE id = \(id)")
            usleep(UInt32.random(in: 0...200_000, using: &random))
            try connection.execute("COMMIT")
            usleep(UInt32.random(in: 0...200_000, using: &random))
            return 0
        }
    }
}
