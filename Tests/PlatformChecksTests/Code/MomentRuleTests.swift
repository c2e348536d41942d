import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("When the request runs")
struct MomentRuleTests {
  private func swift(_ text: String, scenes: Bool? = nil) -> SmallProject {
    SmallProject("A.swift", text, facts: ProjectFacts(hasScenes: scenes))
  }

  @Test("L11: a request at launch is an error where nothing asks again, over several steps too")
  func launch() {
    let text =
      atLaunch("Setup.shared.begin()") + """

        class Setup {
          static let shared = Setup()
          func begin() { prepare() }
          private func prepare() { DispatchQueue.main.async { self.ask() } }
          private func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
        }
        """
    #expect(swift(text).findings == ["L11 error A.swift:11"])
  }

  @Test(
    "L11: at the activation there is nothing to say, by a function, a notification, a publisher or a phase")
  func activation() {
    let function = atActivation("ATTrackingManager.requestTrackingAuthorization { _ in }")
    #expect(swift(function, scenes: true).findings == [])
    let observer = """
      class Home: UIViewController {
        override func viewDidLoad() {
          NotificationCenter.default.addObserver(
            self, selector: #selector(ask), name: UIApplication.didBecomeActiveNotification, object: nil)
        }
        @objc func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      """
    #expect(swift(observer).findings == [])
    let labelled = observer.replacing("(ask)", with: "(ask(_:))").replacing("ask()", with: "ask(_ note: Any)")
    #expect(swift(labelled).findings == [] && swift(labelled).moments == ["at an activation"])
    let message = """
      @implementation Home
      - (void)viewDidLoad {
        [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(ask) name:UIApplicationDidBecomeActiveNotification object:nil];
      }
      - (void)ask { [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:^(NSUInteger status) {}]; }
      @end
      """
    #expect(SmallProject("Home.m", message).report.sight?.visibility == .visible)
    let noted = message.replacing("(ask)", with: "(ask:)").replacing("(void)ask", with: "(void)ask:(id)note")
    #expect(SmallProject("Home.m", noted).report.sight?.visibility == .visible)
    let phase = """
      @main struct Shop: App {
        @Environment(\\.scenePhase) var phase
        var body: some Scene { WindowGroup { ContentView() }.onChange(of: phase) { _, new in
          if new == .active { Task { await ATTrackingManager.requestTrackingAuthorization() } }
        } }
      }
      """
    #expect(swift(phase).findings == [] && swift(phase).report.sight?.visibility == .visible)
  }

  @Test(
    "L11: a modifier's moment is that of its own arguments, whatever stands before it",
    arguments: [
      (".onChange(of: scenePhase) { load() }.onAppear { ask() }", ["warning certain A.swift:4"]),
      (".onChange(of: scenePhase) { load() }.task { ask() }", ["warning certain A.swift:4"]),
      (".onChange(of: scenePhase) { load() }.onChange(of: tab) { ask() }", []),
      (".onChange(of: tab, initial: true) { ask() }", ["note likely A.swift:4"]),
      (".task(id: scenePhase) { if scenePhase == .active { ask() } }", []),
      (".onAppear { screen.onDone = { ask() } }", []), (".onAppear { model.done.sink { ask() } }", []),
      (".onAppear { screen.onDone = ask }", []),
      (".task { while application.applicationState != .active { await nap() }; ask() }", []),
      (
        ".onReceive(of(didEnterBackgroundNotification)) { save() }.task { ask() }",
        ["warning certain A.swift:4"]
      ),
      (
        ".onReceive(of(didBecomeActiveNotification)) { load() }.onReceive(store.changes) { ask() }",
        ["note likely A.swift:4"]
      ),
      (
        ".onReceive(of(willResignActiveNotification)) { save() }.onReceive(of(didBecomeActiveNotification)) { ask() }",
        []
      ),
      (".onReceive(of(willEnterForegroundNotification)) { load() }.onChange(of: scenePhase) { ask() }", []),
      (".task { while ATTrackingManager.trackingAuthorizationStatus == .notDetermined { ask() } }", []),
      (".padding([\(String(repeating: "4, ", count: 100))]).onChange(of: scenePhase) { ask() }", []),
    ])
  func modifiers(code: String, expected: [String]) {
    let asks = "func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }"
    let app = "@main struct Shop: App { var body: some Scene { WindowGroup {\nText(a)\(code)\n} }\n\(asks)\n}"
    #expect(swift(app).findings("L11") == expected)
  }

