public import ExperimentDesign
public import RuleBook

/// What calls in an app's sources say to a question that no other file answers.
///
/// It is evidence and no finding: a call that stands somewhere need not be reached, and one that was not found
/// may stand in a library. So it never makes a check fail, and leaves the pitfall to the team's own answer.
public struct SourceEvidence: Hashable, Sendable {
  /// What it speaks for.
  public enum Leaning: String, CaseIterable, Hashable, Sendable {
    /// That the pitfall is there.
    case suggests
    /// That it is not.
    case speaksAgainst = "speaks_against"
    /// Neither: it says where to look.
    case open
  }

  /// The pitfall that the question is about.
  public let pitfall: Pitfall
  /// What it speaks for.
  public let leaning: Leaning
  /// What stands where, in one sentence.
  public let says: String
  /// Where the calls stand; empty where the evidence is that no call exists.
  public let locations: [FileLocation]

  init?(
    _ tag: String, _ leaning: Leaning, _ says: String, at locations: [FileLocation] = []
  ) {
    guard let pitfall = Pitfall.tagged(tag) else { return nil }
    self.pitfall = pitfall
    self.leaning = leaning
    self.says = says
    self.locations = locations
  }

  /// Everything that sources say, by pitfall, and then in the order of the files; empty without a source.
  static func all(_ sources: [SourceFile]) -> [SourceEvidence] {
    guard !sources.isEmpty else { return [] }
    let calls = EvidenceCalls(sources)
    let found = requests(calls) + alerts(calls) + waits(calls) + zeros(calls)
    let order = Dictionary(uniqueKeysWithValues: Pitfall.all.enumerated().map { ($1.tag, $0) })
    return found.enumerated().sorted { left, right in
      (order[left.element.pitfall.tag] ?? 0, left.offset) < (
        order[right.element.pitfall.tag] ?? 0, right.offset
      )
    }.map(\.element)
  }

  // MARK: Asking

  /// Where the tracking request stands: L1, L11, L14.
  private static func requests(_ calls: EvidenceCalls) -> [SourceEvidence] {
    let requests = calls.of(.trackingRequest)
    guard !requests.isEmpty else {
      return [
        SourceEvidence("L1", .open, "No call in these sources asks for permission to track.")
      ].compactMap(\.self)
    }
    var found = [
      SourceEvidence(
        "L1", .open,
        "\(counted(requests.count, "call")) in these sources \(requests.count == 1 ? "asks" : "ask") for permission to track, so the usage string is needed.",
        at: requests.map(\.location))
    ]
    for request in requests {
      found.append(moment(of: request, calls))
      if request.isDelayed {
        found.append(
          SourceEvidence(
            "L14", .suggests, "The tracking request stands behind a fixed delay.",
            at: [request.location]))
      }
    }
    return found.compactMap(\.self)
  }

  private static func moment(of request: CallSite, _ calls: EvidenceCalls) -> SourceEvidence? {
    let location = request.enclosing.isEmpty ? "at the outermost level" : "in \(request.enclosing)"
    switch request.moment {
    case .beforeActive:
      return SourceEvidence(
        "L11", .suggests, "The tracking request stands \(location), which runs before the app is active.",
        at: [request.location])
    case .asScreenAppears:
      if let type = request.type, calls.firstScreens.contains(type) {
        return SourceEvidence(
          "L11", .suggests,
          "The tracking request stands \(location), which runs as the app's first screen appears, before the app is active.",
          at: [request.location])
      }
      return SourceEvidence(
        "L11", .open,
        "The tracking request stands \(location), which runs as its screen appears: \(Self.firstOnly).",
        at: [request.location])
    case .atActivation, .onTap:
      let when = request.moment == .onTap ? "on a tap" : "at an activation"
      return SourceEvidence(
        "L11", .speaksAgainst, "The tracking request stands \(location), which runs \(when).",
        at: [request.location])
    case .unsaid: break
    }
    // One step back, by name alone: two steps through names like `action` lead anywhere.
    guard let function = request.function else {
      return SourceEvidence(
        "L11", .open, "The tracking request stands \(location); when that runs is not said there.",
        at: [request.location])
    }
    let callers = calls.callers(of: function)
    guard let caller = callers.first else {
      return SourceEvidence(
        "L11", .open, "The tracking request stands \(location); where that is called from was not found.",
        at: [request.location])
    }
    let shown =
      callers.first { $0.moment == .beforeActive } ?? callers.first { $0.moment == .asScreenAppears }
      ?? caller
    let words =
      "The tracking request stands \(location); a function of that name is called \(shown.location.key.isEmpty ? "at the outermost level" : "in \(shown.location.key)") (\(shown.location.file):\(shown.location.line)), which runs"
    let (leaning, when): (Leaning, String) =
      switch shown.moment {
      case .beforeActive: (.suggests, "before the app is active")
      case .asScreenAppears: (.open, "as its screen appears: \(Self.firstOnly)")
      case .atActivation, .onTap, .unsaid: (.speaksAgainst, "in an active app")
      }
    return SourceEvidence("L11", leaning, "\(words) \(when).", at: [request.location, shown.location])
  }

  private static let firstOnly =
    "before the app is active if it is the app's first screen, in an active app if it comes later"

