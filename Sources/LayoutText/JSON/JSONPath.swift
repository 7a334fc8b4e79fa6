/// Builds JSON paths for messages.
package enum JSONPath {
    package static let root = "$"

    /// The path of an object's member: `$.group`, or `$["odd key"]` where the key is no plain word.
    package static func member(_ key: String, of path: String) -> String {
        let isWord =
            !key.isEmpty
            && key.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
            }
        if isWord { return path + "." + key }
        var writer = JSONWriter()
        writer.write(key)
        return path + "[" + writer.text + "]"
    }

    /// The path of an array's element.
    package static func element(_ index: Int, of path: String) -> String {
        "\(path)[\(index)]"
    }
}