  @Test("L11: an application's callback is never called in an app with scenes")
  func dead() {
    let text = """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func applicationDidBecomeActive(_ application: UIApplication) {
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
      """
    #expect(swift(text, scenes: true).findings("L11") == ["error certain A.swift:3"])
    #expect(swift(text, scenes: false).findings == [])
    let ask = "ATTrackingManager.requestTrackingAuthorization { _ in }"
    let shared =
      "\nclass Home: UIViewController { override func viewDidLoad() { ask() } }\nfunc ask() { \(ask) }"
    let both = swift(text.replacing(ask, with: "ask()") + shared, scenes: true)
    #expect(both.findings("L11") == [])
    let builder = """

      @main struct Shop: App {
        @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate
        var body: some Scene { WindowGroup { ContentView() } }
      }
      """
    #expect(swift(text + builder, scenes: false).findings("L11") == ["error certain A.swift:3"])
  }

  @Test("L11: the first screen is too early, a later one is not, nobody knows of others")
  func screens() {
    let home = """
      class Home: UIViewController {
        override func viewDidAppear(_ animated: Bool) {
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
      """
    let within = "window.rootViewController = UINavigationController(rootViewController: Home())"
    let first = SmallProject("Home.swift", home).and("App.swift", atLaunch(within))
    #expect(first.findings("L11") == ["warning certain Home.swift:3"])
    let later = SmallProject("Home.swift", home).and(
      "List.swift",
      """
      class List: UIViewController {
        @IBAction func open(_ sender: Any) { navigationController?.pushViewController(Home(), animated: true) }
      }
      """)
    #expect(later.findings == [])
    #expect(SmallProject("Home.swift", home).findings("L11") == [])
    let several = home + "\nclass Front: Home {}\nclass Back: Home {}"
    let front = SmallProject("Home.swift", several, facts: ProjectFacts(firstScreens: ["Front"]))
    #expect(front.report.findings.map { $0.sentence.hasSuffix("nothing asks later.") } == [false])
    for name in ["Home", "Front"] {
      let shown = SmallProject(
        "Home.swift", home + "\nclass Front: Home {}", facts: ProjectFacts(firstScreens: [name]))
      #expect(shown.findings("L11") == ["warning certain Home.swift:3"])
    }
  }

  @Test("L11: SwiftUI's first view appears before the app is active, one behind a tap later")
  func views() {
    let text = """
      @main struct Shop: App { var body: some Scene { WindowGroup { Root() } } }
      struct Root: View {
        @State var isOpen = false
        var body: some View { Button("Open") { isOpen = true }.sheet(isPresented: $isOpen) { Later() } }
      }
      struct Later: View { var body: some View { Text("Later").task { await Tracking.ask() } } }
      enum Tracking {
        static func ask() async { _ = await ATTrackingManager.requestTrackingAuthorization() }
      }
      """
    #expect(swift(text).findings == [])
    let first = text.replacing("WindowGroup { Root() }", with: "WindowGroup { Later() }")
    #expect(swift(first).findings("L11") == ["note likely A.swift:8"])
  }

  @Test("L11: Flutter asks in main, in the first frame, in the first screen's state, or at a resume")
  func flutter() {
    func found(_ text: String) -> [String] { SmallProject("lib/main.dart", text).findings("L11") }
    let ask = "await AppTrackingTransparency.requestTrackingAuthorization();"
    let main = "void main() async {\n  await Firebase.initializeApp();\n  \(ask)\n  runApp(const App());\n}"
    #expect(found(main) == ["error certain lib/main.dart:3"])
    let asks = "\nFuture<void> ask() async {\n  \(ask)\n}"
    let framed = inFirstState("WidgetsBinding.instance.addPostFrameCallback((_) => ask());") + asks
    #expect(found(framed) == ["warning certain lib/main.dart:10"])
    let resumed = inFirstState("if (state == AppLifecycleState.resumed) ask();").replacing(
      "initState() {", with: "didChangeAppLifecycleState(AppLifecycleState state) {"
    ).replacing("State<Home> {\n", with: "State<Home> with WidgetsBindingObserver {\n")
    #expect(found(resumed + asks) == ["error certain lib/main.dart:10"])
    let observes = "\nvoid observe(State state) { WidgetsBinding.instance.addObserver(state); }"
    #expect(found(resumed + asks + observes) == [])
    let waits = framed.replacing("main() =>", with: "main() async { await Permission.notification.request();")
      .replacing("Home()));", with: "Home())); }")
    #expect(SmallProject("lib/main.dart", waits).moments == ["after another alert"])
    let pushed = framed.replacing("home: Home()", with: "home: Front(), routes: {'/later': (c) => Home()}")
    #expect(found(pushed) == [])
  }

