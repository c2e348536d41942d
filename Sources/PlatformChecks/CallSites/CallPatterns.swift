/// The calls that are looked for, by how they are written.
struct CallPatterns {
  let language: SourceLanguage
  let tokens: [SourceToken]

  /// What a token begins or is the heart of, and the call as it is written.
  func match(at index: Int) -> (kind: CallSite.Kind, call: String)? {
    let token = tokens[index]
    switch token.kind {
    case .sign: return nil
    case .text: return zeroIdentifier(index)
    case .word: break
    }
    guard !isDeclared(index) else { return nil }
    if Self.waits[token.text] != nil, isUsed(index) { return (.sdkWait, written(index)) }
    if Self.trackingRequests.contains(token.text), isCalled(index) {
      return (.trackingRequest, written(index))
    }
    switch language {
    case .swift: return swift(index)
    case .objectiveC: return objectiveC(index)
    case .dart: return dart(index)
    case .typeScript: return typeScript(index)
    }
  }

  /// The SDK that the start or the wait at a position is of; `nil` of other calls.
  func sdk(at index: Int) -> String? {
    let name = text(index)
    let names = receivers(index)
    if let wait = Self.waits[name] {
      return Self.starts.first { !$0.owner.isDisjoint(with: names) }?.sdk ?? wait
    }
    return Self.starts.first { $0.names.contains(name) && !$0.owner.isDisjoint(with: names) }?.sdk
  }

  /// Whether a statement begins here that waits a fixed time: `await Future.delayed`, `Task.sleep`.
  func isDelay(_ index: Int) -> Bool {
    switch text(index) {
    case "delayed": language == .dart && text(index - 2) == "Future" && text(index - 3) == "await"
    case "sleep": language == .swift && text(index - 2) == "Task"
    case _: false
    }
  }

  // MARK: Names

  /// Names that ask for permission to track, in any language and with any receiver.
  private static let trackingRequests: Set<String> = [
    "requestTrackingAuthorization", "requestTrackingAuthorizationWithCompletionHandler",
    "requestTrackingAuthorizationUsingExpandedInterface",
    "requestTrackingAuthorizationPreferringExpandedInterface",
    "requestTrackingPermission", "requestTrackingPermissionsAsync", "requestAppTrackingAuthorization",
    "requestAppTrackingAuthorizationWithCompletionHandler",
  ]

  /// Names by which SDKs are asked to wait for the answer (R117, R123, R130, R131), and whose they are where nothing
  /// before them names an SDK.
  private static let waits: [String: String] = [
    "waitForATTUserAuthorization": "AppsFlyer", "waitForATTUserAuthorizationWithTimeoutInterval": "AppsFlyer",
    "timeToWaitForATTUserAuthorization": "AppsFlyer", "attConsentWaitingInterval": "Adjust",
    "setAttConsentWaitingInterval": "Adjust", "waitForTrackingAuthorizationWithTimeoutInterval": "Singular",
  ]

  /// An SDK with the words that name it, and the names that start it.
  private static let starts: [(sdk: String, owner: Set<String>, names: Set<String>)] = [
    (
      "AppsFlyer",
      ["AppsFlyerLib", "appsflyerSdk", "appsFlyer", "AppsflyerSdk", "_appsflyerSdk"],
      ["start", "initSdk", "startSDK"]
    ),
    ("Adjust", ["Adjust"], ["initSdk", "appDidLaunch", "start", "create"]),
    ("Singular", ["Singular"], ["start", "startSession", "init"]),
    ("Branch", ["Branch", "branch"], ["initSession", "initSessionWithLaunchOptions", "init"]),
    ("Trackier", ["TrackierSDK", "Trackierfluttersdk"], ["initialize", "initializeSDK"]),
    ("Kochava", ["KVATracker", "KochavaTracker", "Tracker"], ["start", "startWithAppGUIDString"]),
    (
      "Google Mobile Ads", ["GADMobileAds", "MobileAds", "mobileAds"],
      ["start", "startWithCompletionHandler", "initialize"]
    ),
    (
      "AppLovin",
      ["ALSdk", "AppLovinSDK", "AppLovinMAX"],
      ["initialize", "initializeSdk", "initializeSdkWithCompletionHandler"]
    ),
  ]

  private static let pushOwners: Set<String> = [
    "FirebaseMessaging", "messaging", "OneSignal", "Notifications", "PushNotifications", "notifee", "User",
    "notification",
  ]

