package import LayoutText

/// What a value in a definition's JSON may be, as data: what the JSON Schema, the reference and the random
/// definitions of the tests are made from.
package indirect enum ValueDescription: Sendable {
    case number(NumberRange)
    case integer(ClosedRange<Int>)
    case boolean
    /// A string that is not empty.
    case string
    case choice([String])
    case list(of: ValueDescription, atLeast: Int)
    /// An array in which each place has a type of its own; the last ones may be left out.
    case tuple([Place], required: Int)
    /// Told by a function, because groups hold groups.
    case object(@Sendable () -> ObjectDescription)
    /// Any one of several.
    case either([ValueDescription])

    /// One place of a tuple.
    package struct Place: Sendable {
        package var name: String
        package var value: ValueDescription
    }
}

/// What an object in a definition's JSON may hold.
package struct ObjectDescription: Sendable {
    /// What the reference and the schema call it: two objects that accept different values have two names.
    package var name: String
    /// A sentence about it.
    package var meaning: String
    package var keys: [KeyDescription]
    /// Whether exactly one of the keys has to be there.
    package var isUnion = false
    /// Keys of which one object has at most one.
    package var alternatives: [String] = []
    /// Keys that need another one beside them, with that one.
    package var companions: [(key: String, needed: String)] = []
}

/// A key of an object in a definition's JSON.
package struct KeyDescription: Sendable {
    package var name: String
    package var value: ValueDescription
    package var isRequired: Bool
    /// What holds where the key is not written; nil where it is required, or where there is no such value.
    package var defaultValue: JSONValue?
    /// A sentence about what it does.
    package var meaning: String
}