  @Test(
    "L11: a script's first component asks too early, or only by chance; a tap does not, whoever hands the function over",
    arguments: [
      (
        "useEffect(() => { (async () => { const { status } = await requestTrackingPermission(); log(status); })(); }, []);",
        ["warning certain App.tsx:2"]
      ),
      (
        "const ask = useCallback(async () => { await requestTrackingPermission(); }, []);\nreturn <Explain onContinue={ask} />;",
        []
      ),
      (
        """
        useEffect(() => { const s = AppState.addEventListener('change', (state) => {
          if (state === 'active') request(PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY);
        }); return () => s.remove(); }, []);
        """, ["warning likely App.tsx:3"]
      ),
      (
        "useEffect(() => { if (AppState.currentState === 'active') requestTrackingPermission(); }, []);",
        ["warning likely App.tsx:2"]
      ),
      (
        "useEffect(() => { if (Capacitor.isNativePlatform()) requestTrackingPermission(); }, []);",
        ["warning certain App.tsx:2"]
      ),
      (
        """
        useEffect(() => {
          if (AppState.currentState === 'active') requestTrackingPermission();
          AppState.addEventListener('change', (s) => { if (s === 'active') requestTrackingPermission(); });
        }, []);
        """, []
      ),
    ])
  func scripts(code: String, expected: [String]) {
    let explain =
      "function Explain({ onContinue }) { return <Tap onPress={onContinue}><Text>Don't</Text></Tap>; }"
    let text = "export default function App() {\n\(code)\nreturn <Home />;\n}\n\(explain)"
    #expect(SmallProject("App.tsx", text).findings("L11") == expected)
  }

  @Test(
    "L11: what a hook hands out runs where it is called, and what a package's hook gives is not the app's own",
    arguments: [
      ("const { ask } = useAsk(); return <Button onPress={() => ask()} />;", "on a tap"),
      ("const { ask } = useAsk(); return <Button onPress={ask} />;", "on a tap"),
      (
        "const { ask } = useAsk(); useEffect(() => { load(); }, [mode, ask]); return <Button onPress={ask} />;",
        "on a tap"
      ),
      ("const { ask } = useAsk(); useEffect(() => { ask(); }, [mode, ask]);", "warning certain ask.ts:2"),
      (
        "const { ask } = useAsk(); useEffect(() => { setTimeout(() => ask(), 5 * 1000); }, [mode, ask]);",
        "as the first screen appears"
      ),
      ("const [granted, ask] = useCamera(); return <Button onPress={ask} />;", ""),
      (
        "const { ask } = useAsk(); useFocusEffect(useCallback(() => { ask(); }, []));",
        "warning certain ask.ts:2"
      ),
      (
        "const { ask } = useAsk(); const [done, setDone] = useState(false); useEffect(() => { if (done) ask(); }, [done]);",
        "at a moment that is not said"
      ),
    ])
  func hooks(code: String, expected: String) {
    let hook = """
      export function useAsk() {
        const ask = useCallback(async () => { await requestTrackingPermission(); }, []);
        return { ask };
      }
      """
    let app = "import { useCamera } from 'camera';\nexport default function App() { \(code) }"
    let project = SmallProject("ask.ts", hook).and("App.tsx", app)
    let found = project.findings("L11")
    #expect((found.isEmpty ? project.moments : found) == (expected.isEmpty ? [] : [expected]))
  }

