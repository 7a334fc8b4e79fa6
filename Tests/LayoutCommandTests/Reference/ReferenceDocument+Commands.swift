import LayoutCache
import Testing

@testable import layoutctl

extension ReferenceDocument {
    /// The commands. An argument, option or note that several commands have is described once.
    static func commands() throws -> String {
        let specifications = CommandCatalogue.specifications
        let groups = CommandCatalogue.groups
        var text = "```text\n" + HelpText.overview(of: groups) + "```\n\n"
        let shared = sharedTexts(specifications)
        text +=
            "## Shared arguments, options and notes\n\nEach command has `--help`, and each with `DB` has `--quiet`.\n\n"
        for entry in shared {
            let names = namesOrAll(entry.commands, of: CommandCatalogue.names)
            // The usage lines state which commands have the others.
            let isStated = !entry.text.name.isEmpty && entry.text != SharedText(Standard.format)
            let title = entry.text.name.isEmpty ? "Commands" : "`\(entry.text.name)`"
            text += "- \(title)\(isStated ? "" : " (\(names))"): \(entry.text.meaning)\n"
        }
        text += "\n"
        // The commands that describe an option which only two have.
        var described: [SharedText: String] = [:]
        for group in groups {
            let title = group.group.rawValue
            text += "## \(title.prefix(1).uppercased() + title.dropFirst())\n\n"
            for specification in group.specifications {
                let entry = specification.leavingOut(Set(shared.map(\.text)), describedBy: &described)
                text += "### \(entry.name)\n\n```text\n\(HelpText.body(entry))```\n\n"
            }
        }
        return text + "## Environment variables\n\n" + environmentVariables()
    }

    /// How a command's help describes an argument or an option; without a name, a note.
    fileprivate struct SharedText: Hashable {
        var name: String
        var meaning: String

        init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }

        init(_ option: any OptionDeclaration) {
            let name = option.shortName.map { "\($0), \(option.name)" } ?? option.name
            self.init(option.placeholder.map { "\(name) \($0)" } ?? name, option.help)
        }
    }

    /// Notes that the notes of several commands end with.
    fileprivate static let notes = [ReadingNote.text, ViewingNote.text]

    /// The texts that at least three commands have, with the names of these commands: arguments, options, notes.
    private static func sharedTexts(_ commands: [CommandSpecification]) -> [(text: SharedText, commands: [String])] {
        let kinds: [(CommandSpecification) -> [SharedText]] = [
            { $0.listedOperands.map { SharedText($0.name, $0.help) } },
            { $0.options.map(SharedText.init) },
            { command in
                notes.filter { note in command.notes.contains { $0.hasSuffix(note) } }.map { SharedText("", $0) }
            },
        ]
        return kinds.flatMap { texts in
            let all = commands.flatMap { command in texts(command).map { (text: $0, command: command.name) } }
            var seen: Set<SharedText> = []
            return all.map(\.text).filter { seen.insert($0).inserted }.map { text in
                (text, all.filter { $0.text == text }.map(\.command))
            }
        }.filter { $0.1.count >= 3 }
    }

    /// A list of names, or in few words if it holds most of them.
    static func namesOrAll(_ names: [String], of all: [String]) -> String {
        let missing = all.filter { !names.contains($0) }
        if missing.isEmpty { return "all" }
        let list = (missing.count < names.count ? missing : names).map { "`\($0)`" }.joined(separator: ", ")
        return missing.count < names.count ? "all except \(list)" : list
    }

    private static func environmentVariables() -> String {
        var text = "| Variable | Effect |\n|---|---|\n"
        for (name, effect) in EnvironmentVariable.all { text += row(["`\(name)`", effect]) }
        return text
    }
}

extension CommandSpecification {
    /// The command without shared texts, and without texts that another command has described.
    fileprivate func leavingOut(
        _ shared: Set<ReferenceDocument.SharedText>, describedBy commands: inout [ReferenceDocument.SharedText: String]
    ) -> CommandSpecification {
        var entry = self
        // Usage lines are complete, except for options that nearly all commands have.
        let rare = options.filter {
            ![Standard.format.name, Standard.quiet.name, Standard.showsHelp.name].contains($0.name)
        }
        if forms.isEmpty { entry.forms = [UsageForm(operands: listedOperands, options: rare)] }
        entry.operands.removeAll { shared.contains(.init($0.name, $0.help)) }
        entry.options.removeAll { shared.contains(.init($0)) }
        var references: [(command: String, names: [String])] = []
        func isDescribed(_ text: ReferenceDocument.SharedText, _ name: String) -> Bool {
            guard let command = commands.updateValue(self.name, forKey: text) else { return false }
            if references.last?.command != command { references.append((command, [])) }
            references[references.count - 1].names.append(name)
            return true
        }
        entry.operands.removeAll { $0.isListed && isDescribed(.init($0.name, $0.help), $0.name) }
        entry.options.removeAll { isDescribed(.init($0), $0.name) }
        entry.notes = entry.notes.map { note in
            let end = ReferenceDocument.notes.first(where: note.hasSuffix) ?? ""
            return String(note.dropLast(end.count)).trimmingSpaces
        }.filter { !$0.isEmpty }
        for (command, names) in references {
            entry.notes.append("As of “\(command)”: \(names.joined(separator: ", ")).")
        }
        entry.examples = []
        return entry
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(trimmingPrefix(" ").reversed().drop { $0 == " " }.reversed()) }
}
