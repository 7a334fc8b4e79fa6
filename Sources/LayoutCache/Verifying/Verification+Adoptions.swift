internal import LayoutSQLite
internal import LayoutText

extension Verification {
    /// Counts differences between data sets and the tables that they follow. They come from statements on the tables of
    /// the data set itself, or on a table whose triggers another program has dropped.
    mutating func checkAdoptions() throws {
        for (dataset, adoption) in try AdoptionRecord.all(in: connection) where !adoption.dataset.isEmpty {
            let name = "data set: “\(adoption.dataset)” follows the table “\(adoption.table)”, and "
            let schema: AdoptionSchema
            do {
                schema = try AdoptionSchema(adoption, dataset: dataset, in: connection)
            } catch let error as LayoutError {
                note(
                    VerificationReport.Mistake(
                        message: name + "cannot any more: \(error.message)", remedy: Self.adoptingAgain))
                continue
            }
            // Without the tables of this version the next opening makes all of it again.
            guard try DerivedSchema.has(.table, schema.names.rows, in: connection),
                try DerivedSchema.has(.table, schema.names.sections, in: connection)
            else { continue }
            let count = try AdoptionDifferences(schema: schema).count(in: connection)
            guard count > 0 else { continue }
            note(
                VerificationReport.Mistake(
                    message: name + "differs from it in " + Counted.text(count, "item"), remedy: Self.adoptingAgain))
        }
    }

    private static let adoptingAgain = "adopt the table again"
}
