// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents them; repeated here they could only differ.

/// As much of Apple's SwiftUI as the sources and pages here name, as its documentation declares it.
@_exported public import Combine
@_exported public import Foundation
@_exported public import Observation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { return preconditionFailure("never drawn") }
}

/// A view of the system's own.
@MainActor @preconcurrency public protocol DrawnBySystem: View where Body == Never {}

extension DrawnBySystem {
  public var body: Never { return preconditionFailure("never drawn") }
}

/// Any of them.
public struct SystemView: DrawnBySystem {
  nonisolated init() {}
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
  public var body: Never { return preconditionFailure("never drawn") }
}

public struct Either<First: View, Second: View>: DrawnBySystem {
  nonisolated init() {}
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> SystemView {
    SystemView()
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> {
    Either()
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> {
    Either()
  }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

public struct WindowGroup: Scene {
  public typealias Body = Never
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
  public var body: Never { return preconditionFailure("never drawn") }
}

@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ text: Text) {}
    public mutating func appendInterpolation(_ string: String) {}
    public mutating func appendInterpolation(_ value: Int) {}
  }

  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}
}

// MARK: - Views

public struct EmptyView: DrawnBySystem {
  public init() {}
}

public struct Text: DrawnBySystem {
  public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil) {}
  public init(verbatim content: String) {}
  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
}

public struct Image: DrawnBySystem {
  public init(systemName: String) {}
}

public struct HorizontalAlignment: Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
}

public struct VStack: DrawnBySystem {
  public init<Content: View>(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
}

public struct List: DrawnBySystem {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
}

public struct Form: DrawnBySystem {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
}

public struct ScrollView: DrawnBySystem {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
}

public struct NavigationView: DrawnBySystem {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
}

public struct ForEach: DrawnBySystem {
  public init<Data: RandomAccessCollection, Content: View>(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable {}
  public init<Content: View>(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {}
}

public struct Section: DrawnBySystem {
  public init<Content: View>(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

public struct NavigationLink: DrawnBySystem {
  @_disfavoredOverload
  public init<S: StringProtocol, Content: View>(_ title: S, @ViewBuilder destination: () -> Content) {}
  public init<Content: View>(_ title: LocalizedStringKey, @ViewBuilder destination: () -> Content) {}
}

public struct Button: DrawnBySystem {
  @preconcurrency public init<Content: View>(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content
  ) {}
  @preconcurrency public init(_ title: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload
  @preconcurrency public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

public struct Label: DrawnBySystem {
  public init(_ title: LocalizedStringKey, systemImage: String) {}
  public init<Title: View, Icon: View>(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}

// MARK: - Styles

public protocol ShapeStyle: Sendable {}
public protocol Shape: Sendable {}
public struct Capsule: Shape { public init() {} }

public struct Color: ShapeStyle, DrawnBySystem {
  public static let green = Color()
  public static let red = Color()
  public static let orange = Color()
  public static let secondary = Color()
  public func opacity(_ opacity: Double) -> Color { self }
}

public struct TintShapeStyle: ShapeStyle {}
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == TintShapeStyle {
  public static var tint: TintShapeStyle { TintShapeStyle() }
}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
  public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

public struct Font: Sendable {
  public static let title = Font()
  public static let title2 = Font()
  public static let subheadline = Font()
  public static let footnote = Font()
  public static func system(size: CGFloat) -> Font { Font() }
  public func bold() -> Font { self }
}

public enum TextAlignment: Sendable { case leading, center, trailing }
public enum ControlSize: Sendable { case regular, large }
public enum ScenePhase: Sendable { case background, inactive, active }

public struct Edge {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
  }
}

public enum VerticalEdge: Sendable { case top, bottom }

public struct AccessibilityTraits: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let isHeader = AccessibilityTraits(rawValue: 1)
}

public struct AccessibilityChildBehavior: Sendable {
  public static let ignore = AccessibilityChildBehavior()
}

public protocol PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

// MARK: - Modifiers

extension View {
  public func font(_ font: Font?) -> SystemView { SystemView() }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> SystemView { SystemView() }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> SystemView { SystemView() }
  public func accessibilityHidden(_ hidden: Bool) -> SystemView { SystemView() }
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> SystemView { SystemView() }
  public func accessibilityElement(children: AccessibilityChildBehavior) -> SystemView { SystemView() }
  public func accessibilityLabel(_ label: Text) -> SystemView { SystemView() }
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> SystemView { SystemView() }
  public func controlSize(_ size: ControlSize) -> SystemView { SystemView() }
  public func padding(_ length: CGFloat) -> SystemView { SystemView() }
  public func padding(_ edges: Edge.Set = [], _ length: CGFloat? = nil) -> SystemView { SystemView() }
  public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> SystemView { SystemView() }
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> SystemView { SystemView() }
  public func navigationTitle(_ title: LocalizedStringKey) -> SystemView { SystemView() }
  public func previewDisplayName(_ name: String?) -> SystemView { SystemView() }
  public func safeAreaInset<Content: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) -> SystemView { SystemView() }
  public func frame(maxWidth: CGFloat? = nil) -> SystemView { SystemView() }
  public func environment<T: AnyObject & Observable>(_ object: T?) -> SystemView { SystemView() }
  public func environmentObject<T: ObservableObject>(_ object: T) -> SystemView { SystemView() }
  public func onAppear(perform action: (() -> Void)? = nil) -> SystemView { SystemView() }
  public func onDisappear(perform action: (() -> Void)? = nil) -> SystemView { SystemView() }
  public func onChange<V: Equatable>(of value: V, _ action: @escaping (V, V) -> Void) -> SystemView {
    SystemView()
  }
  public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> SystemView {
    SystemView()
  }
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> SystemView { SystemView() }
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> SystemView { SystemView() }
}

@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder func body(content: Content) -> Body
  typealias Content = SystemView
}

extension View {
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> SystemView { SystemView() }
}

// MARK: - State

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
  private var value: Value { preconditionFailure("never drawn") }
  public var projectedValue: Binding<Value> {
    Binding(get: { preconditionFailure("never drawn") }, set: { _ in })
  }
}

@propertyWrapper public struct Binding<Value> {
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {}
  public var wrappedValue: Value {
    get { preconditionFailure("never drawn") }
    nonmutating set {}
  }
}

@MainActor @preconcurrency @propertyWrapper public struct StateObject<Value: ObservableObject> {
  public nonisolated init(wrappedValue: @autoclosure @escaping @MainActor () -> Value) {}
  public var wrappedValue: Value { preconditionFailure("never drawn") }
}

@MainActor @preconcurrency @propertyWrapper public struct ObservedObject<Value: ObservableObject> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
}

@MainActor @preconcurrency @propertyWrapper public struct EnvironmentObject<Value: ObservableObject> {
  public nonisolated init() {}
  public var wrappedValue: Value { preconditionFailure("never drawn") }
}

@MainActor public struct OpenURLAction {
  public func callAsFunction(_ url: URL) {}
}

@MainActor public struct EnvironmentValues {
  public var openURL: OpenURLAction { OpenURLAction() }
  public var scenePhase: ScenePhase { .active }
}

@MainActor @preconcurrency @propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public init(_ type: Value.Type) where Value: AnyObject & Observable {}
  public var wrappedValue: Value { preconditionFailure("never drawn") }
}
