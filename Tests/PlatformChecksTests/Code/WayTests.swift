import ExperimentDesign
import Testing

@testable import PlatformChecks

/// What leads to a request in a small app, and what is found of it.
private struct WayToRequest: CustomTestStringConvertible {
  var testDescription: String
  var findings: [String]
  /// What App Review sees; `nil` where nobody can say.
  var visibility: String?
  /// When it runs.
  var moments: [String]
  var project: SmallProject

  init(
    _ way: String, _ found: [String], _ seen: String?, _ moments: String..., in path: String, _ text: String
  ) {
    (testDescription, findings, visibility, self.moments) = (way, found, seen, moments)
    project = SmallProject(
      path, text, facts: ProjectFacts(usageText: FileLocation(file: "Info.plist", line: 1)))
  }

  /// The same with another file.
  func and(_ path: String, _ text: String) -> WayToRequest {
    var way = self
    way.project = project.and(path, text)
    return way
  }
}

private let swiftAsk = "ATTrackingManager.requestTrackingAuthorization { _ in }"
/// Swift of an app's first view, whose body begins in line 2.
private func firstView(_ body: String, _ others: String = "") -> String {
  """
  struct Start: View { var body: some View {
  \(body) } }
  @main struct Main: App { var body: some Scene { WindowGroup { Start() } } }
  \(others)
  """
}
private let swiftPush = "UNUserNotificationCenter.current().requestAuthorization(options: []) { _, _ in }"
/// Dart of tabs whose screens a field holds, of which the first asks in line 6.
private func tabs(_ screens: String) -> String {
  inFirstState(dartAsk).replacing("home: Home()", with: "home: Tabs()") + """

    class Tabs extends StatefulWidget { State<Tabs> createState() => _TabsState(); }
    class _TabsState extends State<Tabs> { final pages = \(screens); Widget build(c) => pages[0]; }
    class Later extends StatelessWidget {}
    """
}
/// Dart of a router of the app's own, whose first state asks in line 6.
private func routed(_ routes: String) -> String {
  inFirstState(dartAsk).replacing("home: Home()", with: "onGenerateRoute: route") + """

    Route<dynamic>? route(RouteSettings s) {
      final made = <String, WidgetBuilder>{\(routes)};
      return MaterialPageRoute(builder: made[s.name]!);
    }
    """
}
private let dartAsk = "AppTrackingTransparency.requestTrackingAuthorization();"

@Suite("The ways to a request")
struct WayTests {
  @Test("a library that waits for the active app asks at the activation, from a version on")
  func waits() {
    var surroundings = ProjectSurroundings()
    for line in [
      "\"react-native-permissions\": \"^5.4.2\"", "\"react-native-tracking-transparency\": \"0.1.1\"",
    ] {
      #expect(surroundings.look(at: Array(line.utf8), "package.json") == nil)
    }
    let text = """
      import { request, PERMISSIONS } from 'react-native-permissions';
      request(PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY);
      """
    let project = SmallProject("App.js", text, facts: ProjectFacts(waiting: surroundings.waiting))
    #expect(surroundings.waiting == ["react-native-permissions"])
    #expect(project.moments == ["at an activation"])
  }

  @Test("each leads to what is found and seen, and to its moments", arguments: waysToRequests)
  fileprivate func leads(_ way: WayToRequest) {
    #expect(way.project.findings == way.findings)
    #expect(way.project.report.sight?.visibility.rawValue == way.visibility)
    #expect(way.project.moments == way.moments)
  }
}

