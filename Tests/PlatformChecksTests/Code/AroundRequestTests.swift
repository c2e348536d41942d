import ExperimentDesign
import Testing

@testable import PlatformChecks

private let warned = ["warning certain a.dart:4"]

@Suite("What stands around the request")
struct AroundRequestTests {
  private func active(_ body: String) -> SmallProject {
    SmallProject("A.swift", atActivation(body), facts: ProjectFacts(hasScenes: true))
  }

  // MARK: Memory

  @Test("L13: a flag that is kept whatever became of the request")
  func askedOnce() {
    let swift = active(
      """
          if !UserDefaults.standard.bool(forKey: "didAsk") {
            UserDefaults.standard.set(true, forKey: "didAsk")
            ATTrackingManager.requestTrackingAuthorization { _ in }
          }
      """)
    #expect(swift.findings == ["L13 warning A.swift:4"])
    let first = """
      struct Home: View {
        @AppStorage("isFirst") var isFirst = true
        var body: some View {
          Text("Home").onReceive(NotificationCenter.default.publisher(for: UIApplication.didBecomeActiveNotification)) { _ in
            if isFirst { isFirst = false; ATTrackingManager.requestTrackingAuthorization { _ in } }
          }
        }
      }
      """
    #expect(SmallProject("A.swift", first).findings == ["L13 warning A.swift:5"])
    let script = """
      export default function App() {
        const ask = async () => {
          const asked = await AsyncStorage.getItem('@asked');
          if (asked) return;
          await requestTrackingPermissionsAsync();
          await AsyncStorage.setItem('@asked', 'true');
        };
        return <Button onPress={ask} title="Continue" />;
      }
      """
    #expect(SmallProject("App.tsx", script).findings == ["L13 warning App.tsx:6"])
    let ask = "ATTrackingManager.requestTrackingAuthorization { _ in }"
    let other = active(#"if UserDefaults.standard.bool(forKey: "onboarded") { \#(ask) }"#)
    #expect(other.findings == [])
    // The second launch asks, whatever became of the request.
    let later = "UserDefaults.standard.set(true, forKey: first) } else { \(ask) }"
    #expect(active("if !UserDefaults.standard.bool(forKey: first) { \(later)").findings == [])
    let wanted = "\(ask); UserDefaults.standard.set(true, forKey: first)"
    #expect(active("if UserDefaults.standard.bool(forKey: first) { \(wanted) }").findings == [])
    #expect(
      active("guard UserDefaults.standard.bool(forKey: first) else { return }; \(wanted)").findings == [])
    let decided =
      "if ATTrackingManager.trackingAuthorizationStatus != .notDetermined { \(wanted.dropFirst(ask.count + 2)) }"
    #expect(
      active("if UserDefaults.standard.bool(forKey: first) { return }; \(ask); \(decided)").findings == [])
    #expect(active("@AppStorage(key) var isPaid = false; if !isPaid { \(ask) }").findings == [])
    let left = "if isAbroad { UserDefaults.standard.set(true, forKey: first); return }; \(ask)"
    #expect(active("if !UserDefaults.standard.bool(forKey: first) { \(left) }").findings == [])
    let message = """
      - (void)applicationDidBecomeActive:(UIApplication *)app {
        if ([defaults boolForKey:kAsked]) return; [defaults setBool:YES forKey:kAsked];
        [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:^(NSUInteger s) {}];
      }
      """
    #expect(SmallProject("A.m", message).findings("L13") == ["warning certain A.m:2"])
  }

  @Test("L15: what the callback said is kept as the answer, unless the status is read again")
  func kept() {
    let keeps = """
          ATTrackingManager.requestTrackingAuthorization { status in
            UserDefaults.standard.set(status == .authorized, forKey: "mayTrack")
          }
      """
    #expect(active(keeps).findings == ["L15 warning A.swift:4", "L28 warning A.swift:4"])
    let again = active(keeps).and(
      "B.swift",
      atLaunch(
        """
        Ads.isPersonal = ATTrackingManager.trackingAuthorizationStatus == .authorized
        """))
    #expect(again.findings == [])
    let shown = active(
      "    ATTrackingManager.requestTrackingAuthorization { status in self.label.text = name(status) }")
    #expect(shown.findings == [])
  }

  // MARK: Other alerts

  @Test(
    "L12: Flutter's local notifications ask by a type in brackets, and by settings that are not all off",
    arguments: [
      ("resolve<IOSFlutterLocalNotificationsPlugin>()?.requestPermissions(alert: true)", warned),
      ("resolve<IOSFlutterLocalNotificationsPlugin>()!.requestPermissions(alert: true)", warned),
      (
        "resolve<IOSFlutterLocalNotificationsPlugin>()?.requestPermissions(); await Future.delayed(Duration(milliseconds: 500))",
        warned
      ),
      (
        "resolve<IOSFlutterLocalNotificationsPlugin>()?.requestPermissions(); await Future.delayed(Duration(seconds: 20))",
        []
      ),
      ("resolve<AndroidFlutterLocalNotificationsPlugin>()?.requestPermissions()", []),
      ("initialize(const InitializationSettings(iOS: DarwinInitializationSettings()))", warned),
      ("initialize(IOSInitializationSettings(requestAlertPermission: false))", warned),
      (
        "initialize(DarwinInitializationSettings(requestAlertPermission: false, requestBadgePermission: false, requestSoundPermission: false))",
        []
      ),
    ])
  func localNotifications(code: String, expected: [String]) {
    let text = """
      class Home extends State<Page> with WidgetsBindingObserver {
        void didChangeAppLifecycleState(AppLifecycleState state) async {
          await plugin.\(code);
          await AppTrackingTransparency.requestTrackingAuthorization();
        }
      }
      """
    #expect(SmallProject("a.dart", text).findings("L12") == expected)
  }

  @Test("L12: a permission at launch before the first effect is a warning, whatever guards the request")
  func pushAtLaunch() {
    let text = """
      OneSignal.Notifications.requestPermission(true);
      export default function App() {
        useEffect(() => {
          void (async () => {
            if (await getTrackingStatus() === 'not-determined') await requestTrackingPermission();
          })();
        }, []);
        return null;
      }
      """
    #expect(SmallProject("App.tsx", text).findings == ["L11 warning App.tsx:5", "L12 warning App.tsx:5"])
    let soon = text.replacing("void (", with: "setTimeout(").replacing("})();", with: "}, 1000);")
    #expect(SmallProject("App.tsx", soon).findings("L12") == ["warning certain App.tsx:5"])
  }

  @Test(
    "L12: two timers are right before one another only where their times are",
    arguments: [
      ("1000", "4000", ["L12 warning App.tsx:5", "L14 note App.tsx:5"]),
      ("1000 * 30", "2 * 1000 * 60", ["L14 warning App.tsx:5"]), ("120000", "4000", ["L14 note App.tsx:5"]),
    ])
  func timers(push: String, ask: String, expected: [String]) {
    let text = """
      const usePush = () => {
        setTimeout(() => notifee.requestPermission(), \(push));
      };
      const useAsk = () => {
        setTimeout(async () => { await requestTrackingPermission(); }, \(ask));
      };
      export default function App() {
        useEffect(() => { usePush(); useAsk(); }, []);
        return null;
      }
      """
    #expect(SmallProject("App.tsx", text).findings == expected)
  }

  @Test("L12: another permission right before, in one function or through two")
  func together() {
    let one = active(
      """
          UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
          ATTrackingManager.requestTrackingAuthorization { _ in }
      """)
    #expect(one.findings == ["L12 warning A.swift:4"])
    let inside = active(
      """
          UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in
            ATTrackingManager.requestTrackingAuthorization { _ in }
          }
      """)
    #expect(inside.findings == ["L12 warning A.swift:4"])
    let push = "UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in"
    let ask = "ATTrackingManager.requestTrackingAuthorization { _ in"
    #expect(active("\(ask) \(push) } }").findings == [])
    let between = active("\(push) }; func other() { confirm(now) }; \(ask) }")
    #expect(between.findings == ["L12 warning A.swift:3"])
    let two = """
      class Start extends StatelessWidget {
        Future<void> go() async {
          await askPush();
          await Tracking.ask();
        }
        Future<void> askPush() async {
          await FirebaseMessaging.instance.requestPermission();
        }
        @override
        Widget build(BuildContext context) => FilledButton(onPressed: go, child: const Text('Start'));
      }
      class Tracking {
        static Future<void> ask() async {
          await AppTrackingTransparency.requestTrackingAuthorization();
        }
      }
      """
    #expect(SmallProject("lib/start.dart", two).findings == ["L12 warning lib/start.dart:14"])
    let asks = "if (await showDialog<bool>(context: c, builder: (_) => Why()) ?? false) await AppTracking"
    let told = two.replacing("await AppTracking", with: asks)
    #expect(SmallProject("lib/start.dart", told).findings("L12") == [])
    for call in ["await Tracking.ask", "await AppTracking"] {
      let spaced = two.replacing(call, with: "await Future.delayed(const Duration(seconds: 1)); \(call)")
      #expect(SmallProject("lib/start.dart", spaced).findings("L12") == [])
      let sent = two.replacing(call, with: "await http.get(address); \(call)")
      #expect(SmallProject("lib/start.dart", sent).findings("L12") == [])
    }
  }

  @Test("L12: buttons of one screen are no sequence, and other systems' code is none")
  func apart() {
    let text = """
      export function Permissions() {
        return (
          <View>
            <Button title="Camera" onPress={() => Camera.requestCameraPermissionsAsync()} />
            <Button title="Ads" onPress={() => requestTrackingPermissionsAsync()} />
          </View>
        );
      }
      async function both() {
        if (Platform.OS === 'android') {
          await requestNotifications(['alert']);
          return;
        }
        await requestTrackingPermissionsAsync();
      }
      export const Go = () => <Button title="Go" onPress={both} />;
      """
    #expect(SmallProject("a.tsx", text).findings == [])
  }

  @Test("L12: a list asks for several at once")
  func list() {
    let text = """
      export const Go = () => (
        <Button title="Go" onPress={() => requestMultiple([PERMISSIONS.IOS.CAMERA, PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY])} />
      );
      """
    #expect(SmallProject("a.tsx", text).findings == ["L12 warning a.tsx:2"])
    let kept = """
      class Start {
        Future<void> go() async {
          final wanted = [Permission.camera, Permission.appTrackingTransparency];
          await wanted.request();
        }
        Widget build(BuildContext c) => FilledButton(onPressed: go, child: const Text('Go'));
      }
      """
    for written in [kept, kept.replacing("= [", with: "= <Permission>[")] {
      #expect(SmallProject("a.dart", written).findings == ["L12 warning a.dart:4"])
    }
    let alone =
      "Widget build(BuildContext c) => FilledButton(onPressed: () => [Permission.appTrackingTransparency].request());"
    #expect(SmallProject("a.dart", alone).findings == [])
  }

  @Test(
    "L12: push at launch lies over a request of the first screen, and costs one at each activation little")
  func besideEachActivation() {
    let launch = atLaunch(
      """
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
      """)
    let ask = "ATTrackingManager.requestTrackingAuthorization { _ in }"
    let each = active(ask).and("B.swift", launch)
    #expect(each.findings == ["L12 note A.swift:3"])
    // The first activation of a process is that of the other alert.
    #expect(
      active("guard !asked else { return }; asked = true; \(ask)").and("B.swift", launch).findings == [
        "L12 warning A.swift:3"
      ])
    func first(_ limit: String) -> [String] {
      SmallProject("A.swift", atLaunch("center.publisher(for: didBecomeActive)\(limit).sink { _ in \(ask) }"))
        .and("B.swift", launch).findings
    }
    #expect(first("") == ["L12 note A.swift:3"] && first(".first()") == ["L12 warning A.swift:3"])
  }

  @Test("L29: people who said no are sent to Settings as the app is opened")
  func settingsByStatus() {
    let open = "UIApplication.shared.open(URL(string: UIApplication.openSettingsURLString)!)"
    let request = "ATTrackingManager.requestTrackingAuthorization { _ in }"
    let text = active(
      """
          switch ATTrackingManager.trackingAuthorizationStatus {
          case .notDetermined: \(request)
          case .denied:
            let alert = UIAlertController(title: "Off", message: nil, preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "Settings", style: .default) { _ in \(open) })
            present(alert, animated: true)
          default: break
          }
      """)
    #expect(text.findings("L29") == ["warning certain A.swift:7"])
    let status = "let now = ATTrackingManager.trackingAuthorizationStatus"
    let outright = active("\(status)\nif now == .denied { \(open) } else { \(request) }")
    #expect(outright.findings("L29") == ["warning certain A.swift:4"])
    #expect(active("\(request)\nif push.status == .denied { \(open) }").findings("L29") == [])
    func view(_ sets: String, _ button: String, _ rule: String = "L29") -> [String] {
      SmallProject(
        "A.swift",
        """
        @main struct Shop: App { var body: some Scene { WindowGroup { Home() } } }
        struct Home: View {
          @State var shows = false
          var body: some View {
            Text(shows ? "" : "Hi").\(sets).alert("Off", isPresented: $shows) {
              Button("Go on") { \(button) }; Button("Later") {}
            }.task(id: phase) { \(request) }
          }
        }
        """
      ).findings(rule)
    }
    let isOff = "ATTrackingManager.trackingAuthorizationStatus == .denied"
    #expect(view("onAppear { shows = \(isOff) }", open) == ["warning certain A.swift:6"])
    #expect(view("onAppear { if \(isOff) { shows.toggle() } }", open) == ["warning certain A.swift:6"])
    for sets in ["onTapGesture { shows = \(isOff) }", "onAppear { shows = push == .denied }"] {
      #expect(view(sets, open) == [])
    }
    #expect(view("onAppear { shows = true }", request, "L8") == ["warning likely A.swift:5"])
    #expect(view("onTapGesture { shows = true }", request, "L8") == [])
  }

  // MARK: Dialogs

  @Test("L5, L6: an alert controller before the request with a way past it, and a button that asks")
  func alertController() {
    let text = active(
      """
          let alert = UIAlertController(title: "Ads", message: "They pay for this.", preferredStyle: .alert)
          alert.addAction(UIAlertAction(title: "Not now", style: .cancel))
          alert.addAction(UIAlertAction(title: "Allow", style: .default) { _ in
            ATTrackingManager.requestTrackingAuthorization { _ in }
          })
          present(alert, animated: true)
      """)
    #expect(text.findings("L5") == ["error certain A.swift:4"])
    #expect(text.findings("L6") == ["error certain A.swift:5"])
    #expect(text.findings("L8") == ["warning likely A.swift:3"])
    let once = text.files[0].text.replacing(
      "    let alert",
      with: "    if UserDefaults.standard.bool(forKey: \"explained\") { return }\n    let alert")
    #expect(SmallProject("A.swift", once).findings("L8") == [])
    let one = active(
      """
          guard ATTrackingManager.trackingAuthorizationStatus == .notDetermined else { return }
          let alert = UIAlertController(title: "Ads", message: "They pay for this.", preferredStyle: .alert)
          alert.addAction(UIAlertAction(title: "Continue", style: .default) { _ in
            ATTrackingManager.requestTrackingAuthorization { _ in }
          })
          present(alert, animated: true)
      """)
    #expect(one.findings == [])
  }

  @Test("L5: a script's alert with two buttons, and none where one leads on")
  func scriptAlert() {
    let text = """
      export const Front = () => {
        const explain = async () => {
          const { status } = await getTrackingPermissionsAsync();
          if (status !== 'undetermined') return;
          Alert.alert('Ads', 'They pay for this.', [
            { text: 'Skip' },
            { text: 'Continue', onPress: () => requestTrackingPermissionsAsync() },
          ]);
        };
        return <Button title="Start" onPress={explain} />;
      };
      """
    #expect(SmallProject("a.tsx", text).findings == ["L5 error a.tsx:6"])
    #expect(SmallProject("a.tsx", text.replacing("      { text: 'Skip' },\n", with: "")).findings == [])
  }

  @Test("L5: the answer of a screen, or of a function that shows a dialog, in another file")
  func shownElsewhere() {
    let page = """
      class Primer extends StatelessWidget {
        Widget build(BuildContext context) => Column(children: [
          FilledButton(onPressed: () => Navigator.pop(context, true), child: const Text('Continue')),
          TextButton(onPressed: () => Navigator.pop(context, false), child: const Text('Refuse')),
        ]);
      }
      Future<bool> explain(BuildContext context) async => await showDialog<bool>(
        context: context, builder: (c) => AlertDialog(actions: [
          TextButton(onPressed: () => Navigator.pop(c, false), child: const Text('Refuse')),
          TextButton(onPressed: () => Navigator.pop(c, true), child: const Text('Next')),
        ])) ?? false;
      """
    func home(_ body: String) -> SmallProject {
      SmallProject("primer.dart", page).and(
        "home.dart",
        """
        class Home extends StatelessWidget {
          Future<void> go(BuildContext context) async {
            final status = await AppTrackingTransparency.trackingAuthorizationStatus;
            if (status != TrackingStatus.notDetermined) return;
            \(body) await AppTrackingTransparency.requestTrackingAuthorization();
          }
          Widget build(BuildContext context) => TextButton(onPressed: () => go(context), child: const Text('Go'));
        }
        """)
    }
    let pushed = "await Navigator.of(context).push<bool>(MaterialPageRoute(builder: (_) => const Primer()))"
    let agreed = home("final agreed = \(pushed); if (agreed == true)")
    #expect(agreed.findings("L5") == ["error certain primer.dart:4"])
    #expect(home("if (await explain(context))").findings("L5") == ["error certain primer.dart:9"])
  }

  @Test("L5: a view of the app's own that is given a way past the alert beside the way to it")
  func givenWays() {
    let swift = """
      struct Front: View {
        var body: some View { Primer(onContinue: ask, onSkip: { step = 1 }) }
        func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      """
    #expect(SmallProject("A.swift", swift).findings("L5") == ["warning likely A.swift:2"])
    let dart = """
      class Home extends StatelessWidget {
        Widget build(BuildContext context) => Primer(
          onAccept: () => AppTrackingTransparency.requestTrackingAuthorization(),
          onLater: () => Navigator.of(context).pushNamed('/home'));
      }
      """
    #expect(SmallProject("a.dart", dart).findings("L5") == ["warning likely a.dart:4"])
    let script = """
      export const App = () => (
        <Primer onAccept={async () => { await requestTrackingPermission(); }}
          onDecline={() => setOpen(false)} />
      );
      """
    #expect(SmallProject("a.tsx", script).findings("L5") == ["warning likely a.tsx:3"])
    #expect(SmallProject("a.tsx", script.replacing("onDecline", with: "onShown")).findings("L5") == [])
    let routed = dart.replacing("Primer(", with: "Column(children: [TextButton(").replacing(
      "onLater:", with: "child: Text('Go on')), TextButton(child: Text('Skip'), onPressed:"
    ).replacing("'/home'));", with: "'/home'))]);").replacing("onAccept", with: "onPressed")
    #expect(SmallProject("a.dart", routed).findings("L5") == ["warning likely a.dart:4"])
  }

  @Test("L5, L6: a screen of the app's own with a second button, and a sheet that can be swiped away")
  func screens() {
    let text = """
      struct Explain: View {
        let onDone: () -> Void
        var body: some View {
          VStack {
            Button("Enable tracking") { ATTrackingManager.requestTrackingAuthorization { _ in onDone() } }
            Button("Maybe later") { onDone() }
          }
        }
      }
      struct Settings: View {
        @State var isOpen = false
        var body: some View {
          Button("Ads") { isOpen = true }
            .sheet(isPresented: $isOpen) { Explain(onDone: { isOpen = false }) }
        }
      }
      """
    #expect(
      SmallProject("A.swift", text).findings == [
        "L5 warning A.swift:14", "L5 warning A.swift:6", "L6 warning A.swift:5",
      ])
    let cross = text.replacing("(\"Maybe later\") {", with: "(action: leave) { Image(systemName: \"xmark\")")
    #expect(SmallProject("A.swift", cross).findings.contains("L5 warning A.swift:6"))
    let fine = text.replacing("Enable tracking", with: "Continue").replacing(
      "      Button(\"Maybe later\") { onDone() }\n", with: ""
    )
    .replacing(
      "var body: some View {\n    VStack {",
      with: "var body: some View {\n    VStack {}.interactiveDismissDisabled()\n    VStack {")
    #expect(SmallProject("A.swift", fine).findings == [])
  }

  @Test(
    "L5, L9: a dialog that is closed, by a tap beside it or a second button, and comes whatever the status is"
  )
  func dismissible() {
    func front(_ looks: String, _ stays: String, _ more: String = "") -> [String] {
      SmallProject(
        "a.dart",
        """
        class Front extends StatelessWidget {
          Future<void> go(BuildContext context) async {
            \(looks)
            final goesOn = await showDialog<bool>(
              context: context, \(stays)
              builder: (c) => AlertDialog(actions: [
                TextButton(onPressed: () => Navigator.pop(c, true), child: const Text('Next')), \(more)
              ]));
            if (goesOn == true) await AppTrackingTransparency.requestTrackingAuthorization();
          }
          @override
          Widget build(BuildContext context) => FilledButton(onPressed: () => go(context), child: const Text('Go'));
        }
        """
      ).findings
    }
    let looks = "if (await AppTrackingTransparency.trackingAuthorizationStatus != notDetermined) return;"
    #expect(front(looks, "") == ["L5 warning a.dart:4"])
    #expect(front(looks, "barrierDismissible: false,") == [])
    let later = "TextButton(onPressed: () => Navigator.pop(c, false), child: const Text('Later')),"
    #expect(front("", "", later) == ["L5 error a.dart:7", "L9 note a.dart:4"])
    let sheet = """
      class Explain extends StatelessWidget {
        Widget build(BuildContext context) => FilledButton(
          onPressed: () => AppTrackingTransparency.requestTrackingAuthorization(), child: const Text('Continue'));
      }
      class Front extends StatelessWidget {
        Widget build(BuildContext context) => FilledButton(
          onPressed: () => showModalBottomSheet(context: context, builder: (_) => const Explain()), child: const Text('Go'));
      }
      """
    #expect(SmallProject("a.dart", sheet).findings == ["L5 warning a.dart:7"])
  }

  @Test(
    "L5: a screen of UIKit's that comes by itself as a sheet",
    arguments: [
      ("viewDidAppear", "primer.modalPresentationStyle = .pageSheet", "primer", ["warning likely A.swift:3"]),
      ("viewDidAppear", "primer.isModalInPresentation = true", "primer", []),
      ("viewDidAppear", "primer.modalPresentationStyle = .fullScreen", "primer", []),
      ("viewDidAppear", "show(primer, sender: nil)", "other", []), ("openTapped", "", "primer", []),
    ])
  func presented(function: String, style: String, shown: String, expected: [String]) {
    let text = """
      class Home: UIViewController { func \(function)() {
        let primer = Primer(); \(style)
        present(\(shown), animated: true)
      } }
      class Primer: UIViewController {
        func viewDidLoad() { button.addTarget(self, action: #selector(next), for: .touchUpInside) }
        func next() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      """
    #expect(SmallProject("A.swift", text).findings("L5") == expected)
  }

  @Test("L6: a button that a controller makes in code")
  func madeInCode() {
    let code = """
      class Explain: UIViewController {
        func viewDidLoad() {
          more.setTitle("Allow tracking", for: .normal)
          more.addTarget(self, action: #selector(ask), for: .touchUpInside)
        }
        func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      }
      """
    #expect(SmallProject("A.swift", code).findings == ["L6 warning A.swift:3"])
  }

  @Test("L15: what is set elsewhere than in a store is not kept")
  func inMemory() {
    let ask = "async () => { const status = await requestTrackingPermission(); set({ status }); }"
    let store = SmallProject("a.ts", "export const useTracking = create((set) => ({ ask: \(ask) }));")
    #expect(store.moments != [] && store.findings("L15") == [])
  }

  // MARK: Afterwards

  @Test("L29: people who said no are sent to Settings at once; a link that they tap is none of that")
  func nag() {
    let text = active(
      """
          ATTrackingManager.requestTrackingAuthorization { status in
            if status == .denied { self.showSettings() }
          }
        }
        func showSettings() {
          let alert = UIAlertController(title: "Ads", message: nil, preferredStyle: .alert)
          alert.addAction(UIAlertAction(title: "Settings", style: .default) { _ in
            UIApplication.shared.open(URL(string: UIApplication.openSettingsURLString)!)
          })
          present(alert, animated: true)
      """)
    #expect(text.findings == ["L29 warning A.swift:10"])
    let link = active("    ATTrackingManager.requestTrackingAuthorization { _ in }").and(
      "B.swift",
      """
      struct Privacy: View { var body: some View {
        Button("Settings") { UIApplication.shared.open(URL(string: UIApplication.openSettingsURLString)!) }
      } }
      """)
    #expect(link.findings == [])
  }

  @Test("L29: a script's alert after a no is one, and its button is no way past the request (L5)")
  func scriptNag() {
    let text = """
      export default function App() {
        const ask = async () => {
          const status = await requestTrackingPermission();
          if (status === 'denied') {
            Alert.alert('Ads', 'Open Settings', [
              { text: 'Cancel', style: 'cancel' },
              { text: 'Open', onPress: () => Linking.openSettings() },
            ]);
          }
        };
        return <Button title="Continue" onPress={ask} />;
      }
      """
    #expect(SmallProject("App.tsx", text).findings == ["L29 warning App.tsx:7"])
  }

  @Test("L35: zeros in place of the status")
  func zeros() {
    let text = """
      func mayTrack() -> Bool {
        ASIdentifierManager.shared().advertisingIdentifier.uuidString != "00000000-0000-0000-0000-000000000000"
      }
      let none = "00000000-0000-0000-0000-000000000000"
      """
    #expect(SmallProject("A.swift", text).findings == ["L35 warning A.swift:2"])
    let set = text.replacing(" != \"00000000-0000-0000-0000-000000000000\"", with: " != none")
    #expect(SmallProject("A.swift", set).findings == ["L35 warning A.swift:4"])
    let filter = text.replacing("{\n", with: "{\n let id = ").replacing("\"\n}", with: "\" ? nil : id\n}")
    #expect(SmallProject("A.swift", filter).findings == [])
    let user = text.replacing("ASIdentifierManager.shared().advertisingIdentifier", with: "user")
    #expect(SmallProject("A.swift", user).findings == [])
    let looks =
      "{\n guard ATTrackingManager.trackingAuthorizationStatus == .authorized else { return false };"
    #expect(SmallProject("A.swift", text.replacing("{\n", with: looks)).findings == [])
  }

  @Test("L39: the app's own code calls a declared tracking domain")
  func domains() {
    let facts = ProjectFacts(trackingDomains: ["ads.example.com"])
    let text = """
      let prices = URL(string: "https://api.ads.example.com/prices")!
      let other = URL(string: "https://api.example.com/prices")!
      """
    #expect(SmallProject("A.swift", text, facts: facts).findings == ["L39 warning A.swift:1"])
    let dart = "final prices = Uri.https('ads.example.com', '/prices');"
    #expect(SmallProject("a.dart", dart, facts: facts).findings == ["L39 warning a.dart:1"])
  }
}
