// The part of SwiftUI that the adapter uses. The tests compile it beside the stand-ins of UIKit.
#if !LAYOUT_STAND_INS && canImport(UIKit)
public import UIKit
#endif

#if LAYOUT_STAND_INS || canImport(UIKit)
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

public struct AnyView: View {
    public typealias Body = Never
    public let view: any View
    public init(_ view: some View) { self.view = view }
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

public enum Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Set(rawValue: 15)
    }
}

public struct UIHostingConfiguration<Content: View>: UIContentConfiguration {
    public let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> some UIContentConfiguration { self }
}

@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public init(coordinator: Representable.Coordinator) { self.coordinator = coordinator }
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
#endif
