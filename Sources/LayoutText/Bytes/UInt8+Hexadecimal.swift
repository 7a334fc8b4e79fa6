extension UInt8 {
    /// Two hexadecimal digits, with capital letters.
    package var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
