import LayoutCache
import Testing

@testable import layoutctl

extension ReferenceDocument {
    /// The commands, each without the arguments and options that many of them share; these come first.
    static func commands() throws -> String {
        let command = BuiltCommand(directory: "/")
        var text = "```text\n" + (try command("help").output) + "```\n\n"
        let specifications = CommandCatalogue.specifications
        let arguments = shared(specifications) { $0.listedOperands.map { SharedText($0.name, $0.help) } }
        let options = shared(specifications) { $0.options.map(SharedText.init) }
        text += "### Shared arguments and options\n\nThe entries of the commands do not repeat them.\n\n"
        text += "| Argument or option | Meaning | Commands |\n|---|---|---|\n"
        for entry in arguments + options {
            text += row(
                ["`\(entry.text.name)`", entry.text.meaning, namesOrAll(entry.commands, of: CommandCatalogue.names)])
        }
        text += "\n"
        for (specification, commands) in CommandCatalogue.groups.flatMap({ commands in
            commands.specifications.map { ($0, commands) }
        }) {
            if specification.name == commands.specifications[0].name {
                let title = commands.group.rawValue
                text += "### \(title.prefix(1).uppercased() + title.dropFirst())\n\n"
            }
            // The whole help is what users see, and what the entry is made from.
            #expect(try command("help \(specification.name)").output == HelpText.text(specification))
            var entry = specification
            entry.operands.removeAll { operand in
                arguments.contains { $0.text == SharedText(operand.name, operand.help) }
            }
            entry.options.removeAll { option in options.contains { $0.text == SharedText(option) } }
            if entry.forms.isEmpty {
                entry.forms = [UsageForm(operands: specification.listedOperands, options: entry.options)]
            }
            text += "#### \(entry.name)\n\n```text\n\(HelpText.text(entry))```\n\n"
        }
        return text
    }

    /// How a command's help describes an argument or an option.
    private struct SharedText: Hashable {
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

    /// The texts that at least five commands have, with the names of these commands.
    private static func shared(_ commands: [CommandSpecification], _ texts: (CommandSpecification) -> [SharedText])
        -> [(text: SharedText, commands: [String])]
    {
        var found: [(text: SharedText, commands: [String])] = []
        for command in commands {
            for text in texts(command) {
                if let index = found.firstIndex(where: { $0.text == text }) {
                    found[index].commands.append(command.name)
                } else {
                    found.append((text, [command.name]))
                }
            }
        }
        return found.filter { $0.commands.count >= 5 }
    }

    /// A list of names, or in few words if it holds most of them.
    static func namesOrAll(_ names: [String], of all: [String]) -> String {
        let missing = all.filter { !names.contains($0) }
        if missing.isEmpty { return "all" }
        let list = (missing.count < names.count ? missing : names).map { "`\($0)`" }.joined(separator: ", ")
        return missing.count < names.count ? "all except \(list)" : list
    }
}
