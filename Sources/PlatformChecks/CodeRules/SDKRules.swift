import ExperimentDesign
import RuleBook

/// SDKs that attribute, show ads or ask, against the request (L18, L20 to L22).
extension CodeInspection {
  mutating func checkSDKs() {
    guard !requests.isEmpty else { return }
    let waiting = Set(CodeName.table.values.flatMap(\.self).filter { $0.kind == "wait" }.map(\.subject))
    for sdk in waiting.sorted() {
      let starts = program.uses("start", sdk)
      let waits = program.uses("wait", sdk).filter(isSet)
      for wait in waits { checkOrder(wait, starts, sdk) }
      if waits.isEmpty { checkMissing(starts, sdk) } else { waits.forEach { checkLength($0, sdk) } }
    }
    for start in program.uses("ads") { checkAds(start) }
    checkAlone()
  }

  /// An SDK that asks at a moment of its own, beside the app's request.
  private mutating func checkAlone() {
    guard program.uses("quiet").isEmpty, let request = requests.first else { return }
    for sdk in program.uses("alone") {
      let source = program.file(sdk)
      let isOff = source.after(sdk.index, most: 6).contains { ["false", "NO"].contains(source.text($0)) }
      guard !isOff, let row = program.meanings(sdk).first(where: { $0.kind == "alone" }) else { continue }
      note(
        "L21", .error, .likely, at: sdk, related: [(request.token, "the request")],
        "\(row.subject) asks at a moment of its own, and the app asks too (\(words(request.token, from: sdk))): the first of them decides, and the other gets its answer.",
        fix: "Turn the SDK's request off, or leave asking to it.")
    }
  }

  private func isSet(_ token: CodeToken) -> Bool {
    let source = program.file(token)
    return source.isCalled(token.index) || ["=", ":"].contains(source.text(token.index + 1))
  }

  /// A wait that is set after the start it should hold up.
  private mutating func checkOrder(_ wait: CodeToken, _ starts: [CodeToken], _ sdk: String) {
    guard let function = program.function(around: wait) else { return }
    let own = starts.filter { program.function(around: $0) == function }
    guard let start = own.first, own.allSatisfy({ $0.index < wait.index }) else { return }
    let source = program.file(wait)
    // An option of the start itself, or code in another branch.
    if source.arguments(start.index).contains(wait.index)
      || !source.isInside(wait.index, source.frameOf[start.index])
    {
      return
    }
    note(
      "L20", .warning, at: wait, related: [(start, "the start")],
      "The wait is set after \(sdk) has started (\(words(start, from: wait))), and has no effect: the first launch is sent at once, without the identifier.",
      fix: "Set it before the start.")
  }

  private static let early: Set<CodeTrigger.Moment> = [.launch, .firstScreen, .activation, .dead]

  /// An SDK that starts before the answer and is never told to wait for it.
  private mutating func checkMissing(_ starts: [CodeToken], _ sdk: String) {
    for start in starts {
      let triggers = program.triggers(start)
      guard let first = triggers.first(where: { Self.early.contains($0.moment) }), !looksAtAnswers(start)
      else { continue }
      let doubt = first.doubts.intersection([.conditional, .tied, .late]).rawValue.nonzeroBitCount
      return note(
        "L20", .warning, .init(doubts: doubt), at: start,
        related: requests.first.map { [($0.token, "the request")] } ?? [],
        "\(sdk) starts before the alert's answer, and nothing tells it to wait: the install is sent without the identifier.",
        fix: "Set its wait for the answer before the start (\(waitName(sdk))), or start it after the answer.")
    }
  }

  private func waitName(_ sdk: String) -> String {
    CodeName.table.filter { $1.contains { $0.kind == "wait" && $0.subject == sdk } }.keys.min() ?? ""
  }

  /// Whether a start stands under a condition about the status or the layer's answers.
  func looksAtAnswers(_ token: CodeToken) -> Bool {
    let source = program.file(token)
    return source.around(token.index).contains { frame in
      frame.isConditional
        && (CodeCondition(frame, in: source).isUndecided != nil
          || frame.condition.contains {
            source.isWord($0)
              && !program.kinds(source.text($0)).isDisjoint(with: ["status", "consulted"])
          })
    }
  }

  // MARK: How long

  private mutating func checkLength(_ wait: CodeToken, _ sdk: String) {
    let source = program.file(wait)
    let values = source.after(wait.index, most: 7).map(source.text)
    guard let seconds = values.lazy.compactMap(Int.init).first else { return }
    if sdk == "Adjust", seconds > 360 {
      return note(
        "L20", .warning, at: wait,
        "Adjust waits at most 360 seconds, whatever it is told; here it is told \(seconds).",
        fix: "Ask within 360 seconds of the start, or start Adjust after the answer.")
    }
    let late: Set<CodeTrigger.Moment> = [.tap, .otherScreen]
    guard seconds <= 60, let request = requests.first,
      requests.allSatisfy({ $0.triggers.allSatisfy { late.contains($0.moment) } })
    else { return }
    let isNear = requests.contains(where: isOnFirstScreen)
    if isNear, seconds > 15 { return }
    note(
      "L18", .warning, seconds < 30 && !isNear ? .certain : .likely, at: wait,
      related: [(request.token, "the request")],
      "\(sdk) waits \(seconds) seconds for an answer that is asked for \(isNear ? "on a tap" : "on a later screen") (\(words(request.token, from: wait))): installs of people who take longer are sent without the identifier.",
      fix: "Lengthen the wait, ask earlier, or start the SDK after the answer.")
  }

  /// Whether a request stands on a screen that comes first.
  private func isOnFirstScreen(_ request: CodeRequest) -> Bool {
    var names: [String] = []
    for site in [request.token] + program.sites(request.token, steps: 2).map(\.token) {
      let source = program.file(site)
      if let type = source.type(around: site.index) { names.append(type) }
      names += source.around(site.index).compactMap { $0.function.map { source.functions[$0].name } }
    }
    return names.contains { name in
      name.first?.isUppercase == true && program.screen(name, 0).contains { $0.moment != .otherScreen }
    }
  }

  // MARK: Ads

  /// An SDK for ads that starts at launch, though the app asks.
  private mutating func checkAds(_ start: CodeToken) {
    guard let row = program.meanings(start).first(where: { $0.kind == "ads" }) else { return }
    let triggers = program.triggers(start)
    guard let first = triggers.first(where: { $0.moment == .launch || $0.moment == .firstScreen }),
      triggers.allSatisfy({ Self.early.contains($0.moment) }), !looksAtAnswers(start)
    else { return }
    note(
      "L22", .error, .init(doubts: first.doubtCount + 1), at: start,
      related: requests.first.map { [($0.token, "the request")] } ?? [],
      "\(row.subject) starts at launch, before the alert is answered.",
      fix: "Start it after the answers to the alert and to the consent layer.")
  }
}