  // MARK: Shapes

  private func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  private func isWord(_ index: Int, _ words: Set<String>) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .word && words.contains(tokens[index].text)
  }

  /// Whether the word names a declaration of the source's own.
  private func isDeclared(_ index: Int) -> Bool {
    let before = text(index - 1)
    switch language {
    case .swift: return ["func", "let", "var", "import", "case"].contains(before)
    case .objectiveC: return false
    case .dart:
      // `Future<void> request() async {` declares, and so does `Future request()`; `return request()` calls.
      guard index > 0 else { return false }
      return before == ">" || tokens[index - 1].kind == .word && !Self.beforeCall.contains(before)
    case .typeScript:
      if ["function", "let", "var", "const", "import"].contains(before) { return true }
      return ["{", "}", ";", "async"].contains(before) && isHeading(index + 1)
    }
  }

  private static let beforeCall: Set<String> = [
    "await", "return", "yield", "in", "throw", "else", "case", "async",
  ]

  /// Whether the parenthesis that opens here belongs to a heading: a type or a block follows it.
  private func isHeading(_ opening: Int) -> Bool {
    guard text(opening) == "(" else { return false }
    var depth = 0
    for position in opening..<min(opening + 60, tokens.count) {
      if text(position) == "(" { depth += 1 }
      if text(position) == ")" { depth -= 1 }
      if depth == 0 { return [":", "{"].contains(text(position + 1)) }
    }
    return false
  }

  /// Whether arguments follow, or in Objective-C a colon or the end of a message, in Swift also a block.
  private func isCalled(_ index: Int) -> Bool {
    switch text(index + 1) {
    case "(": true
    case "{": language == .swift
    case "<": language == .typeScript
    case ":", "]": language == .objectiveC && isMessage(index)
    case _: false
    }
  }

  /// Whether it is called, set, or given as a named option.
  private func isUsed(_ index: Int) -> Bool {
    if isCalled(index) || text(index + 1) == "=" { return true }
    switch language {
    case .dart, .typeScript: return text(index + 1) == ":"
    case .swift, .objectiveC: return false
    }
  }

  /// Whether a bracket of a message is open to the left: `[receiver name`.
  private func isMessage(_ index: Int) -> Bool {
    var depth = 0
    for position in stride(from: index - 1, through: max(0, index - 40), by: -1) {
      switch text(position) {
      case "]", ")": depth += 1
      case "(": depth -= 1
      case "[":
        if depth == 0 { return true }
        depth -= 1
      case ";", "{", "}": return false
      case _: break
      }
    }
    return false
  }

  /// The names that lead to a word: `a.b().c` gives a, b.
  private func receivers(_ index: Int) -> [String] {
    var names: [String] = []
    var position = index - 1
    for _ in 0..<6 {
      while text(position) == "?" || text(position) == "!" { position -= 1 }
      guard text(position) == "." else { break }
      position -= 1
      while text(position) == "?" || text(position) == "!" { position -= 1 }
      if text(position) == ")" {
        var depth = 0
        let end = position
        while position >= 0, end - position < 60 {
          if text(position) == ")" { depth += 1 }
          if text(position) == "(" { depth -= 1 }
          position -= 1
          if depth == 0 { break }
        }
      }
      guard tokens.indices.contains(position), tokens[position].kind == .word else { break }
      names.insert(tokens[position].text, at: 0)
      position -= 1
    }
    if language == .objectiveC { names += messageReceivers(index) }
    return names
  }

  /// The words of a message before its name, as far back as its bracket: `[[A b] c` gives A, b.
  private func messageReceivers(_ index: Int) -> [String] {
    var names: [String] = []
    var depth = 0
    for position in stride(from: index - 1, through: max(0, index - 12), by: -1) {
      switch text(position) {
      case "]", ")": depth += 1
      case "[", "(":
        if depth == 0 { return names }
        depth -= 1
      case ";", "{", "}", "=", ",": return []
      case _: if tokens[position].kind == .word { names.insert(text(position), at: 0) }
      }
    }
    return []
  }

  private func written(_ index: Int) -> String {
    let message = language == .objectiveC ? messageReceivers(index) : []
    guard message.isEmpty else { return (message + [text(index)]).joined(separator: " ") }
    return (receivers(index) + [text(index)]).joined(separator: ".")
  }

  private func sdkStart(_ index: Int) -> (kind: CallSite.Kind, call: String)? {
    let name = text(index)
    guard Self.starts.contains(where: { $0.names.contains(name) }), isCalled(index) else { return nil }
    return sdk(at: index) == nil ? nil : (.sdkStart, written(index))
  }

  // MARK: Languages

  private func swift(_ index: Int) -> (kind: CallSite.Kind, call: String)? {
    // The signature of UNUserNotificationCenter alone: others are called the same and ask for something else.
    if text(index) == "requestAuthorization", text(index + 1) == "(", text(index + 2) == "options" {
      return (.pushRequest, written(index))
    }
    return otherPush(index) ?? sdkStart(index)
  }

  private func objectiveC(_ index: Int) -> (kind: CallSite.Kind, call: String)? {
    if text(index) == "requestAuthorizationWithOptions", isCalled(index) {
      return (.pushRequest, written(index))
    }
    return sdkStart(index)
  }

  private func dart(_ index: Int) -> (kind: CallSite.Kind, call: String)? {
    if text(index) == "request", isCalled(index) {
      let names = receivers(index)
      if names.contains("appTrackingTransparency") { return (.trackingRequest, written(index)) }
      if names.contains("Permission"), names.contains("notification") {
        return (.pushRequest, written(index))
      }
    }
    return otherPush(index) ?? sdkStart(index)
  }

  private func typeScript(_ index: Int) -> (kind: CallSite.Kind, call: String)? {
    if text(index) == "APP_TRACKING_TRANSPARENCY", let call = permissionCall(index) {
      return (.trackingRequest, call)
    }
    if text(index) == "requestPermission", isCalled(index) {
      let names = Set(receivers(index))
      let trackers: Set<String> = ["AppTrackingTransparency", "idfaPlugin", "Idfa", "NSUserTracking"]
      if !names.isDisjoint(with: trackers) { return (.trackingRequest, written(index)) }
    }
    if text(index) == "requestNotifications", isCalled(index) { return (.pushRequest, written(index)) }
    return otherPush(index) ?? sdkStart(index)
  }

  /// `request(PERMISSIONS.IOS.APP_TRACKING_TRANSPARENCY)`, but not `check(…)`.
  private func permissionCall(_ index: Int) -> String? {
    for position in stride(from: index - 1, through: max(0, index - 8), by: -1) where text(position) == "(" {
      let name = text(position - 1)
      return name == "request" || name == "requestMultiple" ? written(position - 1) : nil
    }
    return nil
  }

  private static let pushNames: Set<String> = [
    "requestPermission", "requestPermissions", "requestPermissionsAsync",
    "promptForPushNotificationsWithUserResponse",
  ]

  private func otherPush(_ index: Int) -> (kind: CallSite.Kind, call: String)? {
    guard Self.pushNames.contains(text(index)), isCalled(index) else { return nil }
    return Self.pushOwners.isDisjoint(with: receivers(index)) ? nil : (.pushRequest, written(index))
  }

  // MARK: Zeros

  private static let zeros = "00000000-0000-0000-0000-000000000000"

  /// Zeros that something is compared with; zeros that are only named are not.
  private func zeroIdentifier(_ index: Int) -> (kind: CallSite.Kind, call: String)? {
    guard tokens[index].text == Self.zeros else { return nil }
    let equal: Set<String> = ["==", "!="]
    var before = index - 1
    if text(before) == "@" { before -= 1 }
    if equal.contains(text(before)) || equal.contains(text(index + 1)) {
      return (.zeroIdentifier, text(equal.contains(text(before)) ? before : index + 1) + " zeros")
    }
    if text(before) == ":", isWord(before - 1, ["isEqualToString", "isEqual"]) {
      return (.zeroIdentifier, text(before - 1))
    }
    // `UUID(uuidString: "0…") == identifier` and `identifier == UUID(uuidString: "0…")`.
    guard text(before) == ":" || text(before) == "(" else { return nil }
    var opening = before
    while opening > 0, before - opening < 4, text(opening) != "(" { opening -= 1 }
    let first = opening - 1
    guard text(opening) == "(", isWord(first, ["UUID", "NSUUID", "Guid"]) else { return nil }
    let after = [text(index + 2), text(index + 3)]
    return equal.contains(text(first - 1)) || after.contains(where: equal.contains)
      ? (.zeroIdentifier, "UUID of zeros") : nil
  }
}
