@testable import LayoutBrowser
import LayoutEngine
import Testing

/// The text after the question mark of an address, to the letter.
@Suite struct QueryParametersTests {
    private static let known = ["a", "rect", "count", "offsets"]

    private func parameters(_ query: String) throws -> QueryParameters {
        try QueryParameters(query[...], known: Self.known)
    }

    private func refusal(_ query: String, _ body: (QueryParameters) throws -> Void = { _ in }) -> String? {
        do {
            try body(parameters(query))
            return nil
        } catch let fault as HTTPFault {
            return fault.status == 400 ? fault.message : "\(fault.status)"
        } catch {
            return "\(error)"
        }
    }

    @Test("Texts are decoded, and empty parts count as nothing")
    func texts() throws {
        for (query, text) in [
            ("a=b", "b"), ("a=b+c", "b c"), ("a=%41%5a%e2%82%ac%2B", "AZ€+"), ("a=b=c", "b=c"), ("&&a=1&", "1"),
            ("%61=x", "x"), ("a=%00", "\0"), ("a=%4A%7f", "J\u{7F}"),
        ] { #expect(try parameters(query).text("a") == text, "\(query)") }
        #expect(try parameters("a=").optionalText("a") == "" && parameters("").optionalText("a") == nil)
    }

    @Test("Parameters that are malformed, unknown, missing or repeated are refused")
    func refusals() {
        #expect(refusal("b=1") == "there is no parameter “b”; it is one of a, rect, count, offsets")
        #expect(refusal("a=1&a=2") == "the parameter “a” is given twice")
        #expect(refusal("a=1&a") == "the parameter “a” is given twice")
        for query in ["a=%", "a=%4", "a=%4g", "a=%g4", "a=%:0", "a=%@0", "a=%/0", "a=%`0", "a=%G0"] {
            #expect(refusal(query) == "a % in the address is not followed by two hexadecimal digits", "\(query)")
        }
        #expect(refusal("a=%ff") == "the address is not UTF-8")
        for query in ["", "a", "a="] {
            #expect(refusal(query) { _ = try $0.text("a") } == "the parameter “a” is missing")
        }
        let long = String(repeating: "x", count: 41)
        #expect(
            refusal("\(long)=1") == "there is no parameter “\(long.dropLast())…”; it is one of a, rect, count, offsets")
        #expect(
            refusal("\(long.dropLast())=1")
                == "there is no parameter “\(long.dropLast())”; it is one of a, rect, count, offsets")
        do {
            _ = try QueryParameters("a=1", known: [])
            Issue.record("nothing is known")
        } catch {
            #expect(error.message == "there is no parameter “a”; this address takes none")
        }
    }

    @Test("Whole numbers keep to their range")
    func integers() throws {
        for value in [1, 2, 4095, 4096] {
            #expect(try parameters("count=\(value)").integer("count", in: 1...4096) == value)
        }
        for text in ["0", "4097", "-1", "1.0", "x", " 1", "99999999999999999999"] {
            let sentence = refusal("count=" + text.replacing(" ", with: "+")) {
                _ = try $0.integer("count", in: 1...4096)
            }
            #expect(sentence == "“count” takes a whole number from 1 to 4096, not “\(text)”")
        }
    }

    @Test("A rectangle has four numbers and some area")
    func rectangles() throws {
        for (text, rect) in [
            ("1,2,3,4", LayoutRect(x: 1, y: 2, width: 3, height: 4)),
            ("-1e15,1e15,0.25,1e15", LayoutRect(x: -1e15, y: 1e15, width: 0.25, height: 1e15)),
            (
                "0,0,5e-324,5e-324",
                LayoutRect(x: 0, y: 0, width: .leastNonzeroMagnitude, height: .leastNonzeroMagnitude)
            ),
        ] { #expect(try parameters("rect=\(text)").rect("rect") == rect) }
        for text in ["1,2,3", "1,2,3,4,5", "1,2,3,", "1,2,3,x", "2e15,0,1,1", "0,0,1,nan", "0,0,0x1,1"] {
            #expect(
                refusal("rect=\(text)") { _ = try $0.rect("rect") }
                    == "“rect” takes four numbers X,Y,W,H, not “\(text)”")
        }
        for text in ["0,0,0,1", "0,0,1,0", "0,0,-1,1", "0,0,1,-0.5"] {
            #expect(
                refusal("rect=\(text)") { _ = try $0.rect("rect") }
                    == "“rect” takes a rectangle with some area, not “\(text)”")
        }
    }

    @Test("Offsets are pairs, the last of a section counts")
    func offsets() throws {
        #expect(try parameters("").offsets("offsets") == [:])
        #expect(try parameters("offsets=0:5,7:-2.5,,0:6").offsets("offsets") == [0: 6, 7: -2.5])
        for text in ["0", "0:", ":1", "0:1:2", "-1:0", "x:1", "0:x", "0:2e15", "1.5:2"] {
            #expect(
                refusal("offsets=\(text)") { _ = try $0.offsets("offsets") }
                    == "“offsets” takes pairs SECTION:OFFSET with commas between them", "\(text)")
        }
    }
}