private let waysToRequests: [WayToRequest] = [
  WayToRequest(
    "a private method that is told something", ["R93 warning A.swift:1"], nil, "at a moment that is not said",
    in: "A.swift", "class Home: UIViewController { private func ask(_ a: Int, then b: Int) { \(swiftAsk) } }"),
  WayToRequest(
    "what comes once a layer is closed, or there is none", ["L25 warning A.swift:9"], nil,
    "as the first screen appears", in: "A.swift",
    firstView(
      """
      Text("x").onAppear { ConsentInformation.shared.requestConsentInfoUpdate(with: nil) { error in
        if error != nil { ask(); return }
        ConsentForm.loadAndPresentIfRequired(from: nil) { _ in ask() }
      } }
      """, "func ask() {\n\(swiftAsk) }"
    ).replacing("@main struct", with: "\n@main struct")),
  WayToRequest(
    "only if the app is active, and else at the activation, once", [], "visible",
    "as the first screen appears",
    "at an activation", in: "A.swift",
    """
    @main struct Main: App {
      @State private var hasAsked = false
      var body: some Scene { WindowGroup { Text("x").task {
        guard UIApplication.shared.applicationState == .active else { return }
        ask()
      }.onReceive(of(didBecomeActiveNotification)) { ask() } } }
      func ask() { guard !hasAsked else { return }; hasAsked = true; \(swiftAsk) }
    }
    """),
  WayToRequest(
    "what each heir does as its own appears", [], nil, "as a later screen appears", in: "A.swift",
    """
    class Base: UIViewController { override func viewDidLoad() { bind() }; func bind() {} }
    class Start: Base { override func bind() {}; @IBAction func open() { present(Later(), animated: true) } }
    class Later: Base { override func bind() { \(swiftAsk) } }
    \(atLaunch("window.rootViewController = Start()"))
    """),
  WayToRequest(
    "buttons of the app's own", ["L5 warning App.js:3", "L6 warning App.js:2"], "needs_steps", "on a tap",
    in: "App.js",
    """
    export default function App() { return <View>
      <BigButton title="Allow tracking" onPress={() => requestTrackingPermissionsAsync()} />
      <BigButton title="Not now" onPress={next} /></View>; }
    """),
  WayToRequest(
    "a flag that begins so that it is made", ["L11 warning A.swift:2"], "not_visible",
    "as the first screen appears", in: "A.swift",
    firstView(
      "Text(\"x\").onAppear { if !isKnown { \(swiftAsk) } } }\n@State var isKnown = false; var x: some View {"
    )),
  WayToRequest(
    "a chain that nobody calls", ["R93 warning A.swift:1"], nil, "at a moment that is not said",
    in: "A.swift",
    """
    final class Asker { func ask() { \(swiftAsk) } }
    final class Flow { let asker = Asker(); func askForTracking() { asker.ask() } }
    final class Store { let flow = Flow(); func next() { let ask = flow.askForTracking; save(ask) } }
    @main struct Main: App { var body: some Scene { WindowGroup { Text("x") } } }
    """),
  WayToRequest(
    "a method of the app's own in a file that is imported", ["R93 warning Info.plist:1"], nil, in: "App.js",
    "import ads from '@/ads';\nads.requestTrackingPermission();"
  ).and("ads.js", "export default { async requestTrackingPermission() { return true; } }"),
  WayToRequest(
    "an answer that its settings ask for, kept beside others", ["L12 warning main.dart:7"], nil,
    "after another alert", in: "main.dart",
    """
    class Notes { Future<void> init() async {
      const android = AndroidInitializationSettings('x');
      const ios = DarwinInitializationSettings(requestAlertPermission: true);
      const settings = InitializationSettings(android: android, iOS: ios);
      await plugin.initialize(settings);
    } }
    void main() async { await Notes().init(); await \(dartAsk) runApp(Home()); }
    """),
  WayToRequest(
    "two handlers that one function sets", [], "needs_steps", "on a tap", in: "A.swift",
    """
    final class Plugin { func begin() {
      media.setMethodCallHandler { call, result in if call.method == "push" { \(swiftPush) } }
      ads.setMethodCallHandler { call, result in if call.method == "ask" { \(swiftAsk) } }
    } }
    """
  ).and(
    "main.dart",
    """
    final one = TextButton(onPressed: () => MethodChannel('ads').invokeMethod('ask'));
    final two = TextButton(onPressed: () => MethodChannel('media').invokeMethod('push'));
    """),
  WayToRequest(
    "the first path of the app's own router", ["L11 warning main.dart:6"], "not_visible",
    "as the first screen appears", in: "main.dart", routed("'/': (_) => Home(), '/later': (_) => Text('x')")),
  WayToRequest(
    "a later path of it", [], nil, "as a later screen appears", in: "main.dart",
    routed("'/': (_) => Text('x'), '/later': (_) => Home()")),
  WayToRequest(
    "a case for the first path", ["L11 warning main.dart:6"], "not_visible", "as the first screen appears",
    in: "main.dart",
    routed("}; switch (s.name) { case '/': return MaterialPageRoute(builder: (_) => Home());")),
  WayToRequest(
    "a timer that goes off again and again", ["L11 note A.swift:2"], nil, "as the first screen appears",
    in: "A.swift",
    firstView(
      "Text(\"x\").onAppear { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in \(swiftAsk) } }"
    )),
  WayToRequest(
    "who has decided on another permission", ["L11 note A.swift:2"], nil, "as the first screen appears",
    in: "A.swift",
    firstView(
      "Text(\"x\").onAppear { if settings.authorizationStatus == .denied { later(1) { \(swiftAsk) } } }")),
  WayToRequest(
    "one that nothing leads to beside one on a tap", [], "needs_steps", "on a tap", in: "A.swift",
    firstView(
      "Button(\"x\") { \(swiftAsk) }",
      "enum Old { static func ask() { if !d.bool(forKey: \"a\") { d.set(true, forKey: \"a\"); \(swiftAsk) } } }"
    )),
  WayToRequest(
    "a case of a state that begins as another", [], nil, "as a later screen appears", in: "A.swift",
    """
    @main struct Main: App {
      @State private var step: Flow.Step = .splash
      var body: some Scene { WindowGroup { switch step {
        case .splash: Text("x")
        case .ask: Text("y").onAppear { \(swiftAsk) }
      } } }
    }
    """),
  WayToRequest(
    "a branch of a state that begins as another", [], nil, "as a later screen appears", in: "A.swift",
    firstView(
      "if model.step == .splash { Text(\"x\") } else { Text(\"y\").onAppear { \(swiftAsk) } }",
      "struct Model { var step: Flow.Step = .splash }")),
  WayToRequest(
    "a property of another type that is set", ["L11 warning A.swift:2"], "not_visible",
    "as the first screen appears", in: "A.swift",
    firstView(
      "Text(\"x\").onAppear { \(swiftAsk) }",
      "func tell() { let start = UNMutableNotificationContent(); start.body = \"x\" }")),
  WayToRequest(
    "a view of another target's of one name", ["L11 warning A/Start.swift:2"], "not_visible",
    "as the first screen appears", in: "A/Start.swift", firstView("Text(\"x\").onAppear { \(swiftAsk) }")
  ).and(
    "B/Start.swift", firstView("Button(\"x\") { Start.open() }", "extension Start { static func open() {} }")),
  WayToRequest(
    "a static member that a tap reads", ["L11 warning A.swift:1"], "not_visible",
    "as the first screen appears",
    in: "A.swift",
    """
    class Start: UIViewController { static var isPaid = false; override func viewDidLoad() { \(swiftAsk) } }
    class Later: UIViewController { @IBAction func tap() { if Start.isPaid { close() } } }
    \(atLaunch("window.rootViewController = Start()"))
    """),
  WayToRequest(
    "what is put off as an item of work", ["L11 warning A.swift:4", "L14 note A.swift:4"], nil, "at launch",
    in: "A.swift",
    atLaunch(
      "let item = DispatchWorkItem {\n\(swiftAsk) }\nmain.asyncAfter(deadline: .now() + 1, execute: item)")),
  WayToRequest(
    "two functions of one name that nobody calls", ["R93 warning A.swift:1", "R93 warning A.swift:2"], nil,
    "at a moment that is not said", in: "A.swift",
    """
    class One: UIViewController { func ask() { \(swiftAsk) } }
    class Two: UIViewController { func ask() { \(swiftAsk) } }
    """),
  WayToRequest(
    "a scene of a game that the first screen presents", ["L11 warning A.swift:1"], "not_visible",
    "as the first screen appears", in: "A.swift",
    """
    class Intro: SKScene { override func didMove(to view: SKView) { \(swiftAsk) } }
    class Start: UIViewController { override func viewDidLoad() { (view as? SKView)?.presentScene(Intro()) } }
    \(atLaunch("window.rootViewController = Start()"))
    """),
  WayToRequest(
    "a button to skip that asks, too", [], "needs_steps", "on a tap", in: "A.swift",
    firstView("Button(\"Skip\") { end() }\nButton(\"Go on\") { end() }", "func end() { \(swiftAsk) }")),
  WayToRequest(
    "a dialog whose buttons all ask", ["L6 error A.swift:6"], "needs_steps", "on a tap", in: "A.swift",
    """
    class Start: UIViewController { func ask() { \(swiftAsk) }
    @IBAction func show() {
    guard ATTrackingManager.trackingAuthorizationStatus == .notDetermined else { return }
    let dialog = UIAlertController(title: "x", message: "y", preferredStyle: .alert)
    dialog.addAction(UIAlertAction(title: "No thanks", style: .default) { _ in self.ask() })
    dialog.addAction(UIAlertAction(title: "Allow", style: .default) { _ in self.ask() })
    present(dialog, animated: true)
    } }
    """),
  WayToRequest(
    "a cast that begins a body", [], "visible", "at an activation", in: "A.swift",
    """
    class AppDelegate: NSObject { func askForIt() { \(swiftAsk) } }
    class Scene: UIResponder, UIWindowSceneDelegate { func sceneDidBecomeActive(_ scene: UIScene) {
      (UIApplication.shared.delegate as? AppDelegate)?.askForIt()
    } }
    """),
  WayToRequest(
    "a layer within a limit of time", ["L25 warning App.js:3"], nil, "at launch", in: "App.js",
    """
    async function setUp() {
      await within(AdsConsent.gatherConsent(), 15000);
      await within(requestTrackingPermissionsAsync(), 15000);
    }
    setUp();
    """),
  WayToRequest(
    "what the network brings before the first screen", [], nil, "as a later screen appears", in: "main.dart",
    inFirstState(dartAsk).replacing("=> runApp(", with: "async { await auth.signInAnonymously(); runApp(")
      .replacing("home: Home()));", with: "home: Home())); }")),
  WayToRequest(
    "an app beside the main one", ["R93 warning A.swift:2"], "not_visible", "never", in: "A.swift",
    """
    @main struct Main: App { var body: some Scene { WindowGroup { Text("x") } } }
    struct Old: App { var body: some Scene { WindowGroup { Text("y").onAppear { \(swiftAsk) } } } }
    """),
  WayToRequest(
    "a delegate without an adaptor", ["R93 warning A.swift:3"], "not_visible", "never", in: "A.swift",
    atLaunch(swiftAsk) + "\n@main struct Main: App { var body: some Scene { WindowGroup { Text(\"x\") } } }"),
  WayToRequest(
    "a closure that a view keeps for its button", [], "needs_steps", "on a tap", in: "A.swift",
    """
    @main struct Main: App { var body: some Scene { WindowGroup { Row(state: 1) { \(swiftAsk) } } } }
    struct Row: View {
      let state: Int
      let onNext: () -> Void
      var body: some View { Button("Next") { onNext() } }
    }
    """),
  WayToRequest(
    "what follows an answer from the network", ["L11 note main.dart:8"], nil, "as the first screen appears",
    in: "main.dart",
    inFirstState("load();\n}\nvoid load() async { await axios('x'); \(dartAsk)")),
  WayToRequest(
    "a method of a controller that nobody calls", ["R93 warning A.swift:1"], nil,
    "at a moment that is not said",
    in: "A.swift", "class Home: UIViewController { private func askForAds() { \(swiftAsk) } }"),
  WayToRequest(
    "a method named init, of what is made at the start", [], "needs_steps", "on a tap", in: "App.js",
    """
    class Ads { async init() { await requestTrackingPermissionsAsync(); } }
    const ads = new Ads();
    export default function App() { return <Button onPress={() => ads.init()} />; }
    """),
  WayToRequest(
    "a button of a dialog that only unused code shows", ["R93 warning App.js:3"], "not_visible", "never",
    in: "App.js",
    """
    export default function App() { return <View />; }
    function show() {
      Alert.alert('Ads', 'x', [{ text: 'Next', onPress: () => requestTrackingPermissionsAsync() }]);
    }
    function begin() { show(); }
    """),
  WayToRequest(
    "a component under the name of what wraps it", ["L11 warning Home.js:1"], "not_visible",
    "as the first screen appears", in: "Home.js",
    """
    const HomeImpl = () => { useEffect(() => { requestTrackingPermissionsAsync(); }, []); };
    export const Home = React.memo(HomeImpl);
    """
  ).and("App.js", "export default function App() { return <Home />; }"),
  WayToRequest(
    "a screen in a field", ["L11 warning main.dart:6"], "not_visible", "as the first screen appears",
    in: "main.dart", tabs("[Home(), Later()]")),
  WayToRequest(
    "a later screen in a field", [], nil, "as a later screen appears", in: "main.dart",
    tabs("[Later(), Home()]")),
  WayToRequest(
    "what waits for the active app", [], "visible", "at an activation", in: "A.swift",
    atLaunch(
      "Task { _ = await center.notifications(named: .didBecomeActiveNotification).first; \(swiftAsk) }")),
  WayToRequest(
    "the button of a dialog that nobody shows", ["R93 warning A.swift:4"], "not_visible", "never",
    in: "A.swift",
    """
    final class Tracking {
      func explain() {
        let action = UIAlertAction(title: "Next", style: .default) { _ in
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
    }
    """),
  WayToRequest(
    "its own answer", ["L11 note A.swift:3"], "not_visible", "after another alert", "at launch",
    in: "A.swift",
    """
    class SceneDelegate: UIResponder, UIWindowSceneDelegate {
      func ask() {
        ATTrackingManager.requestTrackingAuthorization { _ in self.ask() }
      }
      func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) { ask() }
    }
    """),
  WayToRequest(
    "what a function is given under a second name, and calls at once", ["L11 error A.swift:3"], "not_visible",
    "at launch", in: "A.swift",
    atLaunch("prepare(then: { \(swiftAsk) })") + "\nfunc prepare(then done: @escaping () -> Void) { done() }"),
  WayToRequest(
    "a local function by the name of a callback", [], nil, "at a moment that is not said", in: "A.swift",
    """
    class AppDelegate: UIResponder, UIApplicationDelegate {
      func start() { func applicationDidBecomeActive() { \(swiftAsk) } }
    }
    """),
  WayToRequest(
    "what a controller does whenever it comes back", ["L11 warning A.swift:1"], nil,
    "as the first screen appears", in: "A.swift",
    """
    class Start: UIViewController { override func viewDidAppear(_ a: Bool) { \(swiftAsk) } }
    \(atLaunch("window.rootViewController = Start()"))
    """),
  WayToRequest(
    "what a consent layer is waited for", [], nil, "as the first screen appears", in: "A.swift",
    firstView(
      """
      Text("x").task {
        try? await ConsentForm.loadAndPresentIfRequired(from: root)
        guard UserDefaults.standard.bool(forKey: "IABTCF_gdprApplies") else { return }
        await ATTrackingManager.requestTrackingAuthorization()
      }
      """)),
  WayToRequest(
    "a method of a store, which a hook only reads", [], "needs_steps", "on a tap", in: "App.js",
    """
    const useShop = create((set) => ({ watch: async () => { await requestTrackingPermissionsAsync(); } }));
    function Offer() { return <View />; }
    Offer.defaultProps = {};
    export default function App() {
      const watch = useShop((state) => state.watch);
      return <Button onPress={() => watch()} />;
    }
    """),
  WayToRequest(
    "a function whose type has braces, and whose name a package has too", [], "needs_steps", "on a tap",
    in: "ask.ts",
    """
    import { requestTrackingPermission } from 'react-native-tracking-transparency';
    class Tracking {
      async requestTrackingPermission(): Promise<{ status: string } | null> {
        return requestTrackingPermission();
      }
    }
    export const tracking = new Tracking();
    """
  ).and(
    "App.tsx",
    """
    import { tracking } from './ask';
    export default function App() { return <Button onPress={() => tracking.requestTrackingPermission()} />; }
    """),
  WayToRequest(
    "a hook's, beside another hook that gives the same name", ["L11 warning App.js:1"], "not_visible",
    "as the first screen appears", in: "App.js",
    """
    const useTracking = () => { const ask = async () => { await requestTrackingPermission(); }; return { ask }; };
    const usePush = () => { const push = async () => {}; return { ask: push }; };
    export default function App() {
      const tracking = useTracking();
      const { ask } = usePush();
      useEffect(() => { tracking.ask(); }, []);
      return <Button onPress={() => ask()} />;
    }
    """),
  WayToRequest(
    "a handler that is kept", [], nil, "at a moment that is not said", in: "App.js",
    """
    class Machine { onEffect(name, handler) { this.handlers[name] = handler; } }
    const machine = new Machine();
    export default function App() {
      useEffect(() => { machine.onEffect('accepted', async () => { await requestTrackingPermission(); }); }, []);
    }
    """),
  WayToRequest(
    "a screen behind a flag that begins as it is not shown", [], nil, "as a later screen appears",
    in: "A.swift",
    """
    struct Root: View {
      @State private var isReady: Bool = false
      var body: some View { if isReady { Start() } else { Text("x") } }
    }
    struct Start: View {
      var body: some View { Text("x").onAppear { ATTrackingManager.requestTrackingAuthorization { _ in } } }
    }
    @main struct Main: App { var body: some Scene { WindowGroup { Root() } } }
    """),
  WayToRequest(
    "a component that nobody shows", ["R93 warning Ads.js:2"], "not_visible", "never", in: "Ads.js",
    """
    export function AdsProvider() {
      useEffect(() => { requestTrackingPermissionsAsync(); }, []);
    }
    """
  ).and("App.js", "export default function App() { return <View />; }"),
  WayToRequest(
    "a view's method by the name of a callback", ["R93 warning A.swift:3"], "not_visible", "never",
    in: "A.swift",
    firstView("Text(\"x\") }\nprivate func applicationDidBecomeActive() { \(swiftAsk)")),
  WayToRequest(
    "a method that another language sends where nobody calls it", ["R93 warning AppDelegate.swift:3"],
    "not_visible", "never", in: "AppDelegate.swift",
    """
    class AppDelegate: FlutterAppDelegate {
      func handle(_ call: FlutterMethodCall, result: FlutterResult) {
        if call.method == "ask" { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
    }
    """
  ).and("main.dart", "class Tracking { Future<void> ask() => MethodChannel('x').invokeMethod('ask'); }"),
  WayToRequest(
    "what is shown first after a wait", ["L11 warning main.dart:7"], "not_visible",
    "as the first screen appears", in: "main.dart",
    "Future<void> main() async { await Future.wait([load()]); runApp(Start()); }\n"
      + inFirstState("AppTrackingTransparency.requestTrackingAuthorization();")),
  WayToRequest(
    "a method that another language calls by its name", ["L11 error AppDelegate.swift:3"], "not_visible",
    "at launch", in: "AppDelegate.swift",
    """
    class AppDelegate: FlutterAppDelegate {
      func handle(_ call: FlutterMethodCall, result: FlutterResult) {
        if call.method == "ask" { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
    }
    """
  ).and(
    "main.dart",
    """
    void main() {
      const MethodChannel('x').invokeMethod('ask');
      runApp(MaterialApp(home: Home()));
    }
    """),
  WayToRequest(
    "a case of a state in which the app is away", ["L11 error A.swift:2"], "not_visible",
    "as the app leaves the front", in: "A.swift",
    firstView(
      """
      Text("x").onChange(of: phase) { phase in switch phase { case .background: \(swiftAsk); default: break } } }
      @Environment(\\.scenePhase) var phase: ScenePhase {
      """)),
  WayToRequest(
    "what follows a delay", ["L14 note main.dart:6"], nil, "as the first screen appears", in: "main.dart",
    inFirstState(
      """
      Future.delayed(Duration(seconds: 2)).then((_) => AppTrackingTransparency.requestTrackingAuthorization());
      """)),
  WayToRequest(
    "what follows a dialog", [], "needs_steps", "on a tap", in: "main.dart",
    inFirstState(
      """
      showDialog<bool>(context: context, barrierDismissible: false, builder: (_) => Explainer()).then((_) {
        AppTrackingTransparency.requestTrackingAuthorization();
      });
      """)),
  WayToRequest(
    "a loop over activations", [], "visible", "at an activation", in: "A.swift",
    firstView(
      """
      Text("x").task {
        for await _ in center.notifications(named: UIApplication.didBecomeActiveNotification) { \(swiftAsk) }
      }
      """)),
  WayToRequest(
    "a return of its own line, without a semicolon", ["L11 warning App.js:4"], "not_visible",
    "as the first screen appears", in: "App.js",
    """
    export default function App() {
      useEffect(() => {
        if (Platform.OS === 'android') return
        requestTrackingPermissionsAsync()
      }, [])
      return <View />
    }
    """),
  WayToRequest(
    "an object of another type with a method of that name", [], "visible", "at an activation", in: "A.swift",
    """
    final class Consent { func ask() { \(swiftAsk) } }
    final class Question { func ask() {} }
    \(atLaunch("let question = Question(); question.ask()"))
    \(atActivation("Consent().ask()"))
    """),
  WayToRequest(
    "an object whose type its property names", ["L11 error A.swift:2"], "not_visible", "at launch",
    in: "A.swift",
    """
    final class Consent {
      func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
    }
    let consent = Consent()
    \(atLaunch("consent.ask()"))
    """),
  WayToRequest(
    "what a view is given and does on a tap", [], "needs_steps", "on a tap", in: "A.swift",
    firstView(
      "Explainer(onDone: { \(swiftAsk) })",
      "struct Explainer: View { let onDone: () -> Void; var body: some View { Button(\"x\", action: onDone) } }"
    )),
  WayToRequest(
    "what a view is given and does as it appears", ["L11 warning A.swift:2"], "not_visible",
    "as the first screen appears", in: "A.swift",
    firstView(
      "Explainer(whenShown: { \(swiftAsk) })",
      "struct Explainer: View { let whenShown: () -> Void; var body: some View { x.onAppear { whenShown() } } }"
    )),
  WayToRequest(
    "a modifier of the first view", ["L11 warning A.swift:1"], "not_visible", "as the first screen appears",
    in: "A.swift",
    """
    struct Asking: ViewModifier { func body(content: Content) -> some View { content.onAppear { \(swiftAsk) } } }
    extension View { func asking() -> some View { modifier(Asking()) } }
    @main struct Main: App { var body: some Scene { WindowGroup { Text("x").asking() } } }
    """),
  WayToRequest(
    "a view that a preview shows too", [], nil, "as a later screen appears", in: "A.swift",
    """
    struct Start: View {
      init() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      var body: some View { Text("x") }
    }
    #Preview { Start() }
    struct Other: View { var body: some View { Button("Go on") { Start() } } }
    """),
  WayToRequest(
    "another permission in a branch that leaves", [], nil, "at an activation", in: "A.swift",
    atActivation("if isFirst { \(swiftPush); return }; \(swiftAsk)")),
  WayToRequest(
    "another permission in another case", [], "visible", "at an activation", in: "A.swift",
    atActivation("switch step { case 1: \(swiftPush); case 2: \(swiftAsk); default: break }")),
  WayToRequest(
    "another permission in the other branch", [], nil, "at an activation", in: "A.swift",
    atActivation("if isFirst { \(swiftPush) } else { \(swiftAsk) }")),
  WayToRequest(
    "a build for debugging", ["R93 warning A.swift:6"], nil, in: "A.swift",
    atActivation("#if targetEnvironment(simulator)\n#endif\n#if DEBUG\n\(swiftAsk)\n#endif")),
  WayToRequest(
    "a build for people", [], "visible", "at an activation", in: "A.swift",
    atActivation("#if DEBUG\n#else\n\(swiftAsk)\n#endif")),
  WayToRequest(
    "a listener that is added on a later screen", [], nil, "as a later screen appears", in: "A.swift",
    """
    class Later: UIViewController {
      override func viewDidLoad() {
        center.addObserver(forName: UIApplication.didBecomeActiveNotification) { _ in \(swiftAsk) }
      }
    }
    class First: UIViewController { @IBAction func go() { present(Later(), animated: true) } }
    """),
  WayToRequest(
    "a button beside one for other systems", [], "needs_steps", "on a tap", in: "App.js",
    """
    const ask = () => requestTrackingPermissionsAsync();
    export default function App() {
      return Platform.OS === 'android' ? (<Button title="Allow" onPress={ask} />) : (
        <Button title="Next" onPress={ask} />);
    }
    """),
  WayToRequest(
    "what asks again until the app is active", [], "visible", "at an activation", in: "A.swift",
    """
    \(atLaunch("ask()"))
    func ask() {
      guard UIApplication.shared.applicationState == .active else { return later { ask() } }
      \(swiftAsk)
    }
    """),
  WayToRequest(
    "a call for those who have answered", [], "needs_steps", "on a tap", in: "App.js",
    """
    const ask = () => requestTrackingPermissionsAsync();
    export default function App() {
      const [permission] = useState();
      useEffect(() => { if (getTrackingStatus() === 'denied') ask(); }, []);
      return <Button title="Next" onPress={ask} />;
    }
    """),
  WayToRequest(
    "systems that do not ask", ["R93 warning AppDelegate.swift:3"], nil, in: "AppDelegate.swift",
    atLaunch("if #available(iOS 14, *) {} else { \(swiftAsk) }")),
]
