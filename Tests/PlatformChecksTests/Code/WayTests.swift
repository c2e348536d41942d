import ExperimentDesign
import Testing

@testable import PlatformChecks

/// What leads to a request in a small app, and what is found of it.
private struct WayToRequest: CustomTestStringConvertible {
  var testDescription: String
  var files: KeyValuePairs<String, String>
  var findings: [String]
  /// What App Review sees; `nil` where nobody can say.
  var visibility: String?
}

@Suite("The ways to a request")
struct WayTests {
  @Test("each leads to what is found, and to what App Review sees", arguments: waysToRequests)
  fileprivate func leads(_ way: WayToRequest) {
    var app = SmallProject("", "", facts: ProjectFacts(usageText: CodePlace(file: "Info.plist", line: 1)))
    app.files = way.files.map { (path: $0, text: $1) }
    #expect(app.findings == way.findings)
    #expect(app.report.sight?.visibility == way.visibility)
  }
}

private let waysToRequests: [WayToRequest] = [
  WayToRequest(
    testDescription: "a control of a storyboard",
    files: [
      "A.swift": """
      class Later: UIViewController {
        @IBAction func goOn(_ sender: Any) {
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
      """
    ], findings: [], visibility: "needs_steps"),
  WayToRequest(
    testDescription: "a method that another language calls by its name",
    files: [
      "AppDelegate.swift": """
      class AppDelegate: FlutterAppDelegate {
        func handle(_ call: FlutterMethodCall, result: FlutterResult) {
          if call.method == "ask" { ATTrackingManager.requestTrackingAuthorization { _ in } }
        }
      }
      """,
      "main.dart": """
      void main() {
        const MethodChannel('x').invokeMethod('ask');
        runApp(MaterialApp(home: Home()));
      }
      """,
    ], findings: ["L11 error AppDelegate.swift:3"], visibility: "not_visible"),
  WayToRequest(
    testDescription: "a case of a state in which the app is away",
    files: [
      "A.swift": """
      struct Start: View {
        @Environment(\\.scenePhase) var phase
        var body: some View {
          Text("x").onChange(of: phase) { phase in
            switch phase {
            case .background: ATTrackingManager.requestTrackingAuthorization { _ in }
            default: break
            }
          }
        }
      }
      @main struct Main: App { var body: some Scene { WindowGroup { Start() } } }
      """
    ], findings: ["L11 error A.swift:6"], visibility: "not_visible"),
  WayToRequest(
    testDescription: "what follows a delay",
    files: [
      "main.dart": """
      void main() => runApp(MaterialApp(home: Home()));
      class Home extends StatefulWidget { State<Home> createState() => _HomeState(); }
      class _HomeState extends State<Home> {
        void initState() {
          super.initState();
          Future.delayed(Duration(seconds: 2)).then((_) => AppTrackingTransparency.requestTrackingAuthorization());
        }
      }
      """
    ], findings: ["L11 note main.dart:6", "L14 note main.dart:6"], visibility: nil),
  WayToRequest(
    testDescription: "what follows a dialog",
    files: [
      "main.dart": """
      void main() => runApp(MaterialApp(home: Home()));
      class Home extends StatefulWidget { State<Home> createState() => _HomeState(); }
      class _HomeState extends State<Home> {
        void initState() {
          super.initState();
          showDialog<bool>(context: context, barrierDismissible: false, builder: (_) => Explainer()).then((_) {
            AppTrackingTransparency.requestTrackingAuthorization();
          });
        }
      }
      """
    ], findings: [], visibility: "needs_steps"),
  WayToRequest(
    testDescription: "a loop over activations",
    files: [
      "A.swift": """
      struct Start: View {
        var body: some View {
          Text("x").task {
            for await _ in NotificationCenter.default.notifications(named: UIApplication.didBecomeActiveNotification) {
              await ATTrackingManager.requestTrackingAuthorization()
            }
          }
        }
      }
      @main struct Main: App { var body: some Scene { WindowGroup { Start() } } }
      """
    ], findings: [], visibility: "visible"),
  WayToRequest(
    testDescription: "a return of its own line, without a semicolon",
    files: [
      "App.js": """
      export default function App() {
        useEffect(() => {
          if (Platform.OS === 'android') return
          requestTrackingPermissionsAsync()
        }, [])
        return <View />
      }
      """
    ], findings: ["L11 warning App.js:4"], visibility: "not_visible"),
  WayToRequest(
    testDescription: "an object of another type with a method of that name",
    files: [
      "A.swift": """
      final class Consent {
        func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      final class Question { func ask() {} }
      class AppDelegate: UIResponder, UIApplicationDelegate {
        let question = Question()
        func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
          question.ask()
          return true
        }
      }
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) { Consent().ask() }
      }
      """
    ], findings: [], visibility: "visible"),
  WayToRequest(
    testDescription: "an object whose type its property names",
    files: [
      "A.swift": """
      final class Consent {
        func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      class AppDelegate: UIResponder, UIApplicationDelegate {
        let consent = Consent()
        func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
          consent.ask()
          return true
        }
      }
      """
    ], findings: ["L11 error A.swift:2"], visibility: "not_visible"),
  WayToRequest(
    testDescription: "what a view is given and does on a tap",
    files: [
      "A.swift": """
      struct Start: View {
        var body: some View { Explainer(onDone: { ATTrackingManager.requestTrackingAuthorization { _ in } }) }
      }
      struct Explainer: View {
        let onDone: () -> Void
        var body: some View { Button("Continue", action: onDone) }
      }
      @main struct Main: App { var body: some Scene { WindowGroup { Start() } } }
      """
    ], findings: [], visibility: "needs_steps"),
  WayToRequest(
    testDescription: "what a view is given and does as it appears",
    files: [
      "A.swift": """
      struct Start: View {
        var body: some View { Explainer(whenShown: { ATTrackingManager.requestTrackingAuthorization { _ in } }) }
      }
      struct Explainer: View {
        let whenShown: () -> Void
        var body: some View { Text("x").onAppear { whenShown() } }
      }
      @main struct Main: App { var body: some Scene { WindowGroup { Start() } } }
      """
    ], findings: ["L11 warning A.swift:2"], visibility: "not_visible"),
  WayToRequest(
    testDescription: "what a function is given under a second name, and calls at once",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
          prepare(then: { ATTrackingManager.requestTrackingAuthorization { _ in } })
        }
        func prepare(then done: @escaping () -> Void) { done() }
      }
      """
    ], findings: ["L11 error A.swift:3"], visibility: "not_visible"),
  WayToRequest(
    testDescription: "a view that a preview shows too",
    files: [
      "A.swift": """
      struct Start: View {
        init() { ATTrackingManager.requestTrackingAuthorization { _ in } }
        var body: some View { Text("x") }
      }
      #Preview { Start() }
      struct Other: View { var body: some View { Button("Go on") { Start() } } }
      """
    ], findings: [], visibility: "needs_steps"),
  WayToRequest(
    testDescription: "another permission in a branch that leaves",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) {
          if isFirst {
            UNUserNotificationCenter.current().requestAuthorization(options: []) { _, _ in }
            return
          }
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
      """
    ], findings: [], visibility: nil),
  WayToRequest(
    testDescription: "another permission in another case",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) {
          switch step {
          case 1: UNUserNotificationCenter.current().requestAuthorization(options: []) { _, _ in }
          case 2: ATTrackingManager.requestTrackingAuthorization { _ in }
          default: break
          }
        }
      }
      """
    ], findings: [], visibility: "visible"),
  WayToRequest(
    testDescription: "another permission in the other branch",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) {
          if isFirst {
            UNUserNotificationCenter.current().requestAuthorization(options: []) { _, _ in }
          } else {
            ATTrackingManager.requestTrackingAuthorization { _ in }
          }
        }
      }
      """
    ], findings: [], visibility: nil),
  WayToRequest(
    testDescription: "another permission right before",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) {
          UNUserNotificationCenter.current().requestAuthorization(options: []) { _, _ in }
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
      """
    ], findings: ["L12 warning A.swift:4"], visibility: nil),
  WayToRequest(
    testDescription: "another permission that a function waits for",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) {
          Task {
            await prepare()
            await ATTrackingManager.requestTrackingAuthorization()
          }
        }
        func prepare() async {
          _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: [])
        }
      }
      """
    ], findings: ["L12 warning A.swift:5"], visibility: nil),
  WayToRequest(
    testDescription: "a sleep",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) {
          Task {
            try await Task.sleep(nanoseconds: 1_000_000_000)
            await ATTrackingManager.requestTrackingAuthorization()
          }
        }
      }
      """
    ], findings: ["L14 note A.swift:5"], visibility: nil),
  WayToRequest(
    testDescription: "a build for debugging",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) {
          #if targetEnvironment(simulator)
          #endif
          #if DEBUG
          ATTrackingManager.requestTrackingAuthorization { _ in }
          #endif
        }
      }
      """
    ], findings: ["R93 note A.swift:6"], visibility: nil),
  WayToRequest(
    testDescription: "a build for people",
    files: [
      "A.swift": """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) {
          #if DEBUG
          #else
          ATTrackingManager.requestTrackingAuthorization { _ in }
          #endif
        }
      }
      """
    ], findings: [], visibility: "visible"),
  WayToRequest(
    testDescription: "systems that do not ask",
    files: [
      "AppDelegate.swift": """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
          if #available(iOS 14, *) {
          } else {
            ATTrackingManager.requestTrackingAuthorization { _ in }
          }
          return true
        }
      }
      """
    ], findings: ["R93 warning AppDelegate.swift:5"], visibility: nil),
]
