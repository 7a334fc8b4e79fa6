/// The reason why a file was not migrated. It was not changed.
package enum MigratorError: Error, Sendable, Hashable {
    /// The file belongs to another program, or to none in particular.
    case foreign(applicationID: Int32)

    /// The file records our migrations, and is marked as another program's.
    case mismarked(applicationID: Int32, ours: Int32)

    /// The file records all known migrations, and its `user_version` is greater.
    case misnumbered(userVersion: Int, recorded: Int)

    /// The file was written by a later version, which knew more migrations.
    case newer(found: Int, known: Int)

    /// A migration that the file has been through is not the one known under its number.
    case changed(identifier: String, recorded: String, known: String)

    /// The file is our own, but its record of migrations is missing or has gaps.
    case unrecorded(found: Int, recorded: Int)
}

extension MigratorError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .foreign(0): "the file is a database of another kind"
        case .foreign(let applicationID):
            "the file is a database of another kind: its application_id is \(applicationID)"
        case .mismarked(let applicationID, _):
            "the file is marked as another program's: its application_id is \(applicationID)"
        case .misnumbered(let userVersion, let recorded):
            "the file is marked as a later version's: its user_version is \(userVersion), and it records "
                + "\(recorded) migrations"
        case .newer(let found, let known):
            "the file is at schema version \(found), written by a later version; this one knows up to \(known)"
        case .changed(let identifier, let recorded, let known):
            "migration \(identifier) has been changed since the file went through it (\(recorded) then, \(known) now)"
        case .unrecorded(let found, let recorded):
            "the file is marked as schema version \(found), but records \(recorded) migrations"
        }
    }
}
