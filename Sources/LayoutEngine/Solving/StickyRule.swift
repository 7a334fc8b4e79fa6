/// The treatment of a sticky item when the next one comes.
public enum StickyRule: String, Sendable, Hashable, CaseIterable {
    /// The next one pushes it out.
    case push
    /// Items of different levels are stacked; one pushes items of its level and of inner ones.
    case stack
}
