/// A purpose of commands, as help, the manual and completion list them.
enum CommandGroup: String, CaseIterable, Sendable {
    case load
    case layOut = "lay out"
    case look
    case edit
    case keep
    case serve
}

/// The commands of a group.
struct GroupedCommands: Sendable {
    let group: CommandGroup
    let specifications: [CommandSpecification]
}
