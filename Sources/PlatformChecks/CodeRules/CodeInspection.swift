import ExperimentDesign
import RuleBook

/// A call that asks for permission to track, with the other permissions that it asks for.
struct CodeRequest {
  typealias Other = (subject: String, token: CodeToken)

  var token: CodeToken
  /// Other permissions in one list with it, and where they stand.
  var others: [Other] = []
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
    let tokens = (program.uses("ask") + program.hooked).map { ($0, []) } + program.listedRequests()
    for (token, others) in tokens.sorted(by: { $0.0 < $1.0 }) where requests.last?.token != token {
      let isReference = !program.file(token).isCalled(token.index) && !program.isOption(token)
      if isReference, !program.file(token).isHandedOver(token.index) { continue }
      let triggers = program.triggers(token, isReference: isReference)
      // No way leads there on Apple's systems.
      guard !triggers.isEmpty else { continue }
      requests.append(CodeRequest(token: token, others: others, triggers: triggers))
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
  fileprivate func listedRequests() -> [(CodeToken, others: [CodeRequest.Other])] {
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
      let others = list.compactMap { index -> CodeRequest.Other? in
        guard source.isWord(index), source.text(index) != source.text(entry.index) else { return nil }
        let row = meanings(entry.at(index)).first { $0.kind == "listed" && $0.subject != "tracking" }
        return row.map { ($0.subject, entry.at(index)) }
      }
      return (entry.at(call), others)
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
        // What an event runs is called by nobody in the function.
        let isAtEvent = around(token).prefix { $0.kind != .function }.contains { isEvent($0, token.file) }
        if !isAtEvent, !isCalledByFrameworks(function) { callers += sureCallers(of: function).prefix(12) }
      }
      next = callers
    }
    return found
  }

  /// Calls of a function that no tie of names makes.
  func sureCallers(of function: CodeToken) -> [CodeToken] {
    callers(of: function).filter { !$0.isReference && !$0.isTied }.map(\.token)
  }

  /// Whether a function is one of a life cycle, which nobody calls in the sources.
  func isCalledByFrameworks(_ function: CodeToken) -> Bool {
    kinds(self.function(function)).contains { $0.hasSuffix("function") }
  }
}
