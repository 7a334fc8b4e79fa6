import Foundation
import LayoutCache
import LayoutTestSupport
import Testing

/// A picture of each kind of layout, to the letter.
///
/// LAYOUTCACHE_UPDATE_PICTURES=1 rewrites the files. Look at them before they are kept.
@Suite struct PictureTests {
    @Test("A picture looks as it did when it was last looked at", arguments: SamplePicture.all)
    func picture(sample: SamplePicture) throws {
        let drawn = try sample.draw()
        #expect(Markup.isWellFormed(drawn))
        try expectText(drawn, of: "Pictures/\(sample.name).svg")
    }
}