  @Test(
    "L14: an app is active some seconds after its start, and nobody waits for an alert that comes a minute later",
    arguments: [
      ("DispatchQueue.main.asyncAfter(deadline: .now() + 1.5) { ask() }", ["L14 note"]),
      ("perform(#selector(ask), with: nil, afterDelay: 1)", ["L14 note"]),
      ("DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(5)) { ask() }", ["L14 note"]),
      ("Timer.scheduledTimer(withTimeInterval: 5, repeats: false) { _ in ask() }", ["L14 note"]),
      ("Task { try await Task.sleep(nanoseconds: 5 * 1_000_000_000); ask() }", ["L14 note"]),
      (
        "DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(500)) { ask() }",
        ["L14 note"]
      ),
      ("DispatchQueue.main.asyncAfter(deadline: .now() + 60 * 2) { ask() }", ["L14 warning"]),
      ("DispatchQueue.main.asyncAfter(deadline: .now() + 0) { ask() }", ["L11 warning"]),
      ("DispatchQueue.main.asyncAfter(deadline: .now() + 0 * 1e999) { ask() }", ["L14 warning"]),
    ])
  func delays(code: String, expected: [String]) {
    let text = """
      @main struct Shop: App { var body: some Scene { WindowGroup { Text("Hi").onAppear { \(code) } } } }
      func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      """
    #expect(swift(text).findings == expected.map { $0 + " A.swift:2" })
  }

  @Test("L11: a wrapper that is called as a library's request is none, and is asked once")
  func wrapper() {
    let text = """
      final class Consent {
        static let shared = Consent()
        func requestTrackingPermission() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      @main struct Shop: App {
        var body: some Scene { WindowGroup { Text("Hi").task { Consent.shared.requestTrackingPermission() } } }
      }
      """
    #expect(swift(text).findings == ["L11 warning A.swift:3"])
  }

