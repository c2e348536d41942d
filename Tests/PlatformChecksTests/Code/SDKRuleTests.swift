import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("SDKs and consent layers against the request")
struct SDKRuleTests {
  private func delegate(_ launch: String, _ active: String, _ more: String = "") -> SmallProject {
    SmallProject(
      "A.swift",
      """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          \(launch)
          return true
        }
        func applicationDidBecomeActive(_ application: UIApplication) {
          \(active)
        }
        \(more)
      }
      """, facts: ProjectFacts(hasScenes: false))
  }

  private let ask = "ATTrackingManager.requestTrackingAuthorization { _ in }"

  @Test("L20: no wait, one after the start, one before it")
  func waits() {
    let start = "Adjust.initSdk(config)"
    let wait = "config?.attConsentWaitingInterval = 60"
    #expect(delegate(start, ask).findings == ["L20 warning A.swift:3"])
    #expect(delegate("\(start)\n    \(wait)", ask).findings == ["L20 warning A.swift:4"])
    #expect(delegate("\(wait)\n    \(start)", ask).findings == [])
    #expect(delegate(start, "\(wait); \(ask)").findings == ["L20 warning A.swift:7"])
    #expect(
      delegate("config?.attConsentWaitingInterval = 600\n    \(start)", ask).findings == [
        "L20 warning A.swift:3"
      ])
    #expect(delegate("", "ATTrackingManager.requestTrackingAuthorization { _ in \(start) }").findings == [])
    let guarded = "guard let config = ADJConfig(appToken: token) else { return true }; \(start)"
    #expect(delegate(guarded, ask).findings == ["L20 warning A.swift:3"])
    #expect(delegate(start, "").findings == [])
  }

  @Test("L22: of an SDK's steps in one function the first; an object that is given to nothing is none")
  func steps() {
    let start = "GADMobileAds.sharedInstance().start(completionHandler: nil)"
    #expect(delegate("\(start)\n    \(start)", ask).findings == ["L22 warning A.swift:3"])
    let kept = SmallProject("config.ts", "const config = { meta: { advertiserTrackingEnabled: true } };")
    #expect(kept.and("App.tsx", "requestTrackingPermission();").findings == ["L11 error App.tsx:1"])
  }

  @Test("L20: what an import renames is known by its own name")
  func renamed() {
    let text = """
      import { Adjust as Metrics } from 'react-native-adjust';
      import { requestTrackingPermission as ask } from 'react-native-tracking-transparency';
      export default function App() {
        useEffect(() => { Metrics.initSdk(config); }, []);
        return <Button onPress={() => ask()} />;
      }
      """
    #expect(SmallProject("App.tsx", text).findings == ["L20 warning App.tsx:4"])
  }

  @Test("L18: a wait that ends long before a later screen asks")
  func tooShort() {
    let text = """
      import { Adjust, AdjustConfig } from 'react-native-adjust';
      export default function App() {
        useEffect(() => {
          const config = new AdjustConfig('abc', AdjustConfig.EnvironmentProduction);
          config.setAttConsentWaitingInterval(10);
          Adjust.create(config);
        }, []);
        return <Root />;
      }
      function Root() {
        const navigation = useNavigation();
        return <Button title="Sign in" onPress={() => navigation.navigate('Done')} />;
      }
      export function Routes() {
        return (
          <Stack.Navigator>
            <Stack.Screen name="Root" component={Root} />
            <Stack.Screen name="Done" component={Done} />
          </Stack.Navigator>
        );
      }
      function Done() {
        return <Button title="Continue" onPress={() => requestTrackingPermissionsAsync()} />;
      }
      """
    #expect(SmallProject("App.tsx", text).findings("L18") == ["warning certain App.tsx:5"])
    #expect(SmallProject("App.tsx", text.replacing("(10)", with: "(300)")).findings("L18") == [])
    let first = text.replacing("Navigator>\n      <", with: "Navigator initialRouteName=\"Done\">\n      <")
    #expect(SmallProject("App.tsx", first).findings("L18") == ["note likely App.tsx:5"])
  }

  @Test("L22: an SDK for ads that starts at launch, though the app asks")
  func ads() {
    let start = "GADMobileAds.sharedInstance().start(completionHandler: nil)"
    #expect(delegate(start, ask).findings == ["L22 warning A.swift:3"])
    #expect(delegate("", "ATTrackingManager.requestTrackingAuthorization { _ in \(start) }").findings == [])
    #expect(delegate(start, "").findings == [])
    let flag = "Settings.shared.isAdvertiserTrackingEnabled ="
    #expect(delegate("\(flag) true", ask).findings == ["L22 warning A.swift:3"])
    #expect(delegate("\(flag) false", ask).findings == [])
    let ask = "if (Platform.OS === 'ios') { await requestTrackingPermissionsAsync(); }"
    let script = "async function start() { \(ask) await MobileAds().initialize(); }\nstart();"
    #expect(SmallProject("index.js", script).findings("L22") == [])
    let listed = script.replacing(
      "requestTrackingPermissionsAsync(", with: "request(PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY")
    #expect(SmallProject("index.js", listed).findings("L22") == [])
    let next = "async function run() { \(ask) }\nrun().then(() => MobileAds().initialize());"
    #expect(SmallProject("index.js", next).findings("L22") == [])
    let asking = "AdMob.initialize({ requestTrackingAuthorization: true });"
    #expect(SmallProject("index.js", asking).findings("L22") == [])
    let open = listed.replacing("Platform.OS === 'ios'", with: "now === RESULTS.DENIED")
    #expect(SmallProject("index.js", open).findings("L22") == [])
    let undecided = script.replacing("Platform.OS === 'ios'", with: "now === PermissionStatus.UNDETERMINED")
    #expect(SmallProject("index.js", undecided).findings("L22") == [])
    let kept = "let kept; async function run() { \(ask) }\nfunction ask() { kept = run(); return kept; }\n"
    #expect(
      SmallProject("index.js", kept + script.replacing(ask, with: "await ask();")).findings("L22") == [])
  }

  @Test("L23: layer and alert on ways of their own, or on one without a wait")
  func together() {
    let layer = "ConsentForm.loadAndPresentIfRequired(from: nil) { _ in }"
    #expect(delegate("", "\(layer)\n    \(ask)").findings == ["L23 warning A.swift:8"])
    #expect(delegate(layer, ask).findings == ["L23 warning A.swift:7"])
    let tapped = "class Home: UIViewController { @IBAction func go() {\n\(layer)\n\(ask) } }"
    #expect(SmallProject("A.swift", tapped).findings == ["L23 warning A.swift:3"])
  }

  @Test("L25: an alert after the layer whatever that was told")
  func refused() {
    let chain = "ConsentForm.loadAndPresentIfRequired(from: nil) { _ in \(ask) }"
    #expect(delegate("", chain).findings == ["L25 warning A.swift:7"])
    let looks = """
      var isAllowed: Bool { (UserDefaults.standard.string(forKey: "IABTCF_PurposeConsents") ?? "").hasPrefix("1") }
      """
    #expect(delegate("", chain, looks).findings == [])
    #expect(
      delegate(
        "",
        "ATTrackingManager.requestTrackingAuthorization { status in if status == .authorized { ConsentForm.loadAndPresentIfRequired(from: nil) } }"
      ).findings == [])
  }

  @Test("L24: a layer after the alert whatever was answered")
  func again() {
    func after(_ code: String) -> [String] {
      delegate("", "ATTrackingManager.requestTrackingAuthorization { \(code) }").findings
    }
    let layer = "ConsentForm.loadAndPresentIfRequired(from: nil)"
    #expect(after("_ in \(layer)") == ["L24 warning A.swift:7"])
    let isOpen = "ATTrackingManager.trackingAuthorizationStatus == .notDetermined"
    let guarded = delegate(
      "", "guard \(isOpen) else { return }; \(ask.replacing("_ in", with: "_ in \(layer)"))")
    #expect(guarded.findings == ["L24 warning A.swift:7"])
    #expect(after("status in CMPManager.rejectAll(); \(layer)") == [])
    #expect(after("status in switch status { case .authorized: \(layer); default: break }") == [])
    #expect(after("status in if status == .denied { \(layer) }") == ["L24 warning A.swift:7"])
    let awaited = "if \(isOpen) { await ATTrackingManager.requestTrackingAuthorization() }"
    let isAllowed = "ATTrackingManager.trackingAuthorizationStatus == .authorized"
    #expect(delegate("", "Task { \(awaited); if \(isAllowed) { \(layer) } }").findings == [])
    #expect(after("status in ConsentForm.loadAndPresentIfRequired(from: status)") == [])
  }

  @Test("L21: an SDK that asks by itself beside the app")
  func alone() {
    let terms = "settings.termsAndPrivacyPolicyFlowSettings.isEnabled = true"
    #expect(delegate("\(terms)\n\(terms)", ask).findings == ["L21 warning A.swift:3"])
    #expect(delegate(terms, "").findings == [])
    #expect(delegate(terms.replacing("true", with: "false"), ask).findings == [])
    let quiet = "tracker.autoRequestTrackingAuthorizationBool = false"
    #expect(delegate("KochavaTracker.shared.registerAppGUID(id)", ask).findings == ["L21 warning A.swift:3"])
    #expect(delegate("KochavaTracker.shared.registerAppGUID(id); \(quiet)", ask).findings == [])
  }
}
