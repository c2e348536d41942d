import ExperimentDesign
import RuleBook

/// A call that asks for permission to track, with the other permissions that it asks for.
struct CodeRequest {
  var token: CodeToken
  /// Other permissions in one list with it.
  var others: [CodeToken] = []
  var triggers: [CodeTrigger] = []
  /// The places that lead to it, a few steps far.
  var sites: [CodeToken] = []

  /// Whether it is made once in a process: under a flag, or at the first event of a subscription.
  var isOnce: Bool {
    sites.contains { site in
      site.ownFrames.contains { frame in
        frame.isConditional
          ? site.isOnce(under: frame)
          : frame.isEvent && frame.name.receivers.contains { CodeName.does("first alone", $0) }
      }
    }
  }

  func ways(_ moments: Set<CodeTrigger.Moment>) -> [CodeTrigger] {
    triggers.filter { moments.contains($0.moment) }
  }
}

/// Looks an app's sources through, rule by rule, and collects what it finds.
struct CodeInspection {
  let program: CodeProgram
  private(set) var requests: [CodeRequest] = []
  private(set) var findings: [Finding] = []
  private var seen: Set<String> = []

  init(_ sources: [SourceText], facts: ProjectFacts) {
    program = CodeProgram(sources, facts)
    for var request in program.requests {
      let token = request.token
      if token.isForDebugging { continue }
      let isReference = !token.isCalled && !token.isOption
      let isWaiting = facts.waiting.contains(token.source.modules[token.text] ?? "")
      for var way in program.triggers(token, isReference: isReference) {
        if isWaiting, way.isOfStart || way.moment == .foreground {
          (way.moment, way.doubts) = (.activation, way.doubts.subtracting(.delayed))
        }
        // What shows no alert.
        if let what = facts.silent(way.entry.place.file) ?? facts.silent(token.place.file) {
          note("L33 silent", ["what": what], at: token, way: way)
        } else {
          request.triggers.append(way)
        }
      }
      request.sites = program.sites(token, steps: 3)
      if !request.triggers.isEmpty { requests.append(request) }
    }
    // What nothing leads to says nothing beside what something does.
    let reached = requests.filter { program.unreached($0.token) == nil }
    if !reached.isEmpty { requests = reached }
    for (index, request) in requests.enumerated() {
      checkAskedOnce(request)
      checkAnswerKept(request)
      // One of several in one function, as for each class of systems, says it for all.
      let isSaid = requests[..<index].contains {
        $0.triggers == request.triggers && $0.token.function?.name == request.token.function?.name
      }
      if !isSaid { checkMoment(request) }
      if !isSaid { checkOtherAlerts(request) }
      checkDialogs(request)
      checkLayers(request)
    }
    checkSDKs()
    checkAfterwards()
    checkTexts()
    checkNobodyAsks()
    if let place = leftOut { note("R93 left out", place: place, seeing: requests.first?.token) }
  }

  /// Where the libraries that make all requests are built without the permission to track; `nil` where they are not.
  private var leftOut: FileLocation? {
    let isByLibraries = requests.allSatisfy { ["request", "requestMultiple"].contains($0.token.text) }
    return isByLibraries ? requests.first.flatMap { program.facts.leftOut[$0.token.source.language] } : nil
  }

  /// Notes a case of a pitfall, of one pitfall once for each line; `words` are filled in beside what the others give.
  ///
  /// - Parameters:
  ///   - other: What else is to be seen; of a way its beginning.
  ///   - severity: What it costs, if that is not what the case says; and so of the confidence.
  mutating func note(
    _ name: String, _ words: [String: String] = [:], at token: CodeToken? = nil, place: FileLocation? = nil,
    seeing other: CodeToken? = nil, way: CodeTrigger? = nil, request: CodeRequest? = nil,
    severity: Severity? = nil, confidence: Finding.Confidence? = nil
  ) {
    let other = other ?? way?.entry
    guard let place = place ?? token?.place, let found = PitfallCase.all[name],
      seen.insert("\(found.pitfall.tag) \(place.file) \(place.line)").inserted
    else { return }
    let known = [
      "moment": way?.moment.rawValue, "name": other?.text, "see": other?.words(from: place),
      "request": request?.token.words(from: place),
    ].compactMapValues(\.self)
    let words = known.merging(words) { $1 }
    let others = [(other, found.filled(\.see, words)), (request?.token, "the request")]
    findings.append(
      found.finding(
        words, severity, confidence ?? Finding.Confidence(rawValue: found.confidence) ?? .certain, at: place,
        related: others.compactMap { other, what in other.map { ($0.place, what) } }))
  }

  func isAsked(_ moments: Set<CodeTrigger.Moment>) -> Bool { requests.contains { !$0.ways(moments).isEmpty } }
}