  @Test(
    "L11: 'nothing asks later' is said only where nothing does: not by a locator, and not as another screen appears",
    arguments: [
      ("getIt.get<Startup>().begin()", true), ("locator<Startup>().begin()", true),
      ("GetIt.I<Startup>().begin()", true), ("locator<Other>().begin()", false),
    ])
  func later(call: String, isAsked: Bool) {
    let text = """
      void main() async {
        await ask();
        runApp(const Home());
      }
      Future<void> ask() async { await AppTrackingTransparency.requestTrackingAuthorization(); }
      class Startup { Future<void> begin() async { await ask(); } }
      class Other { Future<void> begin() async {} }
      class Home extends StatefulWidget { State<Home> createState() => _HomeState(); }
      class _HomeState extends State<Home> { void initState() { \(call); } }
      """
    #expect(
      SmallProject("main.dart", text).findings("L11") == [
        isAsked ? "note likely main.dart:5" : "error certain main.dart:5"
      ])
    let layout = "export default function Root() { useEffect(() => { ask(); }, []); return <Stack />; }"
    let project = SmallProject("app/_layout.tsx", layout).and(
      "ask.ts", "export const ask = async () => requestTrackingPermissionsAsync();")
    let both = project.and(
      "app/(app)/_layout.tsx",
      layout.replacing("Root", with: "Inner").replacing("ask()", with: "requestTrackingPermissionsAsync()"))
    func says(_ project: SmallProject) -> Bool {
      project.report.findings.contains { $0.sentence.hasSuffix("nothing asks later.") }
    }
    #expect(says(project) && !says(both))
  }

  @Test("L11: Objective-C is read alike: selectors, blocks and messages")
  func objectiveC() {
    let text = """
      @implementation AppDelegate
      - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
        [self askForTracking];
        return YES;
      }
      - (void)askForTracking {
        if (@available(iOS 14, *)) {
          [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:^(ATTrackingManagerAuthorizationStatus status) {
            NSLog(@"%lu", status);
          }];
        }
      }
      @end
      """
    #expect(SmallProject("AppDelegate.m", text).findings == ["L11 error AppDelegate.m:8"])
    let active = text.replacing(
      "- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {",
      with: "- (void)applicationDidBecomeActive:(UIApplication *)application {")
    #expect(SmallProject("AppDelegate.m", active, facts: ProjectFacts(hasScenes: false)).findings == [])
  }

  @Test("L11, L14: a selector after a delay, and an option that has an SDK ask")
  func otherForms() {
    let text = """
      @implementation AppDelegate
      - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
        [self performSelector:@selector(ask) withObject:nil afterDelay:2.0];
        return YES;
      }
      - (void)ask { [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:^(NSUInteger status) {}]; }
      @end
      """
    #expect(SmallProject("A.m", text).findings == ["L11 warning A.m:6", "L14 note A.m:6"])
    let option = """
      export class AppComponent {
        constructor(private platform: Platform) {
          this.platform.ready().then(() => AdMob.initialize({ requestTrackingAuthorization: true }));
        }
      }
      """
    #expect(
      SmallProject("app.component.ts", option).findings("L11") == ["warning certain app.component.ts:3"])
  }

  @Test(
    "L11: which screen of a router comes first",
    arguments: [
      ("(initialRoute: '/home', routes: {'/': (_) => A(), '/home': (_) => Home()})", ["warning certain"]),
      ("(initialRoute: '/', routes: {'/': (_) => A(), '/home': (_) => Home()})", []),
      (
        "(initialLocation: '/home', routes: [GoRoute(path: '/home', builder: (c) => Home())])",
        ["warning certain"]
      ),
      ("(initialLocation: '/a', routes: [GoRoute(path: '/', builder: (c) => Home())])", []),
      ("(redirect: toLogin, routes: [GoRoute(path: '/', builder: (c) => Home())])", []),
      (
        "(initialRoute: Routes.home, pages: [GetPage(name: Routes.home, page: () => Home())])",
        ["warning certain"]
      ),
      (
        "(initialRoute: Routes.a, pages: [GetPage(name: Routes.home, page: () => Home())])", []
      ),
    ])
  func routes(router: String, expected: [String]) {
    let ask = "AppTrackingTransparency.requestTrackingAuthorization();"
    let text = """
      void main() => runApp(Router\(router));
      class Home extends StatefulWidget { State<Home> createState() => _HomeState(); }
      class _HomeState extends State<Home> { void initState() { \(ask) } }
      """
    #expect(SmallProject("a.dart", text).findings("L11") == expected.map { $0 + " a.dart:3" })
  }

  @Test(
    "R93: a request under an answer asks nobody",
    arguments: [
      ("if ATTrackingManager.trackingAuthorizationStatus == .denied {", 1),
      ("if ATTrackingManager.trackingAuthorizationStatus == .authorized {", 1),
      ("if ATTrackingManager.trackingAuthorizationStatus != .denied {", 0),
      ("let now = ATTrackingManager.trackingAuthorizationStatus; if now == .denied {", 1),
      ("if push.status == .denied {", 0),
      ("if ATTrackingManager.trackingAuthorizationStatus == .notDetermined { show() } else {", 1),
      ("guard ATTrackingManager.trackingAuthorizationStatus == .notDetermined else { return }; do {", 0),
      ("switch ATTrackingManager.trackingAuthorizationStatus { default: break; case .notDetermined:", 0),
    ])
  func answered(condition: String, count: Int) {
    let text = atActivation("\(condition)\n  ATTrackingManager.requestTrackingAuthorization { _ in } }")
    #expect(swift(text, scenes: true).findings == Array(repeating: "R93 error A.swift:4", count: count))
  }

  @Test("R93: beside a request that asks the undecided it is a note")
  func idle() {
    let text = """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneWillEnterForeground(_ scene: UIScene) {
          if ATTrackingManager.trackingAuthorizationStatus == .notDetermined {
          } else {
            ATTrackingManager.requestTrackingAuthorization { _ in }
          }
        }
        func sceneDidBecomeActive(_ scene: UIScene) { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      """
    #expect(swift(text, scenes: true).findings == ["R93 note A.swift:5"])
  }

  @Test("R93: a usage string, and nobody asks")
  func nobody() {
    let facts = ProjectFacts(usageText: FileLocation(file: "Info.plist", line: 4, column: 1))
    let plain = SmallProject("A.swift", "class Home: UIViewController {}", facts: facts)
    #expect(plain.findings == ["R93 warning Info.plist:4"])
    var elsewhere = plain
    elsewhere.facts.mayAskElsewhere = true
    #expect(elsewhere.findings == [])
    let layer = SmallProject(
      "A.swift", "func f() { ConsentForm.loadAndPresentIfRequired(from: nil) }", facts: facts)
    #expect(layer.findings == plain.findings)
    let option = "AdMob.initialize({ requestTrackingAuthorization: true });"
    var idle = SmallProject("index.js", option, facts: facts)
    idle.facts.waiting = ["@capacitor-community/admob"]
    #expect(idle.findings == plain.findings)
    #expect(
      layer.and("B.swift", "class Home: UIViewController { func viewDidLoad() { f() } }").findings == [])
  }
}

