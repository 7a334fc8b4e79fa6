import Testing
@testable import LayoutCache