  // MARK: Another alert

  /// Where notifications are asked for: L12.
  private static func alerts(_ calls: EvidenceCalls) -> [SourceEvidence] {
    let requests = calls.of(.trackingRequest)
    return calls.of(.pushRequest).map { push in
      if let same = requests.first(where: { isTogether($0, push) }) {
        return SourceEvidence(
          "L12", .suggests,
          "The push request and the tracking request stand in the same function, \(push.enclosing).",
          at: [push.location, same.location])
      }
      let early =
        switch push.moment {
        case .beforeActive: ", which runs as the app starts"
        case .asScreenAppears: ", which runs as its screen appears"
        case .atActivation, .onTap, .unsaid: ""
        }
      return SourceEvidence(
        "L12", .open,
        "The push request stands \(push.enclosing.isEmpty ? "at the outermost level" : "in \(push.enclosing)")\(early).",
        at: [push.location])
    }.compactMap(\.self)
  }

  private static func isTogether(_ one: CallSite, _ other: CallSite) -> Bool {
    guard let function = one.function, function == other.function, one.location.file == other.location.file
    else {
      return false
    }
    // The type and the function are the same; closures inside it may differ.
    return one.enclosing.prefix { $0 != "›" }.trimmed == other.enclosing.prefix { $0 != "›" }.trimmed
  }

  // MARK: SDKs

  /// Whether an SDK is asked to wait, and before its start: L20.
  private static func waits(_ calls: EvidenceCalls) -> [SourceEvidence] {
    let starts = calls.of(.sdkStart)
    let waits = calls.of(.sdkWait)
    var found: [SourceEvidence?] = []
    for start in starts {
      let said =
        "\(start.call) stands \(start.enclosing.isEmpty ? "at the outermost level" : "in \(start.enclosing)")"
      if start.moment == .beforeActive || start.moment == .asScreenAppears {
        let when = start.moment == .beforeActive ? "the app starts" : "its screen appears"
        found.append(
          SourceEvidence(
            "L22", .open,
            "\(said), which runs as \(when); whether it tracks before the answer is for its settings to say.",
            at: [start.location]))
      }
      guard let wait = waits.first(where: { isPair($0, start) }) else { continue }
      let isBefore = (wait.location.line, wait.location.column) < (start.location.line, start.location.column)
      found.append(
        SourceEvidence(
          "L20", isBefore ? .speaksAgainst : .suggests,
          "\(wait.call) stands \(isBefore ? "before" : "after") \(start.call) in \(start.enclosing).",
          at: [wait.location, start.location]))
    }
    let apart = waits.filter { wait in !starts.contains { isPair(wait, $0) } }
    for wait in apart {
      found.append(
        SourceEvidence(
          "L20", .open,
          "\(wait.call) stands \(wait.enclosing.isEmpty ? "at the outermost level" : "in \(wait.enclosing)"), apart from a start of \(wait.sdk ?? "its SDK").",
          at: [wait.location]))
    }
    // Ad SDKs have no such wait.
    for sdk in Self.waitingSDKs where !waits.contains(where: { $0.sdk == sdk }) {
      let started = starts.filter { $0.sdk == sdk }
      guard !started.isEmpty else { continue }
      found.append(
        SourceEvidence(
          "L20", .open, "No call in these sources tells \(sdk) to wait for the answer.",
          at: started.map(\.location)))
    }
    return found.compactMap(\.self)
  }

  private static let waitingSDKs = ["AppsFlyer", "Adjust", "Singular", "Trackier"]

  /// Whether a wait and a start are of one SDK, in one function.
  private static func isPair(_ wait: CallSite, _ start: CallSite) -> Bool {
    wait.sdk == start.sdk && isTogether(wait, start)
  }

  // MARK: Zeros

  /// A comparison with zeros: L35.
  private static func zeros(_ calls: EvidenceCalls) -> [SourceEvidence] {
    calls.of(.zeroIdentifier).map { site in
      SourceEvidence(
        "L35", .suggests,
        "An identifier is compared with zeros\(site.enclosing.isEmpty ? "" : " in \(site.enclosing)").",
        at: [site.location])
    }.compactMap(\.self)
  }

  private static func counted(_ count: Int, _ word: String) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(word)s"
  }
}

/// The calls of all sources, by kind, as far as they are kept.
private struct EvidenceCalls {
  private var byKind: [CallSite.Kind: [CallSite]] = [:]
  private var named: [String: [SourceFile.NamedCall]] = [:]
  /// Views that are an app's first screen.
  private(set) var firstScreens: Set<String> = []

  /// Calls of one kind that are reported one by one.
  static let most = 200

  init(_ sources: [SourceFile]) {
    for source in sources {
      firstScreens.formUnion(source.firstScreens)
      for call in source.calls where (byKind[call.kind]?.count ?? 0) < Self.most {
        byKind[call.kind, default: []].append(call)
      }
      for call in source.momentCalls where (named[call.name]?.count ?? 0) < Self.most {
        named[call.name, default: []].append(call)
      }
    }
  }

  func of(_ kind: CallSite.Kind) -> [CallSite] { byKind[kind] ?? [] }

  func callers(of function: String) -> [SourceFile.NamedCall] { named[function] ?? [] }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
