// The part of SwiftUI that the adapter uses. The tests compile it beside the stand-ins of UIKit or AppKit.
#if !LAYOUT_STAND_INS && canImport(UIKit)
public import UIKit
#elseif !LAYOUT_APPKIT_STAND_INS && canImport(AppKit)
public import AppKit
#endif

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { self }
}

// The system's own views have no body that could be asked for.
extension View where Body == Never {
    public var body: Never { preconditionFailure("a view of the system has no body") }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct Text: View {
    public typealias Body = Never
    public let text: String
    public init(_ text: String) { self.text = text }
}

/// It takes the size that it is offered.
public struct Color: View {
    public typealias Body = Never
    public static let clear = Color()
}

public struct EmptyView: View {
    public typealias Body = Never
    public init() {}
}

public struct AnyView: View {
    public typealias Body = Never
    public let view: any View
    public init(_ view: some View) { self.view = (view as? AnyView)?.view ?? view }
}

@propertyWrapper public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }
    public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
}

@propertyWrapper public struct State<Value> {
    private final class Storage {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let storage: Storage
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.value = newValue }
    }
    public var projectedValue: Binding<Value> {
        Binding(get: { storage.value }, set: { storage.value = $0 })
    }
}

public struct RefreshAction: Sendable {
    private let action: @Sendable () async -> Void
    public init(_ action: @escaping @Sendable () async -> Void) { self.action = action }
    public func callAsFunction() async { await action() }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    /// `refreshable(action:)` sets it.
    public var refresh: RefreshAction?
    public init() {}
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

public struct AccessibilityTraits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let isHeader = AccessibilityTraits(rawValue: 1)
}

/// A view with its environment, as far as it was set, and traits.
public struct ModifiedView: View {
    public typealias Body = Never
    public let content: any View
    public var environment: (EnvironmentValues) -> EnvironmentValues = { $0 }
    public var traits: AccessibilityTraits = []
}

extension View {
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View {
        ModifiedView(
            content: self,
            environment: {
                var values = $0
                values[keyPath: keyPath] = value
                return values
            })
    }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        ModifiedView(content: self, traits: traits)
    }
}

/// A view of a fixed width or height.
public struct FramedView: View {
    public typealias Body = Never
    let content: any View
    let width: CGFloat?
    let height: CGFloat?
}

extension View {
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View {
        FramedView(content: self, width: width, height: height)
    }

    /// The size that a view takes of an offered one; nil for a view whose size the stand-ins do not know.
    func fitting(_ offered: CGSize) -> CGSize? {
        switch unwrapped {
        case is Color: return offered
        case let view as FramedView:
            let size = view.content.fitting(offered) ?? offered
            return CGSize(width: view.width ?? size.width, height: view.height ?? size.height)
        case let view as Text:
            // Letters of 8 × 20 points.
            guard offered.width.isFinite else { return CGSize(width: 8 * view.text.count, height: 20) }
            let inLine = max(1, Int(offered.width / 8))
            return CGSize(width: offered.width, height: CGFloat((view.text.count + inLine - 1) / inLine) * 20)
        default: return nil
        }
    }
}

public struct Animation: Sendable {
    public static let `default` = Animation()
}

public struct Transaction: Sendable {
    public var animation: Animation?
    public init(animation: Animation? = nil) { self.animation = animation }
}

/// A view of the system's that shows one of SwiftUI.
@MainActor public protocol HostingView {
    var hosted: any View { get }
}

extension View {
    /// The view without what was wrapped around it.
    public var unwrapped: any View {
        ((self as? AnyView)?.view ?? (self as? ModifiedView)?.content)?.unwrapped ?? self
    }
}

#if LAYOUT_STAND_INS || canImport(UIKit)
public enum Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Set(rawValue: 15)
    }
}

public struct UIHostingConfiguration<Content: View>: UIContentConfiguration, HostingView {
    public let content: Content
    public var hosted: any View { content }
    public var fittingSize: CGSize {
        content.fitting(CGSize(width: CGFloat.infinity, height: .infinity)) ?? CGSize(width: 0, height: 20)
    }
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> Self { self }
    public func minSize(width: CGFloat? = nil, height: CGFloat? = nil) -> Self { self }
}

@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let environment: EnvironmentValues
    public let transaction: Transaction
    public init(
        coordinator: Representable.Coordinator, environment: EnvironmentValues = EnvironmentValues(),
        transaction: Transaction = Transaction()
    ) {
        self.coordinator = coordinator
        self.environment = environment
        self.transaction = transaction
    }
}

@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
    static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
    func makeCoordinator() -> Coordinator
}
#else
@MainActor public final class NSHostingView<Content: View>: NSView {
    public var rootView: Content
    public init(rootView: Content) {
        self.rootView = rootView
        super.init()
    }
    public required init() { preconditionFailure("a hosting view needs a view") }
}

@MainActor public final class NSHostingController<Content: View>: NSViewController {
    public var rootView: Content
    public init(rootView: Content) {
        self.rootView = rootView
        super.init()
    }
    public required init() { preconditionFailure("a hosting controller needs a view") }
    public func sizeThatFits(in size: CGSize) -> CGSize { rootView.fitting(size) ?? size }
}

@MainActor public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let environment = EnvironmentValues()
    public let transaction = Transaction()
    public init(coordinator: Representable.Coordinator) { self.coordinator = coordinator }
}

@MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator = Void
    typealias Context = NSViewRepresentableContext<Self>
    func makeNSView(context: Context) -> NSViewType
    func updateNSView(_ nsView: NSViewType, context: Context)
    static func dismantleNSView(_ nsView: NSViewType, coordinator: Coordinator)
    func makeCoordinator() -> Coordinator
}
#endif
