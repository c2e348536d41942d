import RuleBook

/// SDKs that attribute, show ads or ask, against the request (L18, L20 to L22).
extension CodeInspection {
  mutating func checkSDKs() {
    guard let request = requests.first else { return }
    let waiting = Set(CodeName.table.values.joined().filter { $0.kind == "wait" }.map(\.subject))
    for sdk in waiting.sorted() {
      let starts = program.uses("start", sdk)
      let waits = program.uses("wait", sdk).filter(isSet)
      for wait in waits {
        checkOrder(wait, starts, sdk)
        checkLength(wait, sdk)
      }
      if waits.isEmpty { checkMissing(starts, sdk) }
    }
    for start in program.uses("ads") { checkAds(start) }
    guard program.uses("quiet").isEmpty else { return }
    // An SDK that asks at a moment of its own, beside the app's request.
    for sdk in program.uses("alone") {
      let source = program.file(sdk)
      let isOff = source.after(sdk.index, most: 6).contains { ["false", "NO"].contains(source.text($0)) }
      guard !isOff, let name = subject(sdk, "alone") else { continue }
      note("L21 alone", ["sdk": name, "request": words(request.token, from: sdk)], at: sdk, request: request)
    }
  }

  /// Of what a name does something, in a word of the table.
  func subject(_ token: CodeToken, _ kind: String) -> String? {
    program.meanings(token).first { $0.kind == kind }?.subject
  }

  private func isSet(_ token: CodeToken) -> Bool {
    let source = program.file(token)
    return source.isCalled(token.index) || ["=", ":"].contains(source.text(token.index + 1))
  }

  /// A wait that is set after the start it should hold up.
  private mutating func checkOrder(_ wait: CodeToken, _ starts: [CodeToken], _ sdk: String) {
    guard let function = program.function(around: wait) else { return }
    let own = starts.filter { program.function(around: $0) == function }
    let source = program.file(wait)
    guard let start = own.first, own.allSatisfy({ $0.index < wait.index }),
      // An option of the start itself, or code in another branch.
      !source.arguments(start.index).contains(wait.index),
      source.isInside(wait.index, source.frameOf[start.index])
    else { return }
    note(
      "L20 after start", ["sdk": sdk, "start": words(start, from: wait)], at: wait,
      related: [(start, "the start")])
  }

  private static let early = CodeTrigger.Moment.beginning.union([.dead])

  /// An SDK that starts before the answer and is never told to wait for it.
  private mutating func checkMissing(_ starts: [CodeToken], _ sdk: String) {
    for start in starts where !looksAtAnswers(start) {
      guard let first = program.triggers(start).first(where: { Self.early.contains($0.moment) }) else {
        continue
      }
      let doubt = first.doubts.intersection([.conditional, .tied, .late]).rawValue.nonzeroBitCount
      let waits = CodeName.table.filter { $1.contains { $0.kind == "wait" && $0.subject == sdk } }
      return note(
        "L20 no wait", ["sdk": sdk, "wait": waits.keys.min() ?? ""], at: start, request: requests.first,
        confidence: .init(doubts: doubt))
    }
  }

  /// Whether a start stands under a condition about the status or the layer's answers.
  func looksAtAnswers(_ token: CodeToken) -> Bool {
    let source = program.file(token)
    return source.around(token.index).filter(\.isConditional).contains { frame in
      CodeCondition(frame, in: source).isUndecided != nil
        || frame.condition.contains { index in
          ["status", "consulted"].contains { CodeName.does($0, source.text(index)) }
        }
    }
  }

  /// A wait that is longer than the SDK's longest, or too short for where the request stands.
  private mutating func checkLength(_ wait: CodeToken, _ sdk: String) {
    let source = program.file(wait)
    let values = source.after(wait.index, most: 7).map(source.text)
    guard let seconds = values.lazy.compactMap(Int.init).first else { return }
    if sdk == "Adjust", seconds > 360 { return note("L20 longest", ["seconds": "\(seconds)"], at: wait) }
    let isLate = requests.allSatisfy { $0.triggers.allSatisfy { [.tap, .otherScreen].contains($0.moment) } }
    guard seconds <= 60, isLate, let request = requests.first else { return }
    let isNear = requests.contains(where: isOnFirstScreen)
    if isNear, seconds > 15 { return }
    note(
      "L18 short",
      [
        "sdk": sdk, "seconds": "\(seconds)", "moment": isNear ? "on a tap" : "on a later screen",
        "request": words(request.token, from: wait),
      ], at: wait, request: request, confidence: seconds < 30 && !isNear ? .certain : nil)
  }

  /// Whether a request stands on a screen that comes first.
  private func isOnFirstScreen(_ request: CodeRequest) -> Bool {
    ([request.token] + program.sites(request.token, steps: 2).map(\.token)).contains { site in
      let source = program.file(site)
      let functions = source.around(site.index).compactMap { $0.function.map { source.functions[$0].name } }
      return (functions + [source.type(around: site.index)].compactMap(\.self)).contains { name in
        name.first?.isUppercase == true && program.screen(name, 0).contains { $0.moment != .otherScreen }
      }
    }
  }

  /// An SDK for ads that starts at launch, though the app asks.
  private mutating func checkAds(_ start: CodeToken) {
    let triggers = program.triggers(start)
    guard let sdk = subject(start, "ads"),
      let first = triggers.first(where: { CodeTrigger.Moment.start.contains($0.moment) }),
      triggers.allSatisfy({ Self.early.contains($0.moment) }), !looksAtAnswers(start)
    else { return }
    note(
      "L22 ads", ["sdk": sdk], at: start, request: requests.first,
      confidence: .init(doubts: first.doubtCount + 1))
  }
}
