import Testing
@testable import LayoutSQLite

