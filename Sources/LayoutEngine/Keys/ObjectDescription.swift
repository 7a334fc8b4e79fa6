package import LayoutText

/// The permitted members of an object in a definition's JSON.
package struct ObjectDescription: Sendable {
    /// Its name in the reference and the schema: two objects that accept different values have two names.
    package var name: String
    /// A sentence about it.
    package var meaning: String
    package var keys: [Key]
    /// Whether exactly one of the keys has to be there.
    package var isUnion = false
    /// Keys that exclude each other in one object.
    package var alternatives: [String] = []
    /// Keys that need another one beside them, with that one.
    package var companions: [(key: String, needed: String)] = []

    /// A key of an object in a definition's JSON.
    package struct Key: Sendable {
        package var name: String
        package var value: Value
        package var isRequired: Bool
        /// The value of an omitted key; nil if it is required, or if there is no such value.
        package var defaultValue: JSONValue?
        /// A sentence about what it does.
        package var meaning: String
    }

    /// The permitted values in a definition's JSON, as data: the source of the JSON Schema, the reference and the
    /// random definitions of the tests.
    package indirect enum Value: Sendable {
        case number(NumberRange)
        case integer(ClosedRange<Int>)
        case boolean
        /// A string that is not empty.
        case string
        case choice([String])
        case list(of: Value, count: ClosedRange<Int>)
        /// An array with a type for each place; the last ones may be omitted.
        case tuple([Place], required: Int)
        /// Given by a function, because groups contain groups.
        case object(@Sendable () -> ObjectDescription)
        /// Any one of several.
        case either([Value])

        package struct Place: Sendable {
            package var name: String
            package var value: Value
        }
    }
}
