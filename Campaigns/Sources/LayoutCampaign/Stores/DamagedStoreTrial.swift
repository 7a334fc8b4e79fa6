internal import LayoutSQLite

/// Runs every kind of command on a store that something is wrong with, and judges what they do.
struct DamagedStoreTrial {
    let base: BaseStore
    let path: String
    private var directory: String { StoreFiles.directory(of: path) }

    func run(into result: inout TrialResult, changesOwnRows: Bool = false) throws {
        // The rows of the user's tables that are readable now must be there in the end.
        let rows = readable()
        // Showing prepares what is stale, and so may mend what it comes across: the verdict is on the file before that.
        let untouched = path + "-untouched.db"
        defer { StoreFiles.remove(untouched) }
        try StoreFiles.copy(path, to: untouched)
        let verdict = try observe(["verify", untouched, "--deep"], &result)
        let before = try BaseStore.answers(path, base.layouts) { try observe($0, &result) }
        _ = try observe(["frame", path, base.layouts[0], "0/0"], &result)
        let verification = try observe(["verify", path, "--deep"], &result)
        result.tally("verify, exit \(verification.exitCode.map { "\($0)" } ?? "none")")
        if verdict.isDone, rows == base.tables, !changesOwnRows {
            for (command, answer) in before {
                let expected = base.answers[command] ?? []
                // An answer that is marked as stale misleads no reader.
                if Self.staleSections(answer) != Self.staleSections(expected) { continue }
                Self.compare(answer, expected, "another answer though verify reports no damage", command, &result)
            }
        }
        let repair = try observe(["verify", path, "--repair"], &result)
        result.tally("repair, exit \(repair.exitCode.map { "\($0)" } ?? "none")")
        try judgeRepair(repair, rows, &result, changesOwnRows)
    }

    private func judgeRepair(
        _ repair: CommandRun, _ rows: UserTables?, _ result: inout TrialResult, _ changesOwnRows: Bool
    ) throws {
        let now = readable()
        if let rows {
            if let now {
                // Scroll positions are made again if they cannot be kept, and rows at the same place are separated;
                // both are reported.
                var kept = (now, rows)
                if repair.output.contains("which could not be kept") {
                    kept = (kept.0.withoutPlaces, kept.1.withoutPlaces)
                }
                if repair.output.contains("missing or taken") {
                    kept = (kept.0.withoutPositions, kept.1.withoutPositions)
                }
                if kept.0 != kept.1 { result.find("rows changed by reading and repairing", now.difference(from: rows)) }
            } else {
                result.find("rows that could be read cannot be read after the repair", repair.message)
            }
        }
        let again = try observe(["verify", path, "--deep"], &result)
        if repair.isDone, !again.isDone { result.find("damaged after a repair that ended clean", again.message) }
        // If the user's own tables cannot be read there is nothing to rebuild from, and a file marked as another
        // program's is not changed. A repair does not change faults in the rows themselves, such as a payload that is
        // not JSON.
        // Neither does it guess what a column is that has another name now.
        let isOwnDamage =
            rows != base.tables
            && ["in the data sets themselves", "the repair was stopped"].contains(where: repair.message.contains)
        let isMistake = repair.exitCode == 1 && repair.message.contains(" is whole; ")
        let isRefused = repair.message.contains("holds a row that it would refuse")
        if rows != nil, !repair.isDone, repair.exitCode != 4, !isOwnDamage, !isMistake, !isRefused {
            result.find("repair does not end clean though all rows can be read", repair.message)
        }
        let preparing = try observe(["prepare", path], &result)
        if preparing.isDone, again.isDone {
            let last = try observe(["verify", path, "--deep"], &result)
            if !last.isDone { result.find("not in order after preparing", last.message + last.output.prefix(400)) }
        }
        guard repair.isDone, again.isDone else { return }
        // The user's own definition may be one that cannot work.
        if changesOwnRows { return }
        guard preparing.isDone else {
            return result.find("prepare fails after a repair that ended clean", preparing.message)
        }
        guard now == base.tables else { return }
        let answers = try BaseStore.answers(path, base.layouts) { try CommandRun($0, in: directory) }
        for (command, answer) in base.preparedAnswers {
            Self.compare(answers[command] ?? [], answer, "another answer after the repair", command, &result)
        }
    }

    private static func compare(
        _ answer: [String], _ expected: [String], _ signature: String, _ command: String, _ result: inout TrialResult
    ) {
        guard answer != expected else { return }
        let (now, then) = (Set(answer), Set(expected))
        result.find(
            signature,
            "\(command): \(now.subtracting(then).first ?? "") instead of \(then.subtracting(now).first ?? "")")
    }

    /// The stale sections in a status.
    private static func staleSections(_ answer: [String]) -> [Substring] {
        answer.compactMap { line in
            line.firstRange(of: "\"staleSections\":").map { line[$0.upperBound...].prefix(while: \.isNumber) }
        }
    }

    private func observe(_ arguments: [String], _ result: inout TrialResult) throws -> CommandRun {
        let run = try CommandRun(arguments, in: directory)
        result.findings += run.findings(exits: [0, 1, 4, 5, 6])
        return run
    }

    /// The rows of the user's own tables, or nil if they cannot be read.
    private func readable() -> UserTables? {
        let copy = path + "-look.db"
        defer { StoreFiles.remove(copy) }
        // In a copy: the last connection to a database moves its log into it.
        guard (try? StoreFiles.copy(path, to: copy)) != nil else { return nil }
        guard let tables = try? UserTables(path: copy), tables.rows.filter({ $0.hasPrefix("table ") }).count >= 4 else {
            return nil
        }
        return tables
    }
}
