internal import LayoutEngine
internal import LayoutSQLite

extension FirstPreparation {
    /// Where an unfinished first preparation carries on: `lc_preparation.progress`, a JSON object.
    struct Progress {
        /// The position of the last section that was begun.
        var sectionPosition: Double
        /// Set when the slice ended within that section.
        var resumption: Resumption?

        struct Resumption {
            var sectionID: Int64
            var itemPosition: Double
            var itemIndex: Int
            var state: [Double]
            var uniformity: BandBuffer.Uniformity
        }

        init(sectionPosition: Double) {
            self.sectionPosition = sectionPosition
        }

        var text: String {
            var members: [String] = []
            // Before the first section there is no position, and JSON has no infinity.
            if sectionPosition.isFinite { members.append("\"section_position\":\(sectionPosition)") }
            if let resumption {
                members.append("\"section_id\":\(resumption.sectionID)")
                members.append("\"item_position\":\(resumption.itemPosition)")
                members.append("\"item_index\":\(resumption.itemIndex)")
                members.append("\"state\":\"\(SolverState.encode(resumption.state) ?? "[]")\"")
                if let uniform = UniformityText.encode(resumption.uniformity) {
                    members.append("\"uniform\":\"\(uniform)\"")
                }
            }
            return "{" + members.joined(separator: ",") + "}"
        }

        /// What the preparation says of itself; nil where it has not begun.
        static func load(_ context: PreparingContext) throws -> Progress? {
            var progress: Progress?
            try context.connection.forEachRow(
                """
                SELECT json_extract(progress, '$.section_position'), json_extract(progress, '$.section_id'),
                  json_extract(progress, '$.item_position'), json_extract(progress, '$.item_index'),
                  json_extract(progress, '$.state'), json_extract(progress, '$.uniform')
                FROM lc_preparation WHERE id = ?1 AND progress IS NOT NULL
                """,
                context.preparationID
            ) { row in
                var loaded = Progress(sectionPosition: row.isNull(0) ? -.infinity : row.double(0))
                if !row.isNull(1) {
                    loaded.resumption = Resumption(
                        sectionID: row.int64(1), itemPosition: row.double(2), itemIndex: row.int(3),
                        state: SolverState.decode(row.string(4)), uniformity: UniformityText.decode(row.string(5))
                    )
                }
                progress = loaded
            }
            return progress
        }
    }
}
