internal import LayoutCache
internal import LayoutCExtension
internal import LayoutCSQLite

/// The entry point of the loadable extension once SQLite has loaded it: registers the functions on the connection.
@_cdecl("layout_extension_register")
func registerFunctions(
    _ connection: OpaquePointer, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    do {
        unsafe try LayoutFunctions.register(on: connection)
        return SQLITE_OK
    } catch {
        unsafe message?.pointee = unsafe layout_extension_message("\(error)")
        return SQLITE_ERROR
    }
}
