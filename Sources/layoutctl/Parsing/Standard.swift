/// The arguments that several commands take.
enum Standard {
    static let database = Operand<String>(.file("DB"), help: "The store: an SQLite file.")
    static let layout = Operand<String>(.name("LAYOUT", of: .layouts), help: "The name of the layout.")
    static let dataset = Operand<String>(.name("DATASET", of: .datasets), help: "The name of the data set.")

    /// How rows are written; every command that prints some takes it.
    static let format = Option<OutputFormat>("--format", .choice, default: .table, help: "The format of the output.")
    /// The same for commands whose answer is one object.
    static let objectFormat = Option<OutputFormat>(
        "--format", .choice, default: .json, help: "The format of the output.")
    static let quiet = Option(
        flag: "--quiet", short: "-q", help: "Print no progress, notes or warnings; errors are still printed."
    )
    static let showsHelp = Option(flag: "--help", short: "-h", help: "Print this text.")
}
