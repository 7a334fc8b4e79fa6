#if canImport(UIKit) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheCoding
import LayoutCacheUI

#if canImport(UIKit)
public import UIKit
#endif

/// A conversation that opens at its newest message.
///
/// A user at the end sees new messages as they arrive. A user who reads older ones stays in place.
public final class ConversationViewController: GalleryViewController {
    public init(_ conversation: Conversation) {
        super.init(conversation.messages, keeping: .end)
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        show(CaptionCell.self, as: CaptionCell.identifier) { cell, content in
            cell.show(try? content?.decode(Message.self).text)
        }
    }
}
#endif
