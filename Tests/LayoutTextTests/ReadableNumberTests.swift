import Testing

import LayoutText

/// Numbers, durations and counts as people read them.
@Suite struct ReadableNumberTests {
    @Test(
        "Whole numbers are grouped by three digits",
        arguments: [
            (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (-1000, "-1,000"), (-999, "-999"), (12_345, "12,345"),
            (123_456, "123,456"), (1_234_567, "1,234,567"), (Int.min, "-9,223,372,036,854,775,808"),
        ]) func grouped(number: Int, text: String)
    { #expect(ReadableNumber.grouped(number) == text) }

    @Test(
        "Three digits count, and larger numbers have all of theirs",
        arguments: [
            (0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (1.234, "1.23"), (1.235001, "1.24"), (12.34, "12.3"),
            (99.44, "99.4"), (99.5, "99.5"), (99.96, "100"), (100.4, "100"), (123.4, "123"), (1234.5, "1,235"),
            (999_999.6, "1,000,000"), (0.01234, "0.0123"), (-0.01234, "-0.0123"), (0.00123449, "0.00123"),
            (0.000123, "0.000123"), (0.0000123, "0.000012"), (0.0000001, "0"), (10, "10"), (10.04, "10"),
            (9.96, "9.96"), (0.1, "0.1"), (1e14, "100,000,000,000,000"), (1e16, "1e+16"), (.infinity, "inf"),
        ]) func significant(number: Double, text: String)
    { #expect(ReadableNumber.significant(number) == text) }

    @Test(
        "A duration has the unit that suits it",
        arguments: [
            (0, "0 µs"), (0.000012, "12 µs"), (0.0009994, "999 µs"), (0.0009999, "1 ms"), (0.001, "1 ms"),
            (0.0004, "400 µs"), (0.0125, "12.5 ms"), (0.5, "500 ms"), (0.9996, "1 s"), (1, "1 s"),
            (3.14159, "3.14 s"), (99.9, "99.9 s"), (100, "1.67 min"), (240, "4 min"),
        ]) func duration(seconds: Double, text: String)
    { #expect(ReadableNumber.duration(seconds) == text) }

    @Test("A counted noun has one form for one and one for many")
    func counted() {
        #expect(ReadableNumber.counted(0, "band") == "0 bands")
        #expect(ReadableNumber.counted(1, "band") == "1 band")
        #expect(ReadableNumber.counted(2000, "band") == "2,000 bands")
        #expect(ReadableNumber.counted(1, "row was", "rows were") == "1 row was")
        #expect(ReadableNumber.counted(2, "row was", "rows were") == "2 rows were")
    }
}
