#if canImport(SwiftUI) || LAYOUT_STAND_INS
import LayoutCache
import LayoutCacheUI

#if canImport(SwiftUI)
public import SwiftUI
#endif

/// The albums in SwiftUI, with a selection.
public struct AlbumsView: View {
    private let photos: PhotoStore
    @State private var position: ScrollAnchor?
    @State private var selection: Set<String> = []

    public init(_ photos: PhotoStore) {
        self.photos = photos
    }

    public var body: some View {
        StoredLayoutView(photos.albums, position: $position) { content in
            Text(content.key ?? "")
        }
        .supplementaryView { header in Text(header.title ?? "") }
        .selection($selection)
    }
}
#endif