private let asking = "AppTrackingTransparency.requestTrackingAuthorization()"
private func bloc(_ use: String) -> String {
  """
  class Asking extends Bloc {
    Asking() { on<Ask>(_ask); }
    Future<void> _ask(Ask event, Object emit) async => \(asking);
  }
  class Ask {}
  void main() => runApp(const App());
  class App extends StatelessWidget { Widget build(BuildContext c) => \(use); }
  """
}
private func observing(_ name: String) -> String {
  """
  class Home: UIViewController {
    override func viewDidLoad() { center.addObserver(self, selector: #selector(ask), name: .askNow, object: nil) }
    func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
    @IBAction func go() { center.post(name: .\(name), object: nil) }
  }
  """
}
private func reducer(_ action: String) -> String {
  """
  struct Feature: Reducer {
    var body: some ReducerOf<Self> { Reduce { state, action in
      switch action { case .onAppear: ATTrackingManager.requestTrackingAuthorization { _ in }; default: break }
    } }
  }
  @main struct Shop: App {
    var body: some Scene { WindowGroup { Text("x").onAppear { store.send(.\(action)) } } }
  }
  """
}
private let native = SmallProject(
  "AppDelegate.swift",
  """
  @main class AppDelegate: FlutterAppDelegate {
    override func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
      FlutterMethodChannel(name: "tracking", binaryMessenger: messenger).setMethodCallHandler { call, result in
        if call.method == "ask" { ATTrackingManager.requestTrackingAuthorization { _ in result(nil) } }
      }
      return true
    }
  }
  """)
private let module = SmallProject(
  "ios/Tracking.m",
  """
  @implementation Tracking
  RCT_EXPORT_METHOD(askToTrack:(RCTResponseSenderBlock)callback) {
    [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:^(NSUInteger status) { callback(@[]); }];
  }
  @end
  """)

@Suite("Ways over languages, and over what is stored or sent")
struct BridgeTests {
  @Test(
    "L11: what is stored runs where it is used, and what waits for a message or an event where that is sent",
    arguments: [
      (
        SmallProject("a.dart", bloc("Provide(create: (_) => Asking()..add(Ask()))")),
        "as the first screen appears"
      ),
      (SmallProject("a.dart", bloc("Tap(onPressed: () => c.read<Asking>().add(Ask()))")), "on a tap"),
      (
        SmallProject(
          "a.dart",
          """
          final asked = FutureProvider<bool>((ref) => \(asking));
          void main() => runApp(const App());
          class App extends ConsumerWidget { Widget build(BuildContext c, WidgetRef r) => Show(r.watch(asked)); }
          """), "as the first screen appears"
      ),
      (
        SmallProject(
          "App.tsx",
          """
          function* ask() { yield call(requestTrackingPermission); }
          export function* root() { yield takeLatest('ask', ask); }
          export default function App() { useEffect(() => { dispatch({ type: 'ask' }); }, []); return null; }
          """), "as the first screen appears"
      ),
      (
        SmallProject(
          "App.tsx",
          """
          export const ask = createAsyncThunk('ask', async () => requestTrackingPermission());
          export const Go = () => <Button onPress={() => dispatch(ask())} />;
          """), "on a tap"
      ),
      (SmallProject("A.swift", observing("askNow")), "on a tap"),
      (SmallProject("A.swift", observing("other")), "at a moment that is not said"),
      (SmallProject("A.swift", reducer("onAppear")), "as the first screen appears"),
      (SmallProject("A.swift", reducer("other")), "at a moment that is not said"),
      (
        SmallProject("a.dart", "void f() { AppLifecycleListener(onShow: () => \(asking)); }"),
        "as the app comes to the front"
      ),
      (
        SmallProject("a.dart", "void f() { AppLifecycleListener(onHide: () => \(asking)); }"),
        "as the app leaves the front"
      ),
      (native, "at a moment that is not said"),
      (
        native.and(
          "a.dart", "Widget build(BuildContext c) => Tap(onPressed: () => channel.invokeMethod('ask'));"),
        "on a tap"
      ),
      (
        native.and(
          "main.dart", "void main() async { await const MethodChannel('tracking').invokeMethod('ask'); }"),
        "at launch"
      ),
      (
        module.and(
          "App.tsx",
          "export default function App() { useEffect(() => { NativeModules.Tracking.askToTrack(() => {}); }, []); }"
        ), "as the first screen appears"
      ),
    ])
  func events(project: SmallProject, moment: String) {
    #expect(project.moments == [moment])
  }
}

