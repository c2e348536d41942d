import ExperimentDesign
import RuleBook

/// A call that asks for permission to track, with the other permissions that it asks for.
struct CodeRequest {
  var token: CodeToken
  /// Other permissions in one list with it.
  var others: [CodeToken] = []
  var triggers: [CodeTrigger] = []

  /// Every way that comes at one of these moments.
  func ways(_ moments: Set<CodeTrigger.Moment>) -> [CodeTrigger] {
    triggers.filter { moments.contains($0.moment) }
  }
}

extension AppFinding.Confidence {
  /// How sure a finding is that has this many doubts.
  init(doubts: Int) { self = doubts == 0 ? .certain : doubts == 1 ? .likely : .possible }
}

/// Looks an app's sources through, rule by rule, and collects what it finds.
struct CodeInspection {
  let program: CodeProgram
  private(set) var requests: [CodeRequest] = []
  /// Mistakes, rule by rule.
  private(set) var findings: [AppFinding] = []
  private var seen: Set<String> = []

  /// Looks through the sources of one app together.
  ///
  /// - Parameters:
  ///   - sources: In any order; what is no source of the app (tests, examples, vendored code) is left out by the caller.
  ///   - facts: What its other files say.
  init(_ sources: [SourceText], facts: ProjectFacts) {
    program = CodeProgram(sources, facts)
    let asked = program.uses("ask") + program.uses("hook").compactMap(\.requestOfHook)
    let found = asked.map { CodeRequest(token: $0) } + program.uses("listed", "tracking").compactMap(\.listed)
    for var request in found.sorted(by: { $0.token < $1.token }) where requests.last?.token != request.token {
      let isReference = !request.token.isCalled && !request.token.isOption
      if isReference, !request.token.isHandedOver { continue }
      request.triggers = program.triggers(request.token, isReference: isReference)
      // No way leads there on Apple's systems.
      if !request.triggers.isEmpty { requests.append(request) }
    }
    checkMoments()
    checkMemory()
    checkOtherAlerts()
    checkDialogs()
    checkSDKs()
    checkLayers()
    checkAfterwards()
    checkTexts()
    checkNobodyAsks()
  }

  /// Notes a case of a pitfall, of one pitfall once for each line.
  ///
  /// - Parameters:
  ///   - words: What is filled in.
  ///   - place: Where it stands, if that is in no source.
  ///   - request: The request that it is about.
  ///   - severity: What it costs, if that is not what the case says; and so of the confidence.
  mutating func note(
    _ name: String, _ words: [String: String] = [:], at token: CodeToken? = nil, place: CodePlace? = nil,
    request: CodeRequest? = nil, related: [(CodeToken, String)] = [], severity: Severity? = nil,
    confidence: AppFinding.Confidence? = nil
  ) {
    guard let place = place ?? token?.place, let found = PitfallCase.named(name),
      seen.insert("\(found.pitfall.tag) \(place.file) \(place.line)").inserted
    else { return }
    let (said, fix) = found.sentences(words)
    let others = related + (request.map { [($0.token, "the request")] } ?? [])
    findings.append(
      AppFinding(
        found.pitfall.tag, severity ?? found.severity,
        confidence ?? AppFinding.Confidence(rawValue: found.confidence) ?? .certain, at: place,
        related: others.map { AppFinding.Related(place: $0.0.place, what: $0.1) }, said, fix: fix))
  }

  /// `file:line` of a token; of one in the same file the line alone.
  func words(_ token: CodeToken, from other: CodeToken) -> String {
    let place = token.place
    return token.source === other.source ? "line \(place.line)" : "\(place.file):\(place.line)"
  }

  /// Whether any request has a way of one of these moments, and one that no tie of names makes.
  func isAsked(_ moments: Set<CodeTrigger.Moment>, surely: Bool = false) -> Bool {
    requests.contains { $0.ways(moments).contains { !surely || !$0.has(.tied) } }
  }
}

extension CodeToken {
  /// `const [status, request] = useTrackingPermissions()`: where `request` is called.
  fileprivate var requestOfHook: CodeToken? {
    guard let names = assignment?.namesBefore, names.count > 1 else { return nil }
    return after(4_000).first { $0.isWord && $0.text == names[1].text && ($0.isCalled || $0.isHandedOver) }
  }

  /// The request of a list: `[Permission.a, Permission.b].request()`, `request(PERMISSIONS.IOS.X)`.
  fileprivate var listed: CodeRequest? {
    guard self[1] != ".", self[-1] == ".", let (list, call) = listing else { return nil }
    let others = list.filter { token in
      token.isWord && token.text != text && token.subject("listed").map { $0 != "tracking" } ?? false
    }
    return CodeRequest(token: call, others: others)
  }

  /// The list around an entry and the call that asks for all of it; `nil` where none does.
  private var listing: (list: Range<CodeToken>, call: CodeToken)? {
    var list = self..<self
    for open in (self + 1).before(201) {
      guard let end = open.partner, end > self else { continue }
      switch open.text {
      case "[":
        list = open..<end
        if end[1] == ".", end[2] == "request" { return (list, end + 2) }
        guard open[-1] == "=" else { continue }
        let call = (end - 1).after(300).first {
          $0.text == "request" && $0[-1] == "." && $0[-2] == open[-2]
        }
        if let call { return (list, call) }
      case "(" where ["request", "requestMultiple"].contains(open[-1]): return (list, open - 1)
      case "{": return nil
      case _: break
      }
    }
    return nil
  }
}
