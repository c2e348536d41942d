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
  private(set) var findings: [AppFinding] = []
  private var seen: Set<String> = []

  init(_ program: CodeProgram) {
    self.program = program
    var tokens = program.uses("ask").map { ($0, others: [(subject: String, token: CodeToken)]()) }
    tokens += program.hooked.map { ($0, []) }
    tokens += program.listedRequests()
    let order = tokens.sorted { ($0.0.file, $0.0.index) < ($1.0.file, $1.0.index) }
    for (token, others) in order where requests.last?.token != token {
      let isReference = !program.file(token).isCalled(token.index) && !program.isOption(token)
      if isReference, !program.file(token).isHandedOver(token.index) { continue }
      let triggers = program.triggers(token, isReference: isReference)
      // No way leads there on Apple's systems.
      guard !triggers.isEmpty else { continue }
      requests.append(CodeRequest(token: token, others: others, triggers: triggers))
    }
  }

  mutating func inspect() {
    checkMoments()
    checkMemory()
    checkOtherAlerts()
    checkDialogs()
    checkSDKs()
    checkLayers()
    checkAfterwards()
    checkDomains()
    checkNobodyAsks()
  }

  /// Notes a pitfall, of one kind once for each line.
  ///
  /// - Parameter place: Where it stands, if that is in no source.
  mutating func note(
    _ tag: String, _ severity: Severity, _ confidence: AppFinding.Confidence = .certain,
    at token: CodeToken? = nil, place: CodePlace? = nil, related: [(CodeToken, String)] = [],
    _ sentence: String, fix: String
  ) {
    guard let place = place ?? token.map(program.place),
      seen.insert("\(tag) \(place.file) \(place.line)").inserted
    else { return }
    findings.append(
      AppFinding(
        tag, severity, confidence, at: place,
        related: related.map { AppFinding.Related(place: program.place($0.0), what: $0.1) }, sentence,
        fix: fix))
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

extension SourceReport {
  /// Looks through the sources of one app together.
  ///
  /// - Parameters:
  ///   - sources: In any order; what is no source of the app (tests, examples, vendored code) is left out by the caller.
  ///   - facts: What its other files say.
  init(_ sources: [SourceText], facts: ProjectFacts) {
    let program = CodeProgram(sources, facts)
    var inspection = CodeInspection(program)
    inspection.inspect()
    findings = inspection.findings
    requests = inspection.requests.map { program.place($0.token) }
    sight = inspection.sight
  }
}

extension CodeProgram {
  /// Requests that a list makes: `[Permission.a, Permission.b].request()`, `request(PERMISSIONS.IOS.X)`.
  func listedRequests() -> [(CodeToken, others: [(subject: String, token: CodeToken)])] {
    uses("listed", "tracking").compactMap { entry in
      let source = files[entry.file]
      guard source.text(entry.index + 1) != ".", source.text(entry.index - 1) == "." else { return nil }
      var (list, call): (Range<Int>, Int?) = (0..<0, nil)
      for index in source.before(entry.index + 1, most: 201) where source.match[index] > entry.index {
        let end = source.match[index]
        if source.text(index) == "[" {
          list = index..<end
          if source.text(end + 1) == ".", source.text(end + 2) == "request" { call = end + 2 }
          if source.text(index - 1) == "=" {
            call = source.after(end - 1, most: 300).first {
              source.text($0) == "request" && source.text($0 - 1) == "."
                && source.text($0 - 2) == source.text(index - 2)
            }
          }
          if call != nil { break }
        } else if source.text(index) == "(", ["request", "requestMultiple"].contains(source.text(index - 1)) {
          call = index - 1
          break
        } else if source.text(index) == "{" {
          break
        }
      }
      guard let call else { return nil }
      let others = list.compactMap { index -> (subject: String, token: CodeToken)? in
        guard source.isWord(index), source.text(index) != source.text(entry.index) else { return nil }
        let token = CodeToken(file: entry.file, index: index)
        let row = meanings(token).first { $0.kind == "listed" && $0.subject != "tracking" }
        return row.map { ($0.subject, token) }
      }
      return (CodeToken(file: entry.file, index: call), others)
    }
  }

  /// The function around a place, and who calls it, as far as a few steps: each with where it goes on.
  func sites(_ token: CodeToken, steps: Int = 5) -> [(function: CodeToken, token: CodeToken)] {
    var found: [(function: CodeToken, token: CodeToken)] = []
    var seen: Set<CodeToken> = []
    var next = [token]
    for _ in 0..<steps {
      var callers: [CodeToken] = []
      for token in next {
        guard let function = function(around: token), seen.insert(function).inserted, found.count < 40 else {
          continue
        }
        found.append((function, token))
        // A life cycle's function is called by nobody in the sources, and what an event runs by nobody in the function.
        let isAtEvent = around(token).prefix { $0.kind != .function }.contains {
          $0.kind == .closure && isEvent($0, token.file)
        }
        if isAtEvent || kinds(self.function(function)).contains(where: { $0.hasSuffix("function") }) {
          continue
        }
        callers += self.callers(of: function).filter { !$0.isReference && !$0.isTied }.prefix(12).map(\.token)
      }
      next = callers
    }
    return found
  }
}
