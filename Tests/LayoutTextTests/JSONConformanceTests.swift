import Testing

@testable import LayoutText

/// The grammar of RFC 8259, case by case. There are texts that every reader has to accept, texts that none may, and the
/// standard's open cases, with the decision made here.
struct JSONConformanceTests {
    enum Verdict: Sendable {
        case accepted
        case refused
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        var verdict: Verdict
        var testDescription: String { name }
    }

    private static func texts(_ prefix: String, _ verdict: Verdict, _ texts: [(String, String)]) -> [Case] {
        texts.map { Case(name: "\(prefix)_\($0)", bytes: Array($1.utf8), verdict: verdict) }
    }

    private static func bytes(_ prefix: String, _ verdict: Verdict, _ bytes: [(String, [UInt8])]) -> [Case] {
        bytes.map { Case(name: "\(prefix)_\($0)", bytes: $1, verdict: verdict) }
    }

    private static func nested(_ open: String, _ close: String, _ depth: Int) -> String {
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }

    static let valid =
        texts(
            "y_structure", .accepted,
            [
                ("lonely_null", "null"), ("lonely_true", "true"), ("lonely_false", "false"), ("lonely_zero", "0"),
                ("lonely_negative", "-7"), ("lonely_string", "\"x\""), ("lonely_empty_string", "\"\""),
                ("space_around", " \t\r\n1 \t\r\n"), ("newline_at_end", "[]\n"), ("carriage_returns", "[\r1\r,\r2\r]"),
                ("space_inside_empty_array", "[ ]"), ("space_inside_empty_object", "{\t}"),
                ("space_between_tokens", "{ \"a\" : [ 1 , 2 ] }"),
            ])
        + texts(
            "y_array", .accepted,
            [
                ("empty", "[]"), ("of_null", "[null]"), ("of_all_kinds", "[null,true,false,1,\"a\",[],{}]"),
                ("nested_empty", "[[[[]]]]"), ("several_nulls", "[1,null,null,null,2]"), ("of_empty_string", "[\"\"]"),
                ("ends_with_newline", "[1\n]"), ("nested_siblings", "[[],[[]],[[],[]]]"),
            ])
        + texts(
            "y_object", .accepted,
            [
                ("empty", "{}"), ("one_member", "{\"a\":1}"), ("empty_key", "{\"\":0}"),
                ("nested", "{\"a\":{\"b\":{}}}"),
                ("escaped_key", "{\"a\\u0020b\":1}"), ("key_of_nul", "{\"\\u0000\":1}"),
                ("long_key", "{\"\(String(repeating: "k", count: 300))\":1}"),
                ("keys_that_differ_in_case", "{\"a\":1,\"A\":2}"),
                ("keys_that_look_alike", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
                ("value_of_each_kind", "{\"a\":null,\"b\":true,\"c\":[],\"d\":{},\"e\":\"\",\"f\":0}"),
                ("newlines", "{\n\"a\":\n1\n}"),
            ])
        + texts(
            "y_number", .accepted,
            [
                ("zero", "[0]"), ("minus_zero", "[-0]"), ("minus_zero_point", "[-0.0]"), ("one_digit", "[4]"),
                ("negative", "[-123]"), ("fraction", "[123.456]"), ("zero_fraction", "[0.5]"), ("exponent", "[1e5]"),
                ("capital_exponent", "[1E5]"), ("plus_exponent", "[1e+5]"), ("minus_exponent", "[1E-5]"),
                ("zero_exponent", "[0e0]"), ("fraction_and_exponent", "[12.5e3]"), ("exponent_with_zeros", "[1e005]"),
                ("sixty_four_bits", "[18446744073709551615]"), ("beyond_sixty_four_bits", "[100000000000000000000]"),
                ("least_double", "[4.9e-324]"), ("greatest_double", "[1.7976931348623157e308]"),
                ("fraction_of_many_digits", "[0.\(String(repeating: "3", count: 400))]"),
                ("two_to_53_plus_1", "[9007199254740993]"),
                ("ends_at_space", "[1 ]"), ("ends_at_text", "1"),
            ])
        + texts(
            "y_string", .accepted,
            [
                ("short_escapes", #"["\"\\\/\b\f\n\r\t"]"#), ("escaped_ascii", #"["\u0041"]"#),
                ("escaped_nul", #"["\u0000"]"#),
                ("escaped_capitals", #"["\u00EF\uABCD"]"#), ("escaped_lower_case", #"["\u00ef\uabcd"]"#),
                ("surrogate_pair", #"["\ud834\udd1e"]"#), ("two_surrogate_pairs", #"["\ud83d\ude39\ud83d\ude39"]"#),
                ("first_pair", #"["\ud800\udc00"]"#), ("last_pair", #"["\udbff\udfff"]"#),
                ("noncharacter", #"["\uffff"]"#),
                ("backslash_then_u", #"["\\u12gz"]"#), ("escaped_backslash_at_end", #"["\\"]"#),
                ("delete", "[\"\u{7F}\"]"),
                ("two_byte_text", "[\"é\"]"), ("three_byte_text", "[\"€\"]"), ("four_byte_text", "[\"😀\"]"),
                ("line_separator", "[\"\u{2028}\"]"), ("paragraph_separator", "[\"\u{2029}\"]"),
                ("zero_width", "[\"\u{200B}\u{FEFF}\"]"),
                ("looks_like_json", #"["[{,:}]"]"#), ("single_quotes", "[\"'\"]"), ("last_scalar", "[\"\u{10FFFF}\"]"),
                ("seven_bytes", "[\"abcdefg\"]"), ("eight_bytes", "[\"abcdefgh\"]"), ("nine_bytes", "[\"abcdefghi\"]"),
                ("escape_at_word_end", #"["abcdefg\n"]"#), ("text_at_word_end", "[\"abcdefgé\"]"),
                ("slash", "[\"/\"]"), ("comment_inside", "[\"a/*b*/c//d\"]"),
            ])

    static let invalid =
        texts(
            "n_structure", .refused,
            [
                ("nothing", ""), ("only_space", " "), ("only_bom_text", "\u{FEFF}"), ("open_array", "["),
                ("open_object", "{"),
                ("close_array", "]"), ("close_object", "}"), ("comma", ","), ("colon", ":"), ("two_values", "1 2"),
                ("two_arrays", "[][]"), ("value_then_comma", "1,"), ("array_then_text", "[1]x"),
                ("array_then_brace", "[1]}"),
                ("capital_literal", "True"), ("short_literal", "nul"), ("long_literal", "nulll"),
                ("literal_then_digit", "true1"),
                ("undefined", "undefined"), ("line_comment", "1 // x"), ("block_comment", "/* x */ 1"), ("hash", "# x"),
                ("form_feed", "[\u{C}]"), ("vertical_tab", "[\u{B}1]"), ("no_break_space", "[\u{A0}]"),
                ("word_joiner", "[\u{2060}]"),
                ("nul_after_value", "1\u{0}"), ("single_quoted", "'a'"), ("backslash", "[\\n]"),
                ("angle_bracket", "<null>"),
            ])
        + texts(
            "n_array", .refused,
            [
                ("trailing_comma", "[1,]"), ("leading_comma", "[,1]"), ("two_commas", "[1,,2]"), ("only_comma", "[,]"),
                ("no_comma", "[1 2]"), ("colon", "[1:2]"), ("closed_by_brace", "[1}"), ("unclosed", "[1"),
                ("unclosed_nested", "[[1]"),
                ("key", "[\"a\":1]"), ("unclosed_after_comma", "[1,"), ("star", "[*]"), ("extra_close", "[1]]"),
            ])
        + texts(
            "n_object", .refused,
            [
                ("trailing_comma", "{\"a\":1,}"), ("leading_comma", "{,\"a\":1}"), ("two_commas", "{\"a\":1,,\"b\":2}"),
                ("no_colon", "{\"a\" 1}"), ("two_colons", "{\"a\"::1}"), ("no_value", "{\"a\":}"), ("no_key", "{:1}"),
                ("bare_key", "{a:1}"), ("single_quoted_key", "{'a':1}"), ("number_key", "{1:1}"),
                ("null_key", "{null:1}"),
                ("closed_by_bracket", "{\"a\":1]"), ("unclosed", "{\"a\":1"), ("unclosed_key", "{\"a"),
                ("only_key", "{\"a\"}"),
                ("equals", "{\"a\"=1}"), ("no_comma", "{\"a\":1 \"b\":2}"), ("key_half_surrogate", #"{"\ud800":1}"#),
            ])
        + texts(
            "n_number", .refused,
            [
                ("plus", "[+1]"), ("two_minus", "[--1]"), ("minus", "[-]"), ("minus_space", "[- 1]"),
                ("leading_zero", "[01]"),
                ("minus_leading_zero", "[-01]"), ("two_zeros", "[00]"), ("leading_point", "[.5]"),
                ("minus_point", "[-.5]"),
                ("trailing_point", "[1.]"), ("point_exponent", "[1.e5]"), ("two_points", "[1.2.3]"),
                ("empty_exponent", "[1e]"),
                ("empty_signed_exponent", "[1e+]"), ("two_signs", "[1e+-5]"), ("fraction_of_exponent", "[1e5.5]"),
                ("two_exponents", "[1e5e5]"), ("hexadecimal", "[0x10]"), ("octal", "[0o7]"), ("underscore", "[1_000]"),
                ("nan", "[NaN]"), ("infinity", "[Infinity]"), ("minus_infinity", "[-Infinity]"), ("letter", "[1a]"),
                ("fullwidth_digit", "[\u{FF11}]"), ("comma_for_point", "[1,5,]"), ("zero_then_exponent_letter", "[0e]"),
                ("zero_point", "[0.]"), ("zero_point_exponent", "[0.e1]"),
            ])
        + texts(
            "n_string", .refused,
            [
                ("unclosed", "[\"a"), ("only_quote", "\""), ("unknown_escape", #"["\x"]"#),
                ("capital_escape", #"["\N"]"#),
                ("capital_u", #"["\U0041"]"#), ("escaped_quote_unclosed", #"["\""#), ("backslash_at_end", #"["\"#),
                ("one_digit", #"["\u1"]"#), ("three_digits", #"["\u00A"]"#), ("digits_at_end", #"["\u00"#),
                ("no_digits", #"["\u"]"#),
                ("letter_among_digits", #"["\u00G0"]"#), ("octal_escape", #"["\012"]"#),
                ("escaped_newline", "[\"\\\n\"]"),
                ("newline", "[\"a\nb\"]"), ("tab", "[\"\t\"]"), ("nul", "[\"\u{0}\"]"),
                ("unit_separator", "[\"\u{1F}\"]"),
                ("control_after_a_word", "[\"abcdefgh\u{1}\"]"), ("escaped_emoji", "[\"\\😀\"]"),
                ("high_half_alone", #"["\ud800"]"#), ("low_half_alone", #"["\udc00"]"#),
                ("high_half_then_text", #"["\ud800abc"]"#),
                ("high_half_then_escape", #"["\ud800\n"]"#), ("two_high_halves", #"["\ud800\ud800"]"#),
                ("halves_in_the_wrong_order", #"["\udd1e\ud834"]"#),
                ("high_half_then_broken_escape", #"["\ud800\u12"]"#),
                ("high_half_at_end", #"["\ud800\u"#),
            ])
        + bytes(
            "n_utf8", .refused,
            [
                ("continuation_alone", [0x22, 0x80, 0x22]), ("overlong_two", [0x22, 0xC0, 0xAF, 0x22]),
                ("overlong_three", [0x22, 0xE0, 0x80, 0xAF, 0x22]),
                ("overlong_four", [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22]),
                ("encoded_surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22]),
                ("above_last_scalar", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22]),
                ("lead_f5", [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22]), ("lead_ff", [0x22, 0xFF, 0x22]),
                ("latin_1", [0x22, 0xE9, 0x22]),
                ("cut_by_quote", [0x22, 0xE2, 0x82, 0x22]), ("cut_by_end", [0x22, 0xF0, 0x9F, 0x98]),
                ("after_seven_bytes", Array("\"abcdefg".utf8) + [0xFE, 0x22]),
                ("outside_a_string", [0x5B, 0xFF, 0x5D]),
                ("in_a_key", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]),
                ("utf_16", [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00]),
                ("utf_16_big_endian", [0xFE, 0xFF, 0x00, 0x5B]), ("utf_16_unmarked", [0x00, 0x5B, 0x00, 0x5D]),
            ])

    /// The cases that RFC 8259 leaves to the reader. Here numbers have to fit a double, a name may come once, a byte
    /// order mark is no white space, and nesting ends at `JSONValue.maximumDepth`.
    static let decided =
        texts(
            "i_number", .refused,
            [
                ("too_great", "[1e309]"), ("too_great_negative", "[-1e309]"), ("huge_exponent", "[1e999999999999]"),
                ("too_many_digits", "[\(String(repeating: "9", count: 400))]"),
            ])
        + texts(
            "i_number", .accepted,
            [
                ("too_small", "[1e-400]"), ("huge_negative_exponent", "[1e-999999999999]"),
                ("zero_with_huge_exponent", "[0e999999999999]"),
                ("rounded", "[0.1000000000000000055511151231257827]"),
                ("great_mantissa_small_exponent", "[\(String(repeating: "9", count: 400))e-300]"),
            ])
        + texts(
            "i_object", .refused,
            [
                ("duplicate_key", "{\"a\":1,\"a\":2}"), ("duplicate_key_and_value", "{\"a\":1,\"a\":1}"),
                ("duplicate_escaped_key", "{\"a\":1,\"\\u0061\":2}"), ("duplicate_empty_key", "{\"\":1,\"\":2}"),
                ("duplicate_nested_key", "[{\"a\":{\"b\":1,\"b\":1}}]"),
            ])
        + texts("i_object", .accepted, [("same_key_in_siblings", "[{\"a\":1},{\"a\":2}]")])
        + texts(
            "i_structure", .refused,
            [
                ("byte_order_mark", "\u{FEFF}[]"), ("too_deep", nested("[", "]", JSONValue.maximumDepth + 1)),
                ("100000_arrays", nested("[", "]", 100_000)),
                ("100000_open_arrays", String(repeating: "[", count: 100_000)),
                ("100000_open_objects", String(repeating: "{\"a\":", count: 100_000)),
                ("100000_mixed", String(repeating: "[{\"a\":", count: 100_000)),
            ])
        + texts(
            "i_structure", .accepted,
            [
                ("500_arrays", nested("[", "]", 500)), ("deepest", nested("[", "]", JSONValue.maximumDepth)),
                ("500_objects", nested("{\"a\":", "}", 500).replacing("{\"a\":}", with: "{\"a\":1}")),
            ])

    static let corpus = valid + invalid + decided

    @Test("The grammar accepts what is JSON and refuses what is not", arguments: corpus)
    func conformance(_ example: Case) throws {
        do throws(JSONSyntaxError) {
            let value = try JSONValue(parsing: example.bytes.span)
            #expect(example.verdict == .accepted)
            #expect(try JSONValue(parsing: value.text) == value)
        } catch {
            #expect(example.verdict == .refused, "\(error)")
            #expect((0...example.bytes.count).contains(error.offset))
        }
    }

    @Test("The grammar gives the same answer inside a larger buffer, with any surroundings", arguments: corpus)
    func anywhere(_ example: Case) {
        func tokens(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>]? {
            var tokenizer = JSONTokenizer(maximumDepth: JSONValue.maximumDepth)
            tokenizer.begin(range)
            var ranges: [Range<Int>] = []
            while true {
                guard let token = try? tokenizer.next(in: bytes.span) else { return nil }
                ranges.append(token.range.lowerBound - range.lowerBound..<token.range.upperBound - range.lowerBound)
                if token.kind == .end { return ranges }
            }
        }
        let alone = tokens(example.bytes, example.bytes.indices)
        for surroundings in [Array("\"\"]}1e0 ".utf8), [UInt8](repeating: 0xFF, count: 9)] {
            let bytes = surroundings + example.bytes + surroundings
            let range = surroundings.count..<surroundings.count + example.bytes.count
            #expect(tokens(bytes, range) == alone)
        }
    }

    @Test("The corpus has no two cases of one name")
    func names() {
        #expect(Set(Self.corpus.map(\.name)).count == Self.corpus.count)
        #expect(Self.corpus.count >= 150)
    }
}
