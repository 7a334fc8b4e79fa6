extension Unicode.Scalar {
    /// Whether it changes how the text around it is shown: ASCII's controls, C1, the separators of lines and
    /// paragraphs, and Unicode's bidirectional controls.
    package var controlsDisplay: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
