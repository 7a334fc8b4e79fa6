internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension Verification {
    /// Counts differences between data sets and what they follow. They come from statements on the tables of the data
    /// set itself, or on a source whose triggers another program has dropped.
    mutating func checkFollowers() throws {
        let detached = try Followers.detached(in: connection)
        hasDueFollowers = detached.contains { $0.reason == nil }
        for follower in detached {
            note(
                VerificationReport.Mistake(
                    message: Self.prefix(follower.following)
                        + (follower.reason.map { "cannot any more: \($0.message)" }
                            ?? "has lost triggers, so that changes do not arrive"),
                    remedy: follower.reason == nil ? "prepare a layout, or repair the store" : Self.followingAgain))
        }
        // A noted row is not wrong: the next preparation looks at it.
        guard try !FollowerJournal(connection).hasNotes else { return }
        for entry in try FollowerRecord.all(in: connection)
        where !detached.contains(where: { $0.following.dataset == entry.following.dataset }) {
            let count = try FollowerDifferences(schema: entry.schema(in: connection)).count(in: connection)
            guard count > 0 else { continue }
            note(
                VerificationReport.Mistake(
                    message: Self.prefix(entry.following) + "differs from it in " + Counted.text(count, "item"),
                    remedy: Self.followingAgain))
        }
    }

    private static func prefix(_ following: Following) -> String {
        "data set: “\(following.dataset)” follows \(following.sourceText), and "
    }

    private static let followingAgain = "follow it again"
}
