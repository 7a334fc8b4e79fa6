internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension Verification {
    /// Counts differences between data sets and what they follow. They come from statements on the tables of the data
    /// set itself, or on a source whose triggers another program has dropped.
    mutating func checkFollowers() throws {
        detached = try Followers.detached(in: connection)
        for (dataset, following) in try FollowerRecord.all(in: connection) {
            let name = "data set: “\(following.dataset)” follows \(following.sourceText), and "
            let schema: FollowerSchema
            do {
                schema = try FollowerSchema(
                    try FollowerRecord.present(following, dataset: dataset, in: connection), dataset: dataset,
                    in: connection)
            } catch let error as LayoutError {
                note(
                    VerificationReport.Mistake(
                        message: name + "cannot any more: \(error.message)", remedy: Self.followingAgain))
                continue
            }
            guard !detached.contains(following.dataset) else {
                note(
                    VerificationReport.Mistake(
                        message: name + "has lost triggers, so that changes do not arrive",
                        remedy: "prepare a layout, or repair the store"))
                continue
            }
            // Without its tables the next opening makes all of it again.
            guard try DerivedSchema.has(.table, schema.names.sections, in: connection) else { continue }
            let count = try FollowerDifferences(schema: schema).count(in: connection)
            guard count > 0 else { continue }
            note(
                VerificationReport.Mistake(
                    message: name + "differs from it in " + Counted.text(count, "item"), remedy: Self.followingAgain))
        }
    }

    private static let followingAgain = "follow it again"
}
