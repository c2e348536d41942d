import ExperimentDesign
import RuleBook

/// A call that asks for permission to track, with the other permissions that it asks for.
struct CodeRequest {
  var token: CodeToken
  /// Other permissions in one list with it, and where they stand.
  var others: [(subject: String, token: CodeToken)] = []
  var triggers: [CodeTrigger]
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
    let direct = (program.uses("ask") + program.hooked).map { CodeRequest(token: $0, triggers: []) }
    for var request in (direct + program.listedRequests()).sorted(by: { $0.token < $1.token })
    where requests.last?.token != request.token {
      let source = program.file(request.token)
      let isReference = !source.isCalled(request.token.index) && !program.isOption(request.token)
      if isReference, !source.isHandedOver(request.token.index) { continue }
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
    guard let place = place ?? token.map(program.place), let found = PitfallCase.named(name),
      seen.insert("\(found.pitfall.tag) \(place.file) \(place.line)").inserted
    else { return }
    let (said, fix) = found.sentences(words)
    let others = related + (request.map { [($0.token, "the request")] } ?? [])
    findings.append(
      AppFinding(
        found.pitfall.tag, severity ?? found.severity,
        confidence ?? AppFinding.Confidence(rawValue: found.confidence) ?? .certain, at: place,
        related: others.map { AppFinding.Related(place: program.place($0.0), what: $0.1) }, said, fix: fix))
  }

  /// `file:line` of a token; of one in the same file the line alone.
  func words(_ token: CodeToken, from other: CodeToken) -> String {
    let place = program.place(token)
    return token.file == other.file ? "line \(place.line)" : "\(place.file):\(place.line)"
  }

  /// Whether any request has a way of one of these moments, and one that no tie of names makes.
  func isAsked(_ moments: Set<CodeTrigger.Moment>, surely: Bool = false) -> Bool {
    requests.contains { $0.triggers.contains { moments.contains($0.moment) && !(surely && $0.has(.tied)) } }
  }
}

extension CodeProgram {
  /// Requests that a list makes: `[Permission.a, Permission.b].request()`, `request(PERMISSIONS.IOS.X)`.
  fileprivate func listedRequests() -> [CodeRequest] {
    uses("listed", "tracking").compactMap { entry in
      let source = files[entry.file]
      guard source.text(entry.index + 1) != ".", source.text(entry.index - 1) == ".",
        let (list, call) = source.listing(entry.index)
      else { return nil }
      let others = list.compactMap { index -> (subject: String, token: CodeToken)? in
        guard source.isWord(index), source.text(index) != source.text(entry.index) else { return nil }
        let row = meanings(entry.at(index)).first { $0.kind == "listed" && $0.subject != "tracking" }
        return row.map { ($0.subject, entry.at(index)) }
      }
      return CodeRequest(token: entry.at(call), others: others, triggers: [])
    }
  }
}

extension CodeFile {
  /// The list around an entry and the call that asks for all of it; `nil` where none does.
  fileprivate func listing(_ entry: Int) -> (list: Range<Int>, call: Int)? {
    var list = 0..<0
    for index in before(entry + 1, most: 201) where match[index] > entry {
      switch text(index) {
      case "[":
        list = index..<match[index]
        if text(list.upperBound + 1) == ".", text(list.upperBound + 2) == "request" {
          return (list, list.upperBound + 2)
        }
        guard text(index - 1) == "=" else { continue }
        let call = after(list.upperBound - 1, most: 300).first {
          text($0) == "request" && text($0 - 1) == "." && text($0 - 2) == text(index - 2)
        }
        if let call { return (list, call) }
      case "(" where ["request", "requestMultiple"].contains(text(index - 1)): return (list, index - 1)
      case "{": return nil
      case _: break
      }
    }
    return nil
  }
}
