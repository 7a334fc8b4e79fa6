import Foundation
import LayoutTestSupport

/// The reference's text on an SQL function, besides its columns.
struct FunctionMeaning {
    /// How it is called, one line for each number of arguments.
    var forms: [String]
    var purpose: String
    var example: String

    static let all: [String: FunctionMeaning] = DataFile("Functions.txt").cases.reduce(into: [:]) { all, function in
        let parts = function.text.components(separatedBy: " → ")
        all[function.heading] = FunctionMeaning(
            forms: parts[0].components(separatedBy: "; "), purpose: parts[1],
            example: parts[2].replacing(" / ", with: "\n"))
    }
}
