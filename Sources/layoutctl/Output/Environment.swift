internal import LayoutPlatform

/// What the shell handed down.
enum Environment {
    static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
