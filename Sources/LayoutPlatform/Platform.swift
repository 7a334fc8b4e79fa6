// The system's C library, under the system's name for it: the only place that knows.
//
// There is no attribute without an underscore that passes an import on. This module is the package's own: no product
// shows it.
#if canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Android)
@_exported public import Android
#else
@_exported public import Glibc
#endif
