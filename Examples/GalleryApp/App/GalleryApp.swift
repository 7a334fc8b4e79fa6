import Gallery
import LayoutCache
import SwiftUI

/// The screens of the gallery as tabs.
@main
struct GalleryApp: App {
    var body: some Scene {
        WindowGroup { GalleryTabs() }
    }
}

/// Loads photos and messages at the first launch, and shows them.
private struct GalleryTabs: View {
    private struct Stores: Sendable {
        var photos: PhotoStore
        var conversation: Conversation
    }

    @State private var stores: Stores?
    @State private var failure: String?

    var body: some View {
        if let stores {
            TabView {
                Tab("Albums", systemImage: "photo.on.rectangle") {
                    Screen { AlbumsViewController(stores.photos) }.ignoresSafeArea()
                }
                Tab("Captions", systemImage: "text.below.photo") {
                    Screen { CaptionsViewController(stores.photos) }.ignoresSafeArea()
                }
                Tab("Conversation", systemImage: "bubble") {
                    Screen { ConversationViewController(stores.conversation) }.ignoresSafeArea()
                }
                Tab("SwiftUI", systemImage: "swift") { AlbumsView(stores.photos) }
            }
        } else if let failure {
            Text(failure)
        } else {
            GeometryReader { geometry in
                let size = LayoutSize(width: geometry.size.width, height: geometry.size.height)
                ProgressView("Loading 20,000 photos")
                    .frame(maxWidth: .infinity, maxHeight: .infinity)
                    .task { await load(for: size) }
            }
        }
    }

    private func load(for size: LayoutSize) async {
        do {
            stores = try await Task.detached { try Self.stores(for: size) }.value
        } catch {
            failure = "\(error)"
        }
    }

    private nonisolated static func stores(for size: LayoutSize) throws -> Stores {
        func path(_ name: String) -> String {
            URL.cachesDirectory.appending(path: name).path(percentEncoded: false)
        }
        let photos = try PhotoStore(path: path("gallery.db"))
        if try photos.store.datasets().isEmpty {
            let all = (0..<20_000).map { number in
                Photo(
                    name: "p\(number)", album: "Album \(number / 200)", width: 300 + number % 7 * 100, height: 400,
                    caption: String(repeating: "word ", count: 1 + number * 3 % 40))
            }
            try photos.replace(by: all, container: size)
        }
        let conversation = try Conversation(path: path("conversation.db"), container: size)
        if try conversation.store.datasets().first?.itemCount == 0 {
            try conversation.append(
                (0..<300).map { Message(id: "m\($0)", text: "\($0) " + String(repeating: "x", count: $0 % 90)) })
        }
        return Stores(photos: photos, conversation: conversation)
    }
}

/// A view controller of UIKit.
private struct Screen<Controller: UIViewController>: UIViewControllerRepresentable {
    let make: () -> Controller

    func makeUIViewController(context: Context) -> Controller { make() }

    func updateUIViewController(_ controller: Controller, context: Context) {}
}
