#if LAYOUT_VIEWS
@MainActor
extension _PlatformLayoutAttributes {
    /// Attributes of an element whose frame is in the coordinates of the view.
    ///
    /// - Parameters:
    ///   - attributesClass: The class that a subclass of the layout chooses for them.
    ///   - isFlipped: Whether the view mirrors frames by itself; it does not mirror transforms.
    static func ofElement(
        _ element: LayoutAttributes, at indexPath: IndexPath? = nil, of attributesClass: AnyClass, isFlipped: Bool
    ) -> _PlatformLayoutAttributes {
        let attributesClass = attributesClass as? _PlatformLayoutAttributes.Type ?? _PlatformLayoutAttributes.self
        let indexPath = indexPath ?? IndexPath(element)
        let kind = element.elementKind ?? ""
        let attributes =
            switch element.kind {
            #if canImport(UIKit) || LAYOUT_STAND_INS
            case .cell: attributesClass.init(forCellWith: indexPath)
            #else
            case .cell: attributesClass.init(forItemWith: indexPath)
            #endif
            case .supplementary: attributesClass.init(forSupplementaryViewOfKind: kind, with: indexPath)
            case .decoration: attributesClass.init(forDecorationViewOfKind: kind, with: indexPath)
            }
        attributes.frame = CGRect(element.frame)
        attributes.zIndex = element.zIndex
        if element.alpha < 1 { attributes.alpha = element.alpha }
        if element.transform != .identity { attributes.draw(element, isFlipped: isFlipped) }
        return attributes
    }

    /// Takes an element's transform. AppKit's attributes have none: they get the frame of the scaled and moved element.
    private func draw(_ element: LayoutAttributes, isFlipped: Bool) {
        let transform = element.transform
        #if canImport(UIKit) || LAYOUT_STAND_INS
        let direction = isFlipped ? -1.0 : 1
        self.transform = CGAffineTransform(
            translationX: direction * transform.translation.x, y: transform.translation.y
        ).rotated(by: direction * transform.rotation).scaledBy(x: transform.scale, y: transform.scale)
        #else
        let scaled = LayoutTransform(scale: transform.scale, translation: transform.translation)
        frame = CGRect(scaled.box(of: element.frame))
        #endif
    }

    #if canImport(UIKit) || LAYOUT_STAND_INS
    var isCell: Bool { representedElementCategory == .cell }
    #else
    var isCell: Bool { representedElementCategory == .item }
    #endif

    /// The kind of a header or a footer, or of another element that is no cell; nil for a cell.
    var barKind: String? { isCell ? nil : representedElementKind ?? "" }

    /// AppKit's may have none.
    var knownIndexPath: IndexPath? { indexPath }
}

extension IndexPath {
    /// The index path of an element; of what belongs to the whole content, one of a single index.
    init(_ element: LayoutAttributes) { self = element.indexPath.map { Self($0) } ?? Self(index: 0) }

    /// Item and section; a single index belongs to elements of the whole content. nil for any other length.
    var isOfElement: Bool { count == 2 || self == IndexPath(index: 0) }
}
#endif
