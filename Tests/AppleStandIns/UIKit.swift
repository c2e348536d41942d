// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents them; repeated here they could only differ.

/// As much of Apple's UIKit as the sources and pages here name, as its documentation declares it.
///
/// What stops working or is deprecated is left out, so that no page can use it: the delegate's callbacks of
/// activity, which UIKit does not call in an app with scenes, `UIScreen.main`, and windows without a scene.
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
  public nonisolated static let willEnterForegroundNotification = Notification.Name("foreground")
  public nonisolated static let didEnterBackgroundNotification = Notification.Name("background")
  public var applicationState: State { .active }
  public var isProtectedDataAvailable: Bool { true }
  public weak var delegate: (any UIApplicationDelegate)?
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
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
  public static func main() {}
}

@MainActor open class UIScene: UIResponder {
  public nonisolated static let willEnterForegroundNotification = Notification.Name("scene foreground")
  @MainActor public final class ConnectionOptions: NSObject {}
  public enum ActivationState: Int { case unattached = -1, foregroundActive, foregroundInactive, background }
  public var activationState: ActivationState { .foregroundActive }
}

@MainActor open class UIWindowScene: UIScene {}
@MainActor open class UISceneSession: NSObject {
  public struct Role: Hashable, Sendable {}
  public var role: Role { Role() }
}

@MainActor open class UISceneConfiguration: NSObject {
  public init(name: String?, sessionRole: UISceneSession.Role) {}
  public var delegateClass: AnyClass?
}

@MainActor public protocol UIWindowSceneDelegate: AnyObject {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
}

extension UIWindowSceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
}

@MainActor open class UIWindow: UIView {
  public init(windowScene: UIWindowScene) {}
  public weak var windowScene: UIWindowScene?
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
  public var presentingViewController: UIViewController? { nil }
  public var isMovingFromParent: Bool { false }
  public var isBeingDismissed: Bool { false }
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

extension ProcessInfo {
  public var isMacCatalystApp: Bool { false }
  public var isiOSAppOnMac: Bool { false }
}