@Suite("Requests that are never made")
struct UnmadeRequestTests {
  @Test(
    "L11: as the app is left, and in an extension, no alert can appear",
    arguments: [
      ("func sceneWillResignActive(_ scene: UIScene) { ask() }", ["error certain A.swift:3"]),
      ("func sceneDidEnterBackground(_ scene: UIScene) { ask() }", ["error certain A.swift:3"]),
      (
        "func f() { center.addObserver(forName: UIApplication.didEnterBackgroundNotification) { _ in ask() } }",
        ["error certain A.swift:3"]
      ),
      (
        "var body: some View { list.onChange(of: scenePhase) { if $1 == .background { ask() } } }",
        ["error certain A.swift:3"]
      ),
      ("var body: some View { list.onChange(of: scenePhase) { if $1 != .background { ask() } } }", []),
      ("func sceneDidBecomeActive(_ scene: UIScene) { if style == .background { return }; ask() }", []),
      (
        "func sceneDidBecomeActive(_ scene: UIScene) { ask() }; func sceneDidEnterBackground(_ s: UIScene) { ask() }",
        []
      ),
    ])
  func leaving(code: String, expected: [String]) {
    let asks = "func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }"
    #expect(
      SmallProject("A.swift", "class Main: UIResponder {\n\(code)\n\(asks)\n}").findings("L11") == expected)
    let service =
      "class Service: UNNotificationServiceExtension {\noverride func didReceive(_ r: Request) { ask() }\n\(asks)\n}"
    #expect(SmallProject("A.swift", service).findings("L11") == ["error certain A.swift:3"])
    // A resume does not come at a cold start.
    let events = [
      ("pause", "error certain"), ("deviceready", "warning certain"), ("resume", "warning likely"),
    ]
    for (event, found) in events {
      let script =
        "document.addEventListener('\(event)', () => { cordova.plugins.idfa.requestPermission(); });"
      #expect(SmallProject("app.js", script).findings("L11") == ["\(found) app.js:1"])
    }
  }

  @Test("L11: a flag that the early request spends keeps the one at the activation from being made")
  func once() {
    func shell(_ ask: String) -> SmallProject {
      SmallProject(
        "main.dart",
        """
        void main() => runApp(const MaterialApp(home: Shell()));
        class Shell extends StatefulWidget {
          const Shell();
          State<Shell> createState() => _ShellState();
        }
        class _ShellState extends State<Shell> with WidgetsBindingObserver {
          bool _asked = false;
          void initState() {
            WidgetsBinding.instance.addObserver(this);
            WidgetsBinding.instance.addPostFrameCallback((_) => _ask());
          }
          void didChangeAppLifecycleState(AppLifecycleState state) {
            if (state == AppLifecycleState.resumed) { _ask(); }
          }
          Future<void> _ask() async {
            \(ask)
          }
        }
        """)
    }
    let request = "await AppTrackingTransparency.requestTrackingAuthorization();"
    #expect(shell(request).findings("L11") == [])
    let early = ["warning certain main.dart:16"]
    #expect(shell("if (_asked) return; _asked = true; \(request)").findings("L11") == early)
    #expect(shell("if (!_asked) { _asked = true; \(request) }").findings("L11") == early)
    // It is set only where an answer came, or for as long as one request is underway.
    let answered =
      "if (_asked) return; final s = \(request) if (s != TrackingStatus.notDetermined) { _asked = true; }"
    #expect(shell(answered).findings("L11") == [])
    #expect(shell("if (_asked) return; _asked = true; \(request) _asked = false;").findings("L11") == [])
  }

  @Test("R93: nobody calls what asks; what a framework or a base calls is another matter")
  func uncalled() {
    let text = "func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }"
    #expect(SmallProject("A.swift", text).findings("R93") == ["warning likely A.swift:1"])
    #expect(SmallProject("A.swift", text, facts: ProjectFacts(isApp: false)).findings == [])
    let next = "next() { AppTrackingTransparency.requestTrackingAuthorization(); }"
    let angular = "@Component({ template: '<a (click)=\"next()\"></a>' })\nexport class Welcome { \(next) }"
    #expect(SmallProject("a.ts", angular).findings == [])
    let method =
      "struct Ask: Action {\n  func perform() { ATTrackingManager.requestTrackingAuthorization { _ in } }\n}"
    #expect(SmallProject("A.swift", method).findings == [])
    // A view that nothing shows but its preview.
    let app = "\n@main struct Shop: App { var body: some Scene { WindowGroup { Text(hi) } } }"
    let view = "struct Ask: View { var body: some View { Button(go) { ask() } } }\n\(text)\(app)"
    let preview = "\nstruct Looks: PreviewProvider { static var previews: some View { Ask() } }"
    #expect(SmallProject("A.swift", view + preview).findings == ["R93 warning A.swift:2"])
    let shown = preview.replacing("PreviewProvider", with: "View")
    #expect(SmallProject("A.swift", view + shown).findings == [])
  }

  @Test("R93: on other systems alone nobody is asked")
  func elsewhere() {
    let facts = ProjectFacts(usageText: FileLocation(file: "Info.plist", line: 3))
    let dart =
      "void ask() async { if (Platform.isIOS) return; await AppTrackingTransparency.requestTrackingAuthorization(); }"
    #expect(SmallProject("a.dart", dart, facts: facts).findings("R93") == ["warning likely a.dart:1"])
    let script =
      "export const ask = () => { if (Platform.OS === 'android') { requestTrackingPermissionsAsync(); } };"
    #expect(SmallProject("a.ts", script, facts: facts).findings("R93") == ["warning likely a.ts:1"])
  }

  @Test("R93: the status is read, and nothing asks")
  func read() {
    let facts = ProjectFacts(usageText: FileLocation(file: "Info.plist", line: 4, column: 1))
    let text = "func mayTrack() -> Bool { ATTrackingManager.trackingAuthorizationStatus == .authorized }"
    #expect(SmallProject("A.swift", text, facts: facts).findings == ["R93 warning A.swift:1"])
    #expect(SmallProject("A.swift", text).findings == [])
    let handed = "go() => service.ask(Permission.appTrackingTransparency);"
    #expect(SmallProject("a.dart", handed, facts: facts).findings == [])
    let denied = "switch (status) { case RESULTS.DENIED: return requestTrackingPermission(); }"
    #expect(SmallProject("a.ts", "const status = await getTrackingStatus(); \(denied)").findings("R93") == [])
  }

  @Test("L11: the app's state in a script's hook, a cast and a receiver that mean nothing else")
  func plain() {
    let effect = "useEffect(() => { if (now === 'active') requestTrackingPermissionsAsync(); }, [now]);"
    for hook in ["const now = useAppState();", "const [now, set] = useState(AppState.currentState);"] {
      let screen = SmallProject("app/_layout.tsx", "export default function Root() { \(hook) \(effect) }")
      #expect(screen.findings == [] && screen.moments == ["at an activation"])
    }
    let ask = "ATTrackingManager.requestTrackingAuthorization { _ in }"
    let cast = "guard let app = a as? Application else { return true }; Self.ask()"
    let type = SmallProject("A.swift", atLaunch(cast).dropLast(1) + "  static func ask() { \(ask) }\n}")
    #expect(type.findings("L11") == ["error certain A.swift:6"])
    // A wrapper that is called like the system's own, and a library's call like a wrapper.
    let wrapper = "struct Home: View { var body: some View { Button(go) { requestTrackingAuthorization() } }"
    let app =
      "\n@main struct Shop: App { init() { \(ask) }; var body: some Scene { WindowGroup { Home() } } }"
    let both = SmallProject("A.swift", "\(wrapper)\nfunc requestTrackingAuthorization() { \(ask) } }\(app)")
    #expect(both.findings("L11") == ["warning certain A.swift:3"])
    let push = "class Push { final m = FirebaseMessaging.instance; void begin() { m.requestPermission(); } }"
    let own =
      "class Att { void requestPermission() { AppTrackingTransparency.requestTrackingAuthorization(); } }"
    let main = SmallProject("a.dart", "\(push)\n\(own)\nvoid main() { Push().begin(); }")
    #expect(main.moments == ["at a moment that is not said"])
    let outside = SmallProject("A.swift", "func applicationDidBecomeActive(_ a: UIApplication) { \(ask) }")
    #expect(outside.moments == ["at a moment that is not said"])
  }
}
