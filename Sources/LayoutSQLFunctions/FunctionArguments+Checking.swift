internal import LayoutEngine
internal import LayoutSQLite

extension FunctionArguments {
    func layoutName(_ index: Int, of function: String) throws -> String {
        guard case .text(let name) = value(index) else {
            throw FunctionFailure("the layout must be text, not \(value(index).kindName)", function: function)
        }
        return name
    }

    /// An argument that is a finite number.
    func number(_ index: Int, _ name: String, of function: String) throws -> Double {
        let number: Double
        switch value(index) {
        case .integer(let integer): number = Double(integer)
        case .real(let real): number = real
        // Programs that know no types pass numbers as text.
        case .text(let text) where Double(text) != nil: number = Double(text) ?? 0
        case let other: throw FunctionFailure("\(name) must be a number, not \(other.kindName)", function: function)
        }
        guard number.isFinite else { throw FunctionFailure("\(name) must be a finite number", function: function) }
        return number
    }

    func point(_ index: Int, _ names: (String, String), of function: String) throws -> LayoutPoint {
        LayoutPoint(x: try number(index, names.0, of: function), y: try number(index + 1, names.1, of: function))
    }

    /// Four arguments that are a rectangle of some size, whose far edges are finite too.
    func rect(_ index: Int, of function: String) throws -> LayoutRect {
        let origin = try point(index, ("x", "y"), of: function)
        let rect = LayoutRect(
            x: origin.x, y: origin.y, width: try number(index + 2, "width", of: function),
            height: try number(index + 3, "height", of: function))
        guard rect.width >= 0, rect.height >= 0 else {
            throw FunctionFailure("width and height cannot be negative", function: function)
        }
        guard rect.maxX.isFinite, rect.maxY.isFinite else {
            throw FunctionFailure("the rectangle must be finite", function: function)
        }
        return rect
    }
}

extension FunctionValue {
    fileprivate var kindName: String {
        switch self {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a number"
        case .text: "text"
        case .blob: "a blob"
        }
    }
}
