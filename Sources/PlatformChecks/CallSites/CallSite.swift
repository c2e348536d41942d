public import ExperimentDesign

/// A call, or a comparison, that stands in a source.
///
/// That it stands there is all that is known: whether it is reached, and when, is not.
public struct CallSite: Hashable, Sendable {
  /// What it does.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Asks for permission to track.
    case trackingRequest = "tracking_request"
    /// Asks for permission to send notifications.
    case pushRequest = "push_request"
    /// Starts an SDK that attributes or shows ads.
    case sdkStart = "sdk_start"
    /// Tells an SDK to wait for the answer.
    case sdkWait = "sdk_wait"
    /// Compares an identifier with zeros.
    case zeroIdentifier = "zero_identifier"
  }

  /// What it does.
  public let kind: Kind
  /// As it is written, without its arguments: `ATTrackingManager.requestTrackingAuthorization`.
  public let call: String
  /// Where it stands; the key is the function, type and closure around it, empty without one.
  public let location: FileLocation
  /// When the code around it runs, as far as its name says.
  let moment: CodeMoment
  /// Whether a fixed delay of seconds comes before it.
  let isDelayed: Bool
  /// The function around it without its type, arguments and closures; `nil` without one.
  let function: String?
  /// The innermost type around it; `nil` without one.
  let type: String?
  /// The SDK that is started, or asked to wait: `AppsFlyer`; `nil` of other calls.
  let sdk: String?

  /// What encloses it: `App.init`, `ContentView.body › onAppear`.
  public var enclosing: String { location.key }
}

/// When a piece of code runs, as far as the name of what is around it says.
enum CodeMoment: Hashable {
  /// At launch or with the first frame, before the app is active (R64).
  case beforeActive
  /// As a view or a screen appears: before the app is active on the first screen alone (R144).
  case asScreenAppears
  /// At an activation.
  case atActivation
  /// On a tap, in an active app.
  case onTap
  /// The name does not say.
  case unsaid

  /// By what is around it, from the innermost out; blocks that only put off what they hold are looked through.
  init(_ scopes: [SourceScope], _ language: SourceLanguage) {
    var result = CodeMoment.unsaid
    search: for (index, scope) in scopes.enumerated().reversed() {
      switch scope.kind {
      case .type: break search
      case .function:
        result = Self.ofFunction(
          language,
          scope.name, isApp: scopes[..<index].contains { $0.kind == .type(isApp: true) })
        break search
      case .closure(let words):
        if Self.deferring.contains(scope.name) { continue }
        result = Self.ofClosure(scope.name, words)
        if result != .unsaid || !Self.containing.contains(scope.name) { break search }
      }
    }
    // The outermost level of a script is run as it is loaded.
    self = scopes.isEmpty && language == .typeScript ? .beforeActive : result
  }

  /// Blocks that run what they hold a little later, or elsewhere.
  static let delaying: Set<String> = [
    "asyncAfter", "dispatch_after", "delayed", "setTimeout", "scheduledTimer", "Timer",
  ]
  private static let deferring: Set<String> = delaying.union([
    "Task", "async", "detached", "run", "dispatch_async", "then", "sync", "MainActor", "runAfterInteractions",
  ])
  /// Blocks that a view's code is put together of.
  private static let containing: Set<String> = [
    "Group", "VStack", "HStack", "ZStack", "WindowGroup", "Scene",
  ]

  private static func ofFunction(_ language: SourceLanguage, _ name: String, isApp: Bool) -> CodeMoment {
    if name == "init" { return isApp ? .beforeActive : .unsaid }
    if language == .dart, name == "build" { return .asScreenAppears }
    if name.contains("DidBecomeActive") || name.contains("didBecomeActive")
      || name == "didChangeAppLifecycleState"
    {
      return .atActivation
    }
    let word = String(name.prefix { $0 != "(" && $0 != ":" })
    if name.contains("FinishLaunchingWithOptions") || name.contains("willConnectTo") || word == "main" {
      return .beforeActive
    }
    return appearing.contains(word) ? .asScreenAppears : .unsaid
  }

  private static let appearing: Set<String> = [
    "viewDidLoad", "viewWillAppear", "viewDidAppear", "initState", "didChangeDependencies",
    "componentDidMount", "ngOnInit", "ionViewDidEnter",
  ]

  private static func ofClosure(_ name: String, _ words: String) -> CodeMoment {
    if words.contains("idBecomeActive") || words.contains("scenePhase") || words.contains("AppState") {
      return .atActivation
    }
    switch name {
    case "onAppear", "task", "useEffect", "useLayoutEffect", "addPostFrameCallback", "useFocusEffect":
      return .asScreenAppears
    case "runApp": return .beforeActive
    case "addEventListener": return words.contains("change") ? .atActivation : .unsaid
    case "Button", "onTapGesture", "onPressed", "onPress", "onTap", "onClick", "addAction", "UIAction":
      return .onTap
    case _: return .unsaid
    }
  }
}
