#if LAYOUT_VIEWS
#if canImport(SwiftUI)
internal import SwiftUI
#endif

#if canImport(UIKit) || LAYOUT_STAND_INS
/// The SwiftUI view that a cell of UIKit shows.
struct HostedContent {
    let configuration: any UIContentConfiguration

    @MainActor init(_ view: some View) {
        // By default no content is lower than a row that can be tapped.
        configuration = UIHostingConfiguration { view }.margins(.all, 0).minSize(width: 0, height: 0)
    }

    typealias Cell = UICollectionViewCell
    typealias SupplementaryView = UICollectionViewCell
}

extension UICollectionReusableView {
    /// Only cells can host what SwiftUI draws; headers are cells too.
    func host(_ content: HostedContent?) {
        (self as? UICollectionViewCell)?.contentConfiguration = content?.configuration
    }
}
#else
/// The SwiftUI view that an item of AppKit shows.
struct HostedContent {
    let view: AnyView

    @MainActor init(_ view: some View) { self.view = AnyView(view) }

    /// An item that shows what SwiftUI draws, and is as high as that at its width.
    final class Cell: NSCollectionViewItem {
        private let controller = NSHostingController(rootView: AnyView(EmptyView()))

        override func loadView() { view = controller.view }

        var content: AnyView { controller.rootView }

        func show(_ view: AnyView) { controller.rootView = view }

        override func preferredLayoutAttributesFitting(
            _ layoutAttributes: NSCollectionViewLayoutAttributes
        ) -> NSCollectionViewLayoutAttributes {
            let size = CGSize(width: layoutAttributes.frame.width, height: .greatestFiniteMagnitude)
            let height = controller.sizeThatFits(in: size).height
            // A view that takes any height it is offered has no preferred one.
            guard height < 1e6, let copy = layoutAttributes.copy() as? NSCollectionViewLayoutAttributes else {
                return layoutAttributes
            }
            copy.frame.size.height = height
            return copy
        }
    }

    /// A header, a footer or a badge that shows what SwiftUI draws.
    final class SupplementaryView: NSView, NSCollectionViewElement {
        private(set) var content: NSHostingView<AnyView>?

        func show(_ view: AnyView) {
            if let content { return content.rootView = view }
            let content = NSHostingView(rootView: view)
            content.frame = bounds
            content.autoresizingMask = [.width, .height]
            addSubview(content)
            self.content = content
        }
    }
}

extension NSView {
    func host(_ content: HostedContent?) {
        (self as? HostedContent.SupplementaryView)?.show(content?.view ?? AnyView(EmptyView()))
    }
}

extension NSCollectionViewItem {
    func host(_ content: HostedContent?) { (self as? HostedContent.Cell)?.show(content?.view ?? AnyView(EmptyView())) }
}
#endif
#endif
