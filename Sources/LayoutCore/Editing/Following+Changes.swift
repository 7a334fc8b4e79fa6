internal import LayoutFollowing

extension Following {
    /// Refuses a change of a value from the source.
    ///
    /// - Throws: ``LayoutError`` `followsSource`.
    func check(_ change: DatasetChange) throws {
        switch change {
        case .resizeItem(_, let width, let height): try checkSize(hasWidth: width != nil, hasHeight: height != nil)
        case .updateKey where !has(\.key): break
        case .updatePayload where !hasPayload: break
        case .updateSpans where span == nil && rowSpan == nil: break
        case .updateSticky where stickyLevel == nil && stickyEdge == nil: break
        case .resizeHeader, .resizeFooter, .updateDefinition: break
        case .updateKey: throw refusal("its keys cannot be changed")
        case .updatePayload: throw refusal("its payloads cannot be changed")
        case .updateSpans: throw refusal("the spans of its items cannot be changed")
        case .updateSticky: throw refusal("its items cannot be made to stick elsewhere")
        default: throw refusal("its items and sections cannot be inserted, deleted, moved or renamed")
        }
    }
}
