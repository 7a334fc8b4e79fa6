import XCTest

/// Goes through the screens of the gallery as a user does.
final class GalleryUITests: XCTestCase {
    @MainActor
    func testScreens() {
        let app = XCUIApplication()
        app.launch()
        XCTAssert(app.tabBars.firstMatch.waitForExistence(timeout: 120), "the photos were not loaded")
        for tab in ["Albums", "Captions", "Conversation", "SwiftUI"] {
            app.tabBars.buttons[tab].tap()
            let view = app.collectionViews.firstMatch
            XCTAssert(view.cells.firstMatch.waitForExistence(timeout: 10), "\(tab) shows nothing")
            for _ in 0..<3 {
                view.swipeDown(velocity: .fast)
                XCTAssertGreaterThan(view.cells.count, 3, tab)
            }
            for _ in 0..<6 {
                view.swipeUp(velocity: .fast)
                XCTAssertGreaterThan(view.cells.count, 3, tab)
            }
            for orientation in [UIDeviceOrientation.landscapeLeft, .portrait] {
                XCUIDevice.shared.orientation = orientation
                XCTAssert(view.cells.firstMatch.waitForExistence(timeout: 10), "\(tab) shows nothing after a turn")
            }
        }
    }
}
