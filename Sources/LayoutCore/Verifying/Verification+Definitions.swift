internal import LayoutEngine
internal import LayoutFollowing
package import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

extension Verification {
    mutating func checkDefinitions() throws {
        for name in try connection.layoutNames() {
            let layout = try LayoutRecord.find(name, in: connection)
            do {
                _ = try LayoutDefinition(json: layout.definition).makePlan(in: layout.container)
            } catch {
                report(
                    mistake: "layout: “\(name)” cannot be laid out: \(error)",
                    remedy: "UPDATE layout SET definition = '…' WHERE name = \(Statement.literal(name))", layout: name)
            }
        }
    }

    /// Compares a preparation's record of its layout with the values of its definition.
    mutating func checkConstants(_ preparation: PreparationRecord) throws {
        let name = "preparation \(preparation.id)"
        let definition: LayoutDefinition
        let plan: any LayoutPlan
        do {
            (definition, plan) = try preparation.plan(in: connection)
        } catch {
            return report("\(name): the definition it was prepared from cannot be laid out: \(error)")
        }
        var traits = plan.traits
        // The width of the widest sheet, which sections and their own definitions may have changed since.
        let layout = try connection.first(
            "SELECT layout FROM lc_freshness WHERE preparation_id = ?1", preparation.id, as: String.self)
        if plan.scrollsBothWays, try layout.map({ try Freshness($0, in: connection).isStale }) != false {
            traits.contentCrossLength = preparation.traits.contentCrossLength
        }
        for (wanted, found) in zip(traits.columnValues, preparation.traits.columnValues)
        where wanted.value != found.value { report("\(name): its \(wanted.column) differs from its definition") }
        let kind = try connection.first(
            "SELECT kind FROM lc_preparation WHERE id = ?1", preparation.id, as: String.self)
        if kind != definition.kindName { report("\(name): its kind differs from its definition") }
        let kinds = try PreparationRecord.ElementKinds(preparation.id, in: connection)
        // Kinds that a section added may be there still.
        if !Set(plan.elementKinds).isSubset(of: kinds.inOrder) {
            report("\(name): lc_element_kind does not hold the kinds of its definition")
        }
        // Beyond this, the numbers up to the greatest one would soon be used up.
        if preparation.revision.magnitude > 1 << 62 - 1 { report("\(name): its revision is \(preparation.revision)") }
        let isComplete = try !Bands(connection, preparation.id).hasEstimated
        if preparation.isOutlined, preparation.isComplete != isComplete {
            report("\(name): it is marked as \(preparation.isComplete ? "" : "not ")complete")
        }
    }

    /// Counts differences between data sets and what they follow. They come from statements on the tables of the data
    /// set itself, or on a source whose triggers another program has dropped.
    mutating func checkFollowers() throws {
        let detached = try Followers.detached(in: connection)
        found.hasDetachedFollowers = detached.contains { $0.reason == nil }
        for follower in detached {
            report(
                mistake: Self.prefix(follower.following)
                    + (follower.reason.map { "cannot any more: \($0.message)" }
                        ?? "has lost triggers, so that changes do not arrive"),
                remedy: follower.reason == nil ? "prepare a layout, or repair the store" : Self.followingAgain)
        }
        let hasNotes = try FollowerJournal(connection).hasNotes
        for entry in try FollowerRecord.all(in: connection)
        where !detached.contains(where: { $0.following.dataset == entry.following.dataset }) {
            let schema = try entry.schema(in: connection)
            for (row, message) in try entry.failedRows(in: connection) {
                report(
                    mistake: Self.prefix(entry.following) + "cannot take over its row \(row): \(message)",
                    remedy: "change the row")
            }
            // A noted row is not wrong: the next preparation looks at it.
            let count = try hasNotes ? 0 : schema.differences(in: connection)
            guard count > 0 else { continue }
            report(
                mistake: Self.prefix(entry.following) + "differs from it in " + ReadableNumber.counted(count, "item"),
                remedy: Self.followingAgain)
        }
    }

    private static func prefix(_ following: Following) -> String {
        "data set: “\(following.dataset)” follows \(following.sourceText), and "
    }

    private static let followingAgain = "follow it again"
}

/// Finds what another program has renamed or removed of the user's tables of a store. A repair cannot know where the
/// values are, and would make an empty one beside them.
extension VerificationReport {
    /// The missing columns and tables, each with the statement that heals it.
    package static func lostShapes(in connection: Connection) throws -> [Mistake] {
        let declared = try UserSchema.declarations.get()
        var mistakes: [Mistake] = []
        // SQLite renames no column while a view does not compile, except where the schema may be written.
        let views = DerivedSchema.objects.values.joined().filter { $0.kind == .view }
        let isCompiling = views.allSatisfy { (try? connection.prepare("SELECT 1 FROM \($0.name)")) != nil }
        let prefix = isCompiling ? "" : "PRAGMA writable_schema = ON; "
        // Scroll positions can be made again: see ``UserSchema/places``.
        for (table, own) in declared.sorted(by: { $0.key < $1.key }) where !UserSchema.places.contains(table) {
            let expected = own.columns
            let found = try UserSchema.columns(of: table, in: connection)
            // A view may have its name, or a virtual table.
            let named = try connection.firstRow(
                "SELECT upper(type), rootpage > 0 FROM sqlite_schema WHERE lower(name) = ?1", table
            ) { (type: $0.stringOrEmpty(0), isTable: $0.bool(1)) }
            guard named?.isTable == true else {
                // Otherwise SQLite would look at the views, or, with a schema that may be written, leave the triggers.
                let mode = named == nil && isCompiling ? "" : "PRAGMA legacy_alter_table = ON; "
                let drop = named.map { "DROP \($0.type) \(table); " } ?? ""
                if let other = try renamed(table, expected, in: connection) {
                    mistakes.append(
                        Mistake(
                            message: "the table \(table) is missing, and “\(other)” has its columns",
                            remedy: mode + drop + "ALTER TABLE \(try Statement.quoted(other)) RENAME TO \(table)"))
                }
                continue
            }
            let others = found.filter { expected[$0.key] == nil }
            for (column, declaration) in expected.sorted(by: { $0.key < $1.key }) where found[column] == nil {
                mistakes.append(
                    Mistake(
                        message: "the table \(table) has no column \(column), which a repair cannot mend",
                        remedy: try prefix + remedy(table, column, declaration, others)))
            }
        }
        return mistakes
    }

    /// The statement that brings a column back: the name of a column of the same declaration, if there is one.
    private static func remedy(
        _ table: String, _ column: String, _ declaration: String, _ others: [String: String]
    ) throws -> String {
        let candidates = others.filter { $0.value == declaration }.keys.sorted()
        if let other = candidates.first, candidates.count == 1 {
            return "ALTER TABLE \(table) RENAME COLUMN \(try Statement.quoted(other)) TO \(column)"
        }
        if !others.isEmpty { return "ALTER TABLE \(table) RENAME COLUMN … TO \(column)" }
        return "ALTER TABLE \(table) ADD COLUMN \(column) \(declaration)"
    }

    /// A table of another name with all columns of a table that is missing.
    private static func renamed(
        _ table: String, _ expected: [String: String], in connection: Connection
    ) throws -> String? {
        let tables = try connection.names(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name")
        return try tables.first { other in
            guard !UserSchema.allNames.contains(other.lowercased()) else { return false }
            let found = try UserSchema.columns(of: other, in: connection)
            return expected.allSatisfy { found[$0.key] == $0.value }
        }
    }
}
