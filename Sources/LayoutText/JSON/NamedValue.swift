/// A value of an answer and the name that it has wherever the answer is given: a member of JSON, or a column.
package struct NamedValue<Answer>: Sendable {
    /// In camel case.
    package let name: String
    package let value: @Sendable (Answer) -> JSONValue

    package init(_ name: String, _ value: @escaping @Sendable (Answer) -> JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue {
    /// An answer as an object.
    ///
    /// - Parameter omitsNulls: Whether values that are null have no member.
    package init<Answer>(_ answer: Answer, _ values: [NamedValue<Answer>], omitsNulls: Bool = false) {
        let members = values.map { Member(key: $0.name, value: $0.value(answer)) }
        self = .object(omitsNulls ? members.filter { $0.value != .null } : members)
    }

    package static func integer(_ number: Int) -> JSONValue { .number(Double(number)) }
}
