// A process to be killed: it imports and prepares without end, and says on standard output what it
// has committed. The crash tests start it, and end it at a random moment.
//
// Arguments: the store's path, the number of the first batch, the number of rows of a batch.

import LayoutCache

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes a line at once: what is in a buffer dies with the process.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, var batch = Int(arguments[2]), let size = Int(arguments[3]) else {
    say("usage: layout-crash-subject STORE FIRST-BATCH ROWS")
    exit(2)
}
let store = try LayoutStore(path: arguments[1], limits: BandLimits(target: 8, maximum: 16, minimum: 2, slice: 40))
say("open")
while true {
    var text = "key,part,width,height\n"
    for row in 0..<size {
        text += "b\(batch)r\(row),p\((batch + row) % 5),\(20 + row % 50),\(10 + (batch * 7 + row) % 60)\n"
    }
    try store.importItems(
        from: .bytes(Array(text.utf8)),
        options: ImportOptions(
            dataSet: "data", format: .csv,
            columns: ImportOptions.Columns(section: "part", key: "key", width: "width", height: "height"),
            mode: batch == 0 ? .create : .append))
    say("imported \(batch)")
    // Not by the number: the process before may have been killed between the two.
    if try store.layoutNames().isEmpty {
        try store.defineLayout(
            "wall", dataset: "data",
            definition: LayoutDefinition(json: #"{"layout":"flow","header":{"height":20},"pinHeaders":true}"#),
            container: LayoutSize(width: 320, height: 480))
        say("defined")
    }
    if batch % 4 == 3 {
        // A layout from the beginning now and then, beside the one that there is.
        try store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: #"{"layout":"table","header":{"height":20}}"#),
            container: LayoutSize(width: 320 + Double(batch), height: 480))
    }
    try store.prepare("wall") { _ in say("slice") }
    say("prepared \(batch)")
    batch += 1
}
