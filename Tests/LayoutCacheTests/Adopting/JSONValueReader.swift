import Foundation

/// Reads an object's members with another program's parser, each value in a form that shows its type.
enum JSONValueReader {
    enum Value {
        case object([(String, String)])
    }

    static func parse(_ text: String) throws -> Value? {
        guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else { return nil }
        return .object(
            object.keys.sorted().map { key in
                switch object[key] {
                case let text as String: (key, "text:\(text)")
                case let number as NSNumber:
                    (key, isReal(number) ? "\(number.doubleValue)" : "\(number.int64Value)")
                default: (key, "null")
                }
            })
    }

    private static func isReal(_ number: NSNumber) -> Bool {
        unsafe String(cString: number.objCType) == "d"
    }
}
