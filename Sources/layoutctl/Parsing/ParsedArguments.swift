internal import LayoutCache

/// A command's arguments, sorted; the accessors turn words into values or say what is wrong with them.
struct ParsedArguments: Sendable {
    let command: String
    var operands: [String] = []
    /// Options by their long names; a flag's value is empty.
    var values: [String: String] = [:]

    init(command: String) {
        self.command = command
    }

    func isSet(_ option: String) -> Bool {
        values[option] != nil
    }

    func text(_ option: String) -> String? {
        values[option]
    }

    /// An option that the table requires.
    func required(_ option: String) throws(Failure) -> String {
        guard let value = values[option] else { throw usage("\(option) is missing") }
        return value
    }

    func number(_ option: String) throws(Failure) -> Double? {
        guard let text = values[option] else { return nil }
        guard let number = ValueParsing.number(text) else { throw usage("\(option) takes a number, not “\(text)”") }
        return number
    }

    func count(_ option: String) throws(Failure) -> Int? {
        guard let text = values[option] else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw usage("\(option) takes a whole number from 0, not “\(text)”")
        }
        return count
    }

    func point(_ option: String) throws(Failure) -> LayoutPoint? {
        guard let text = values[option] else { return nil }
        guard let numbers = ValueParsing.numbers(text, count: 2) else {
            throw usage("\(option) takes two numbers X,Y, not “\(text)”")
        }
        return LayoutPoint(x: numbers[0], y: numbers[1])
    }

    func rect(_ option: String) throws(Failure) -> LayoutRect? {
        guard let text = values[option] else { return nil }
        guard let numbers = ValueParsing.numbers(text, count: 4) else {
            throw usage("\(option) takes four numbers X,Y,W,H, not “\(text)”")
        }
        guard numbers[2] >= 0, numbers[3] >= 0 else { throw usage("\(option) has a negative width or height: “\(text)”") }
        return LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// A size such as `390x844`.
    func size(_ option: String) throws(Failure) -> LayoutSize? {
        guard let text = values[option] else { return nil }
        guard let numbers = ValueParsing.numbers(text, count: 2, separators: ["x", "X", "×"]) else {
            throw usage("\(option) takes a size WxH such as 390x844, not “\(text)”")
        }
        return LayoutSize(width: numbers[0], height: numbers[1])
    }

    /// An index operand, from 0.
    func index(_ place: Int, _ name: String) throws(Failure) -> Int {
        guard let index = Int(operands[place]), index >= 0 else {
            throw usage("\(name) is a number from 0, not “\(operands[place])”")
        }
        return index
    }

    /// An item by its section's and its own index, such as `12/7`.
    func itemPath(_ text: String) throws(Failure) -> (section: Int, item: Int) {
        guard let path = ValueParsing.itemPath(text) else {
            throw usage("an item is named SECTION/ITEM, two numbers from 0 such as 12/7, not “\(text)”")
        }
        return path
    }

    /// How to write what is found.
    func format(_ standard: OutputFormat = .table) -> OutputFormat {
        text("--format").flatMap(OutputFormat.init) ?? standard
    }

    func usage(_ message: String) -> Failure {
        .usage(message, command: command)
    }
}
