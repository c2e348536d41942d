import PlatformChecks
import Testing

@Suite("Calls in sources")
struct CallSiteTests {
  /// The calls of a source: kind, line, what is around them.
  private func calls(_ text: String, _ path: String) throws -> [String] {
    let language = try #require(SourceLanguage(path: path))
    return try SourceFile(Array(text.utf8), path: path, language: language).calls.map {
      "\($0.kind.rawValue) \($0.location.line):\($0.location.column) \($0.call) [\($0.enclosing)]"
    }
  }

  @Test("the language of a file is known by its name; other files are none")
  func languages() {
    #expect(SourceLanguage(path: "App/App.swift") == .swift)
    #expect(SourceLanguage(path: "AppDelegate.M") == .objectiveC)
    #expect(SourceLanguage(path: "lib/main.dart") == .dart)
    #expect(
      SourceLanguage(path: "src/App.tsx") == .typeScript && SourceLanguage(path: "index.js") == .typeScript)
    #expect(SourceLanguage(path: "Info.plist") == nil && SourceLanguage(path: "swift") == nil)
  }

  @Test("Swift: requests, starts and waits with the function and type around them")
  func swift() throws {
    let text = """
      import AppTrackingTransparency

      @main
      struct NewsApp: App {
        init() {
          ATTrackingManager.requestTrackingAuthorization { _ in }
        }
        var body: some Scene {
          WindowGroup {
            ContentView()
              .onAppear {
                DispatchQueue.main.asyncAfter(deadline: .now() + 1) { Tracking.shared.request() }
              }
              .task { await ATTrackingManager.requestTrackingAuthorization() }
          }
        }
      }

      final class AppDelegate: NSObject, UIApplicationDelegate {
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
        ) -> Bool {
          if let key = options?.first { print("{ \\(key) }") }
          AppsFlyerLib.shared().waitForATTUserAuthorization(timeoutInterval: 60)
          AppsFlyerLib.shared().start()
          UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
          return true
        }
        func requestTrackingAuthorization() {}
      }
      """
    #expect(
      try calls(text, "NewsApp.swift") == [
        "tracking_request 6:23 ATTrackingManager.requestTrackingAuthorization [NewsApp.init]",
        "tracking_request 14:41 ATTrackingManager.requestTrackingAuthorization [NewsApp.body › WindowGroup › task]",
        "sdk_wait 25:27 AppsFlyerLib.shared.waitForATTUserAuthorization [AppDelegate.application(_:didFinishLaunchingWithOptions:)]",
        "sdk_start 26:27 AppsFlyerLib.shared.start [AppDelegate.application(_:didFinishLaunchingWithOptions:)]",
        "push_request 27:40 UNUserNotificationCenter.current.requestAuthorization [AppDelegate.application(_:didFinishLaunchingWithOptions:)]",
      ])
  }

  @Test("Swift: what stands in comments and texts is no call, and what is put into a text is")
  func swiftTexts() throws {
    let text = ##"""
      // ATTrackingManager.requestTrackingAuthorization { }
      /* /* nested */ ATTrackingManager.requestTrackingAuthorization { } */
      let a = "ATTrackingManager.requestTrackingAuthorization { }"
      let b = """
        ATTrackingManager.requestTrackingAuthorization { "quoted" }
        """
      let c = #"a "quote" \(ATTrackingManager.requestTrackingAuthorization())"#
      let d = "\(await ATTrackingManager.requestTrackingAuthorization())"
      let e = "unclosed
      let f = /ATTrackingManager.requestTrackingAuthorization()/
      func g() { ATTrackingManager.requestTrackingAuthorization { _ in } }
      """##
    #expect(try calls(text, "a.swift").map { $0.split(separator: " ")[1] } == ["8:36", "11:30"])
  }

  @Test("Objective-C: methods by their selectors, messages and blocks")
  func objectiveC() throws {
    let text = """
      #import "AppDelegate.h"
      // [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:^(NSUInteger s) {}];
      @implementation AppDelegate
      - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
        [[AppsFlyerLib shared] start];
        [[AppsFlyerLib shared] waitForATTUserAuthorizationWithTimeoutInterval:60];
        NSLog(@"[ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:nil]");
        return YES;
      }
      - (void)applicationDidBecomeActive:(UIApplication *)application {
        if (@available(iOS 14, *)) {
          [ATTrackingManager requestTrackingAuthorizationWithCompletionHandler:^(ATTrackingManagerAuthorizationStatus s) {
            NSString *idfa = [[[ASIdentifierManager sharedManager] advertisingIdentifier] UUIDString];
            if ([idfa isEqualToString:@"00000000-0000-0000-0000-000000000000"]) { return; }
          }];
        }
      }
      @end
      """
    #expect(
      try calls(text, "AppDelegate.m") == [
        "sdk_start 5:26 AppsFlyerLib shared start [AppDelegate.application:didFinishLaunchingWithOptions:]",
        "sdk_wait 6:26 AppsFlyerLib shared waitForATTUserAuthorizationWithTimeoutInterval [AppDelegate.application:didFinishLaunchingWithOptions:]",
        "tracking_request 12:24 ATTrackingManager requestTrackingAuthorizationWithCompletionHandler [AppDelegate.applicationDidBecomeActive:]",
        "zero_identifier 14:34 isEqualToString [AppDelegate.applicationDidBecomeActive:]",
      ])
  }

  @Test("Dart: calls in functions, states and closures, with texts of every form")
  func dart() throws {
    let text = #"""
      import 'package:app_tracking_transparency/app_tracking_transparency.dart';

      Future<void> main() async {
        runApp(const MyApp());
        await Permission.notification.request();
      }

      class _HomeState extends State<Home> {
        @override
        void initState() {
          super.initState();
          WidgetsBinding.instance.addPostFrameCallback((_) async {
            await Future.delayed(const Duration(seconds: 1));
            await AppTrackingTransparency.requestTrackingAuthorization();
          });
        }

        Widget build(BuildContext context) => Text('${AppTrackingTransparency.requestTrackingAuthorization()} it\'s');
        final a = r'AppTrackingTransparency.requestTrackingAuthorization()\';
        final b = '''AppTrackingTransparency.requestTrackingAuthorization()''';
        bool zero(String id) => id == '00000000-0000-0000-0000-000000000000';
      }
      """#
    #expect(
      try calls(text, "main.dart") == [
        "push_request 5:33 Permission.notification.request [main]",
        "tracking_request 14:37 AppTrackingTransparency.requestTrackingAuthorization [_HomeState.initState › addPostFrameCallback]",
        "tracking_request 18:73 AppTrackingTransparency.requestTrackingAuthorization [_HomeState]",
        "zero_identifier 21:33 == zeros [_HomeState]",
      ])
  }

  @Test("TypeScript and JavaScript: components, effects, classes and options")
  func typeScript() throws {
    let text = """
      import { request, check, PERMISSIONS } from 'react-native-permissions';
      import { requestTrackingPermissionsAsync } from 'expo-tracking-transparency';

      export default function App() {
        useEffect(() => {
          (async () => {
            const { status } = await requestTrackingPermissionsAsync();
            const quote = /["'`]/.test(status);
          })();
        }, []);
        const onPress = async () => {
          await check(PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY);
          await request(PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY);
        };
        return <Button onPress={onPress} title="Don't" />;
      }

      class Analytics {
        async begin(): Promise<void> {
          appsFlyer.initSdk({ devKey: 'x', timeToWaitForATTUserAuthorization: 10 });
          if (`${id}` !== "00000000-0000-0000-0000-000000000000") { await messaging().requestPermission(); }
        }
      }
      """
    #expect(
      try calls(text, "App.tsx") == [
        "tracking_request 7:32 requestTrackingPermissionsAsync [App › useEffect]",
        "tracking_request 13:35 request [App.onPress]",
        "sdk_start 20:15 appsFlyer.initSdk [Analytics.begin]",
        "sdk_wait 20:38 timeToWaitForATTUserAuthorization [Analytics.begin]",
        "zero_identifier 21:21 != zeros [Analytics.begin]",
        "push_request 21:81 messaging.requestPermission [Analytics.begin]",
      ])
  }

  @Test("a request for something else of the same name, and a reading of the status, are none")
  func others() throws {
    let text = """
      healthStore.requestAuthorization(toShare: types, read: types) { _, _ in }
      let status = ATTrackingManager.trackingAuthorizationStatus
      engine.start()
      let zeros = "00000000-0000-0000-0000-000000000000"
      enum Request { case requestTrackingAuthorization }
      """
    #expect(try calls(text, "a.swift") == [])
  }

  @Test("what a source declares under the same name is no call, in each language")
  func declarations() throws {
    #expect(try calls("interface A { requestTrackingPermissionsAsync(): Promise<string>; }", "a.ts") == [])
    #expect(try calls("class A { async requestTrackingPermission() { return 1; } }", "a.js") == [])
    #expect(try calls("Future<int> requestTrackingAuthorization() async { return 1; }", "a.dart") == [])
    #expect(try calls("class A { Future requestTrackingAuthorization() => b(); }", "a.dart") == [])
    #expect(try calls("a = await A.requestTrackingAuthorization();", "a.dart").count == 1)
    #expect(
      try calls("f(); requestTrackingPermission(); b ? requestTrackingPermission() : c;", "a.js").count == 2)
  }

  @Test("zeros that are compared are reported, on either side, and as UUIDs")
  func zeros() throws {
    let text = """
      if id == "00000000-0000-0000-0000-000000000000" {}
      if "00000000-0000-0000-0000-000000000000" != id {}
      if id == UUID(uuidString: "00000000-0000-0000-0000-000000000000") {}
      if UUID(uuidString: "00000000-0000-0000-0000-000000000000")! == id {}
      """
    #expect(try calls(text, "a.swift").count == 4)
  }

  @Test("sources in UTF-16 and in old encodings are looked through; bytes that are no text are refused")
  func encodings() throws {
    let text = "func a() { ATTrackingManager.requestTrackingAuthorization { _ in } }"
    let units: [UInt8] = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let wide: [UInt8] = [0xFF, 0xFE] + units
    #expect(try SourceFile(wide, path: "a.swift", language: .swift).calls.count == 1)
    let old = Array("// caf".utf8) + [0xE9, 0x0A] + Array(text.utf8)
    #expect(try SourceFile(old, path: "a.swift", language: .swift).calls.count == 1)
    #expect(throws: AppFileProblem.self) {
      try SourceFile([1, 2, 0, 3, 4, 0xFF, 0xFE], path: "a.swift", language: .swift)
    }
    #expect(throws: AppFileProblem.self) {
      try SourceFile(
        [UInt8](repeating: 0x20, count: SourceFile.largest + 1), path: "a.swift", language: .swift)
    }
  }

  @Test(
    "hostile sources of the largest size are looked through, whatever they open and never close",
    arguments: [
      "{", "(", "(/[", "\"\\(", "/*", "\"\"\"", "`${", "}", ")", "a(", "class A ", "func a(",
      "@implementation a ",
      "-(", "#\"", "==", "\n", "if {", "\u{0301}", "a=", "\"00000000-0000-0000-0000-000000000000\"==",
    ])
  func hostile(piece: String) throws {
    let text = Array(String(repeating: piece, count: 100_000 / piece.utf8.count).utf8)
    for language in SourceLanguage.allCases {
      let source = try SourceFile(text, path: "a", language: language)
      #expect(source.calls.count <= 500)
    }
  }
}
