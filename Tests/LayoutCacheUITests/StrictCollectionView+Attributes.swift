import LayoutCache

// Which attributes it asks for, and what they have to be.
extension StrictCollectionView {
    /// UIKit asks for whole pages around what it shows.
    var pageRect: CGRect {
        func pages(_ origin: CGFloat, _ length: CGFloat, _ content: CGFloat) -> (CGFloat, CGFloat) {
            guard content > length + 0.5, length > 0 else { return (origin, length) }
            return ((origin / length).rounded(.down) * length - length, 4 * length)
        }
        let (x, width) = pages(bounds.minX, bounds.width, contentSize.width)
        let (y, height) = pages(bounds.minY, bounds.height, contentSize.height)
        return CGRect(x: x, y: y, width: width, height: height)
    }

    func mirrored(_ rect: CGRect) -> CGRect {
        guard isFlipped else { return rect }
        return CGRect(x: contentSize.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    }

    func ask(in rect: CGRect, isWhole: Bool) {
        let found = collectionViewLayout.layoutAttributesForElements(in: mirrored(rect)) ?? []
        // It mirrors the very objects that it is given.
        if isFlipped { for attributes in found { attributes.frame = mirrored(attributes.frame) } }
        if !isWhole {
            let known = Dictionary(attributes.map { ($0.name, Look($0)) }) { first, _ in first }
            for attributes in found {
                guard let before = known[attributes.name], !before.isEqual(to: Look(attributes)),
                    before.frame.overlaps(bounds) || attributes.frame.overlaps(bounds)
                else { continue }
                crash("\(attributes.name) changed from \(before) to \(Look(attributes)) and was not invalidated")
            }
        }
        page = rect
        attributes = found
        for attributes in found { check(attributes) }
        let names = Set(found.map(\.name))
        if names.count != found.count { crash("an element has two attributes") }
    }

    func askAgain(_ kind: String, _ path: IndexPath) {
        let found = collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: path)
        attributes.removeAll { $0.representedElementKind == kind && $0.indexPath == path && !$0.isCell }
        if let found {
            if isFlipped { found.frame = mirrored(found.frame) }
            if found.frame.overlaps(page) { attributes.append(found) }
        }
    }

    func check(_ attributes: UICollectionViewLayoutAttributes) {
        let path = attributes.indexPath
        guard path.count == 2 else { return }
        guard let counts, path.section < counts.count else {
            return crash("attributes for \(attributes.name), of \(counts?.count ?? 0) sections")
        }
        // A section's own elements have the item 0.
        if attributes.isCell || path.item > 0, path.item >= counts[path.section] {
            crash("attributes for \(attributes.name), of \(counts[path.section]) items")
        }
        if attributes.representedElementCategory == .decorationView {
            let kind = attributes.representedElementKind ?? ""
            if !collectionViewLayout.registeredDecorations.contains(kind) {
                crash("no class is registered for decorations of the kind \(kind)")
            }
        }
    }

    func askTransitions(from former: [IndexPath: String]) -> [String: Double] {
        for path in former.keys.sorted() {
            let found = collectionViewLayout.finalLayoutAttributesForDisappearingItem(at: path)
            if let found, found.indexPath != path { crash("final attributes of \(path) belong to \(found.indexPath)") }
        }
        var places: [String: Double] = [:]
        for (path, key) in onScreen {
            let found = collectionViewLayout.initialLayoutAttributesForAppearingItem(at: path)
            if let found { places[key] = found.frame.minY }
        }
        return places
    }
}

/// The look of an element on the screen.
private struct Look {
    var frame: CGRect
    var transform: CGAffineTransform
    var alpha: CGFloat
    var zIndex: Int

    @MainActor init(_ attributes: UICollectionViewLayoutAttributes) {
        frame = attributes.frame
        transform = attributes.transform
        alpha = attributes.alpha
        zIndex = attributes.zIndex
    }

    func isEqual(to other: Self) -> Bool {
        // Sums of lengths that are no binary fractions may differ in their last bit.
        frame.isEqual(to: other.frame, within: 1e-6) && transform == other.transform && alpha == other.alpha
            && zIndex == other.zIndex
    }
}

extension UICollectionViewLayoutAttributes {
    var name: String { "\(representedElementKind ?? "cell") \(indexPath)" }
}
