internal import LayoutCache
internal import LayoutText

extension LayoutStore {
    /// The layout that the arguments name, or the only one.
    ///
    /// - Throws: ``Failure`` if none is named and the store has none, or several.
    func layoutName(_ arguments: ParsedArguments) throws -> String {
        if let name = try arguments[Standard.layout] { return name }
        return try Self.only(layoutNames(), "layout", "LAYOUT", "“layoutctl layout” defines one", arguments)
    }

    /// The data set that the arguments name, or the only one.
    ///
    /// - Throws: ``Failure`` if none is named and the store has none, or several.
    func datasetName(_ arguments: ParsedArguments) throws -> String {
        let word = try arguments[Standard.datasetWord]
        if let name = try arguments[Standard.dataset] {
            guard word == nil else { throw arguments.usage("the data set is given twice") }
            return name
        }
        if let word { return word }
        return try Self.only(
            datasets().map(\.name), "data set", "--dataset NAME", "“layoutctl import” makes one", arguments)
    }

    private static func only(
        _ names: [String], _ what: String, _ argument: String, _ remedy: String, _ arguments: ParsedArguments
    ) throws(Failure) -> String {
        guard let name = names.first else { throw Failure(.failed, "the store has no \(what) yet; \(remedy)") }
        guard names.count == 1 else {
            let list = names.map { "“\($0)”" }.joined(separator: ", ")
            throw arguments.usage("\(argument) is missing: the store has \(list)")
        }
        return name
    }
}
