// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents them; repeated here they could only differ.

/// As much of Apple's UIKit as the sources and pages here name, as its documentation declares it.
@_exported public import Foundation

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIApplication: UIResponder {
  public enum State: Int { case active, inactive, background }
  public struct LaunchOptionsKey: Hashable, Sendable {}
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
  public static var shared: UIApplication { UIApplication() }
  public nonisolated static let openSettingsURLString = "app-settings:"
  public nonisolated static let didBecomeActiveNotification = Notification.Name("active")
  public nonisolated static let willResignActiveNotification = Notification.Name("inactive")
  public nonisolated static let didEnterBackgroundNotification = Notification.Name("background")
  public var applicationState: State { .active }
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {}
}

@MainActor public protocol UIApplicationDelegate: AnyObject {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
}

extension UIApplicationDelegate {
  public static func main() {}
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
}

@MainActor open class UIScene: UIResponder {
  @MainActor public final class ConnectionOptions: NSObject {}
}

@MainActor open class UIWindowScene: UIScene {}
@MainActor open class UISceneSession: NSObject {}

@MainActor public protocol UIWindowSceneDelegate: AnyObject {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
}

extension UIWindowSceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

@MainActor open class UIScreen: NSObject {
  public class var main: UIScreen { UIScreen() }
  public var bounds: CGRect { CGRect() }
}

@MainActor open class UIWindow: UIView {
  public init(windowScene: UIWindowScene) {}
  public init(frame: CGRect) {}
  public var rootViewController: UIViewController?
  public func makeKeyAndVisible() {}
}

public final class UIColor: Sendable {
  public static let systemBackground = UIColor()
}

@MainActor open class UIView: UIResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }

  public var isHidden = false
  public var frame = CGRect()
  public var bounds = CGRect()
  public var autoresizingMask: AutoresizingMask = []
  public var backgroundColor: UIColor?
  public func addSubview(_ view: UIView) {}
}

@MainActor open class UILabel: UIView {
  public override init() {}
  public var text: String?
  public var numberOfLines = 1
}

@MainActor open class UIStackView: UIView {
  public enum Axis: Int { case horizontal, vertical }
  public init(arrangedSubviews views: [UIView]) {}
  public var axis = Axis.horizontal
  public var spacing: CGFloat = 0
}

@MainActor open class UIAction: NSObject {
  public convenience init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
    self.init()
  }
}

@MainActor open class UIButton: UIView {
  public convenience init(primaryAction: UIAction?) { self.init() }
}

@MainActor open class UIViewController: UIResponder {
  public override init() {}
  public var view = UIView()
  public var isModalInPresentation = false
  public var presentedViewController: UIViewController? { nil }
  open func viewDidLoad() {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func present(_ shown: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor open class UINavigationController: UIViewController {
  public init(rootViewController: UIViewController) {}
  open func pushViewController(_ controller: UIViewController, animated: Bool) {}
}