extension CodeProgram {
  /// Every call that asks, in their order.
  fileprivate var requests: [CodeRequest] {
    let asked = (uses("ask") + uses("hook").compactMap(\.requestOfHook)).map { CodeRequest(token: $0) }
    let found = (asked + uses("listed", "tracking").compactMap(\.listed)).sorted { $0.token < $1.token }
    var seen: Set<CodeToken> = []
    return found.filter { seen.insert($0.token).inserted }
  }
}

extension CodeToken {
  /// `file:line`; of one in the file of a place the line alone.
  func words(from other: FileLocation?) -> String {
    place.file == other?.file ? "line \(place.line)" : "\(place.file):\(place.line)"
  }

  /// Whether it stands in `#if DEBUG`, which the app that people get is built without.
  var isForDebugging: Bool {
    var closed = 0
    for word in before(4_000)
    where word[-1] == "#" && ["if", "el", "endif"].contains(where: word.text.hasPrefix) {
      if closed == 0, word.text != "endif" { return word[1] == "DEBUG" }
      closed += word.text == "endif" ? 1 : word.text.hasPrefix("if") ? -1 : 0
    }
    return false
  }

  /// `const [status, request] = useTrackingPermissions()`: where `request` is called.
  fileprivate var requestOfHook: CodeToken? {
    guard let names = assignment?.namesBefore, names.count > 1 else { return nil }
    return after(4_000).first { $0.isWord && $0.text == names[1].text && ($0.isCalled || $0.isHandedOver) }
  }

  /// The request of a list: `[Permission.a, Permission.b].request()`, `request(PERMISSIONS.IOS.X)`; `nil` where nothing
  /// asks for all of it.
  var listed: CodeRequest? {
    guard self[1] != ".", self[-1] == "." else { return nil }
    let brackets = before(200).filter { $0.partner ?? self > self }.prefix { $0.text != "{" }
    let list = brackets.first { $0.text == "[" }
    let end = list?.partner ?? self
    // `final wanted = <Permission>[…]`
    let value = list?[-1] == ">" ? list.map { $0 - 3 } : list
    let named = value?[-1] == "=" ? end.after(300).first { $0[-1] == "." && $0[-2] == value?[-2] } : nil
    let calls = [end + 2, named].compactMap(\.self) + brackets.map { $0 - 1 }
    let others = ((list ?? self)..<end).filter { !["tracking", nil].contains($0.subject("listed")) }
    let call = calls.first { ["request", "requestMultiple"].contains($0.text) }
    return call.map { CodeRequest(token: $0, others: others) }
  }
}

/// What App Review would see of the requests in an app's sources, where the ways to them allow an answer.
extension CodeInspection {
  /// `nil` where nothing is asked, and where nobody can say.
  var sight: PromptVisibility? {
    guard let first = requests.first?.token else { return nil }
    // What is asked once a request was answered shows nothing more, nor does its own answer.
    let asked = requests.filter { one in
      one.token.decidedCondition == nil && !requests.contains { one.token.isBehind($0.token) }
    }
    let ways = asked.flatMap { one in
      let waits = program.awaited(before: one.token) != nil
      return one.triggers.filter { waits || $0.moment != .afterAnswer || $0.entry != one.token }
        .map { (request: one.token, trigger: $0) }
    }
    func seen(_ what: PromptVisibility.Outcome, _ words: String, _ request: CodeToken) -> PromptVisibility {
      var seen = PromptVisibility(what, words: words)
      seen.file = request.words(from: nil)
      return seen
    }
    let isLost =
      ways.map(\.trigger).allSatisfy { ($0.isEarly || $0.moment == .dead) && $0.doubtCount == 0 }
      && !asked.contains { !$0.isOnce && $0.sites.contains(where: program.comesBack) }
    if isLost {
      let when =
        ways.isEmpty
        ? "where the status is already decided" : "before the app is active, or where nothing leads"
      return seen(.notVisible, "not visible: the request is made only \(when)", first)
    }
    // Another alert in the way has its finding, and what is then seen depends on people.
    if findings.contains(where: { ["L12", "L23"].contains($0.rule) }) { return nil }
    // Where every way is a tap, what else it depends on makes no difference; a later screen may come by itself.
    let taps = ways.filter { $0.trigger.moment == .tap }
    let best =
      ways.first { $0.trigger.moment == .activation && $0.trigger.doubts.isEmpty }
      ?? taps.first { $0.trigger.doubts.isEmpty }
      ?? ways.first { $0.trigger.isSettled && $0.trigger.doubts == .delayed && $0.trigger.isOfStart }
      ?? (taps.count == ways.count ? ways.min { $0.trigger.doubtCount < $1.trigger.doubtCount } : nil)
    guard leftOut == nil, let (request, trigger) = best else { return nil }
    let place = trigger.entry.words(from: nil)
    if trigger.moment == .tap {
      return seen(.needsSteps, "needs a tap (\(place)): tell App Review how to get there", request)
    }
    let when = trigger.isSettled ? "about \(trigger.seconds) s after the start" : "at the first activation"
    return seen(.visible, "visible \(when) (\(place))", request)
  }
}
