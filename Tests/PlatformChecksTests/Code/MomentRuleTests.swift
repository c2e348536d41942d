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
    let text = """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          Setup.shared.begin()
          return true
        }
      }
      class Setup {
        static let shared = Setup()
        func begin() { prepare() }
        private func prepare() {
          DispatchQueue.main.async { self.ask() }
        }
        private func ask() {
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
      """
    #expect(swift(text).findings == ["L11 error A.swift:14"])
  }

  @Test(
    "L11: at the activation there is nothing to say, by a function, a notification, a publisher or a phase")
  func activation() {
    let functions = """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func sceneDidBecomeActive(_ scene: UIScene) { ask() }
        func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      """
    #expect(swift(functions, scenes: true).findings == [])
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
        var body: some Scene {
          WindowGroup { ContentView() }
            .onChange(of: phase) { _, new in
              if new == .active { Task { await ATTrackingManager.requestTrackingAuthorization() } }
            }
        }
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
    #expect(both.findings("L11") == ["note possible A.swift:7"])
    let builder = """

      @main struct Shop: App {
        @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate
        var body: some Scene { WindowGroup { ContentView() } }
      }
      """
    #expect(swift(text + builder, scenes: false).findings("L11") == ["error certain A.swift:3"])
  }

  @Test("L11: the first screen is too early, a later one is not, an unknown one is a note")
  func screens() {
    let home = """
      class Home: UIViewController {
        override func viewDidAppear(_ animated: Bool) {
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
      }
      """
    let first = SmallProject("Home.swift", home).and(
      "Scene.swift",
      """
      class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
          let window = UIWindow(windowScene: scene as! UIWindowScene)
          window.rootViewController = UINavigationController(rootViewController: Home())
        }
      }
      """)
    #expect(first.findings("L11") == ["warning certain Home.swift:3"])
    let later = SmallProject("Home.swift", home).and(
      "List.swift",
      """
      class List: UIViewController {
        @IBAction func open(_ sender: Any) { navigationController?.pushViewController(Home(), animated: true) }
      }
      """)
    #expect(later.findings == [])
    #expect(SmallProject("Home.swift", home).findings("L11") == ["note possible Home.swift:3"])
    #expect(
      SmallProject("Home.swift", home, facts: ProjectFacts(firstScreens: ["Home"])).findings("L11") == [
        "warning certain Home.swift:3"
      ])
  }

  @Test("L11: SwiftUI's first view appears before the app is active, one behind a tap later")
  func views() {
    let text = """
      @main struct Shop: App {
        var body: some Scene { WindowGroup { Root() } }
      }
      struct Root: View {
        @State var isOpen = false
        var body: some View {
          Button("Open") { isOpen = true }
            .sheet(isPresented: $isOpen) { Later() }
        }
      }
      struct Later: View {
        var body: some View { Text("Later").task { await Tracking.ask() } }
      }
      enum Tracking {
        static func ask() async { _ = await ATTrackingManager.requestTrackingAuthorization() }
      }
      """
    #expect(swift(text).findings == [])
    let first = text.replacing("WindowGroup { Root() }", with: "WindowGroup { Later() }")
    #expect(swift(first).findings("L11") == ["note likely A.swift:15"])
  }

  @Test("L11: Flutter asks in main, in the first frame, in the first screen's state, or at a resume")
  func flutter() {
    let main = """
      void main() async {
        WidgetsFlutterBinding.ensureInitialized();
        await Firebase.initializeApp();
        await AppTrackingTransparency.requestTrackingAuthorization();
        runApp(const App());
      }
      """
    #expect(SmallProject("lib/main.dart", main).findings("L11") == ["error certain lib/main.dart:4"])
    let state = """
      void main() => runApp(const App());
      class App extends StatelessWidget {
        @override
        Widget build(BuildContext context) => MaterialApp(home: const Home());
      }
      class Home extends StatefulWidget {
        @override
        State<Home> createState() => _HomeState();
      }
      class _HomeState extends State<Home> with WidgetsBindingObserver {
        @override
        void initState() {
          super.initState();
          WidgetsBinding.instance.addPostFrameCallback((_) => ask());
        }
        Future<void> ask() async {
          await AppTrackingTransparency.requestTrackingAuthorization();
        }
      }
      """
    #expect(SmallProject("lib/main.dart", state).findings("L11") == ["warning certain lib/main.dart:17"])
    let resumed = state.replacing(
      "void initState() {\n    super.initState();\n    WidgetsBinding.instance.addPostFrameCallback((_) => ask());",
      with:
        "void didChangeAppLifecycleState(AppLifecycleState state) {\n    if (state == AppLifecycleState.resumed) ask();"
    )
    #expect(SmallProject("lib/main.dart", resumed).findings("L11") == ["error certain lib/main.dart:16"])
    let observes = "\nvoid observe(State state) { WidgetsBinding.instance.addObserver(state); }"
    #expect(SmallProject("lib/main.dart", resumed + observes).findings == [])
    let pushed = state.replacing(
      "home: const Home()", with: "home: const Front(), routes: {'/later': (c) => const Home()}")
    #expect(SmallProject("lib/main.dart", pushed).findings == [])
  }

  @Test("L11: a script's first component asks too early, a tap does not, whoever hands the function over")
  func scripts() {
    let app = """
      import { requestTrackingPermissionsAsync } from 'expo-tracking-transparency';
      export default function App() {
        useEffect(() => {
          (async () => {
            const { status } = await requestTrackingPermissionsAsync();
            console.log(status);
          })();
        }, []);
        return <Home />;
      }
      """
    #expect(SmallProject("App.tsx", app).findings("L11") == ["warning certain App.tsx:5"])
    let tap = """
      import { requestTrackingPermissionsAsync } from 'expo-tracking-transparency';
      export default function App() {
        const ask = useCallback(async () => { await requestTrackingPermissionsAsync(); }, []);
        return <Explain onContinue={ask} title="Don't miss it" />;
      }
      function Explain({ onContinue, title }) {
        return <Pressable onPress={onContinue}><Text>{title}</Text></Pressable>;
      }
      """
    #expect(SmallProject("App.tsx", tap).findings == [])
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
      ("DispatchQueue.main.asyncAfter(deadline: .now() + 1.5) { ask() }", ["L11 note", "L14 note"]),
      ("perform(#selector(ask), with: nil, afterDelay: 1)", ["L11 note", "L14 note"]),
      ("DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(5)) { ask() }", ["L14 note"]),
      ("Timer.scheduledTimer(withTimeInterval: 5, repeats: false) { _ in ask() }", ["L14 note"]),
      ("Task { try await Task.sleep(nanoseconds: 5 * 1_000_000_000); ask() }", ["L14 note"]),
      (
        "DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(500)) { ask() }",
        ["L11 note", "L14 note"]
      ),
      ("DispatchQueue.main.asyncAfter(deadline: .now() + 60 * 2) { ask() }", ["L14 warning"]),
      ("DispatchQueue.main.asyncAfter(deadline: .now() + 0 * 1e999) { ask() }", ["L14 warning"]),
    ])
  func delays(code: String, expected: [String]) {
    let text = """
      @main struct Shop: App { var body: some Scene { WindowGroup { Text("Hi").onAppear { \(code) } } } }
      func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      """
    #expect(swift(text).findings == expected.map { $0 + " A.swift:2" })
  }

  @Test("R93: a component that nothing uses, neither by its name nor by its file's")
  func unused() {
    let ask = SmallProject(
      "parts/Ask.tsx",
      "export default function Ask() { useEffect(() => { requestTrackingPermission(); }, []); return null; }")
    #expect(ask.findings == ["R93 warning parts/Ask.tsx:1"])
    #expect(ask.and("b.tsx", "import Other from './parts/Ask';").findings == ["L11 note parts/Ask.tsx:1"])
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

  @Test("L11: a listener that waits for a change asks nobody at a cold start")
  func change() {
    let text = """
      export default function App() {
        useEffect(() => {
          const subscription = AppState.addEventListener('change', (state) => {
            if (state === 'active') request(PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY);
          });
          return () => subscription.remove();
        }, []);
        return <Home />;
      }
      """
    #expect(SmallProject("App.tsx", text).findings("L11") == ["warning likely App.tsx:4"])
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
    let given = text.replacing(
      "[self askForTracking];", with: "[[Front alloc] initWithDone:^{ [self askForTracking]; }];")
    let front = "- (id)initWithDone:(id)done {}\n- (void)nextTapped { self.done(); }"
    let both = SmallProject("A.m", given + "\n@implementation Front\n\(front)\n@end")
    #expect(both.moments == ["on a tap"])
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

  @Test("L11: a route whose name does not say whether it is the first")
  func routes() {
    let text = """
      void main() => runApp(GetMaterialApp(initialRoute: Routes.first, getPages: [
        GetPage(name: Routes.first, page: () => const First()),
        GetPage(name: Routes.home, page: () => const Home()),
      ]));
      class Home extends StatefulWidget {
        State<Home> createState() => _HomeState();
      }
      class _HomeState extends State<Home> {
        void initState() {
          AppTrackingTransparency.requestTrackingAuthorization();
        }
      }
      """
    #expect(SmallProject("lib/main.dart", text).findings("L11") == ["note possible lib/main.dart:10"])
    let named = text.replacing("name: Routes.home", with: "name: '/home'")
    #expect(SmallProject("lib/main.dart", named).findings == [])
  }

  @Test("R93: a request under the wrong status asks nobody")
  func decided() {
    let text = atActivation(
      """
      if ATTrackingManager.trackingAuthorizationStatus == .notDetermined {
        show()
      } else {
        ATTrackingManager.requestTrackingAuthorization { _ in }
      }
      """)
    #expect(swift(text, scenes: true).findings == ["R93 error A.swift:6"])
    let guarded = atActivation(
      """
      guard ATTrackingManager.trackingAuthorizationStatus == .notDetermined else { return }
      ATTrackingManager.requestTrackingAuthorization { _ in }
      """)
    #expect(swift(guarded, scenes: true).findings == [])
    let cases = atActivation(
      """
      switch ATTrackingManager.trackingAuthorizationStatus {
      case .notDetermined: ATTrackingManager.requestTrackingAuthorization { _ in }
      case .denied, .restricted: break
      default: break
      }
      """)
    #expect(swift(cases, scenes: true).findings == [])
  }

  @Test(
    "R93: a request under an answer asks nobody",
    arguments: [
      ("if ATTrackingManager.trackingAuthorizationStatus == .denied {", 1),
      ("if ATTrackingManager.trackingAuthorizationStatus == .authorized {", 1),
      ("if ATTrackingManager.trackingAuthorizationStatus != .denied {", 0),
      ("let now = ATTrackingManager.trackingAuthorizationStatus; if now == .denied {", 1),
      ("if push.status == .denied {", 0),
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
    #expect(layer.findings == [])
  }
}

@Suite("Ways over languages")
struct BridgeTests {
  private let native = """
    @main class AppDelegate: FlutterAppDelegate {
      override func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
        let channel = FlutterMethodChannel(name: "tracking", binaryMessenger: messenger)
        channel.setMethodCallHandler { call, result in
          if call.method == "ask" {
            ATTrackingManager.requestTrackingAuthorization { _ in result(nil) }
          }
        }
        return true
      }
    }
    """

  @Test("L11: a handler of Flutter's messages runs when Dart sends one")
  func channel() {
    let dart = """
      const channel = MethodChannel('tracking');
      Widget build(BuildContext c) => FilledButton(onPressed: () => channel.invokeMethod('ask'), child: const Text('Go'));
      """
    #expect(SmallProject("AppDelegate.swift", native).findings == [])
    #expect(SmallProject("AppDelegate.swift", native).and("lib/a.dart", dart).findings == [])
    let early = """
      void main() async {
        await const MethodChannel('tracking').invokeMethod('ask');
        runApp(const App());
      }
      """
    #expect(
      SmallProject("AppDelegate.swift", native).and("lib/main.dart", early).findings("L11") == [
        "error certain AppDelegate.swift:6"
      ])
  }

  @Test("L11: a module of React Native runs when a script calls it")
  func module() {
    let native = """
      @implementation Tracking
      RCT_EXPORT_MODULE();
      RCT_EXPORT_METHOD(askToTrack:(RCTResponseSenderBlock)callback) {
        [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:^(ATTrackingManagerAuthorizationStatus status) {
          callback(@[]);
        }];
      }
      @end
      """
    let script =
      "export default function App() { useEffect(() => { NativeModules.Tracking.askToTrack(() => {}); }, []); return null; }"
    #expect(
      SmallProject("ios/Tracking.m", native).and("App.tsx", script).findings("L11") == [
        "warning certain ios/Tracking.m:4"
      ])
  }
}

