internal import LayoutCPage

/// The files of `Page/`.
enum EmbeddedPage {
    static let html = unsafe text(layout_page_html)
    static let style = unsafe text(layout_page_style)
    static let script = unsafe text(layout_page_script)

    /// The one place where memory of the C target is read.
    private static func text(_ text: LayoutPageText) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
    }
}