@Suite("Requests that are never made")
struct UnmadeRequestTests {
  @Test("L11: only if the app happens to be active, and nothing else asks")
  func onlyIfActive() {
    let text = """
      export default function App() {
        useEffect(() => {
          if (AppState.currentState === 'active') requestTrackingPermission();
        }, []);
        return <Home />;
      }
      """
    #expect(SmallProject("App.tsx", text).findings("L11") == ["warning likely App.tsx:3"])
    let listens = text.replacing(
      "  }, []);",
      with:
        "    AppState.addEventListener('change', (s) => { if (s === 'active') requestTrackingPermission(); });\n  }, []);"
    )
    #expect(SmallProject("App.tsx", listens).findings == [])
  }

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
    let script = "document.addEventListener('pause', () => { idfa.requestPermission(); });"
    #expect(SmallProject("app.js", script).findings("L11") == ["error certain app.js:1"])
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
    let early = ["note likely main.dart:16"]
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
  }
}

@Suite("Apps in a web view")
struct WebViewTests {
  @Test("L11: as the device is ready it is too early, and a resume does not come at a cold start")
  func events() {
    let text =
      "document.addEventListener('deviceready', () => { cordova.plugins.idfa.requestPermission(); });"
    #expect(SmallProject("www/js/index.js", text).findings("L11") == ["warning certain www/js/index.js:1"])
    let resumed = text.replacing("deviceready", with: "resume")
    #expect(SmallProject("www/js/index.js", resumed).findings("L11") == ["warning likely www/js/index.js:1"])
  }
}
