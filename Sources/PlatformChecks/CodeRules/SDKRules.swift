import ExperimentDesign
import RuleBook

/// SDKs that attribute, show ads or ask, against the request (L18, L20 to L22).
extension CodeInspection {
  mutating func checkSDKs() {
    guard let request = requests.first else { return }
    let waiting = Set(CodeName.table.values.joined().filter { $0.kind == "wait" }.map(\.subject))
    for sdk in waiting.sorted() {
      let starts = program.uses("start", sdk)
      let waits = program.uses("wait", sdk).filter { $0.isCalled || ["=", ":"].contains($0[1]) }
      for wait in waits {
        checkOrder(wait, starts, sdk)
        checkLength(wait, sdk)
      }
      if waits.isEmpty { checkMissing(starts, sdk) }
    }
    for start in program.uses("ads") { checkAds(start) }
    guard program.uses("quiet").isEmpty else { return }
    // An SDK that asks at a moment of its own, beside the app's request.
    for sdk in program.uses("alone") where !sdk.isOff {
      note("L21 alone", ["sdk": sdk.subject("alone") ?? ""], at: sdk, request: request)
    }
  }

  /// A wait that is set after the start it should hold up.
  private mutating func checkOrder(_ wait: CodeToken, _ starts: [CodeToken], _ sdk: String) {
    let own = starts.filter { $0.function != nil && $0.function?.name == wait.function?.name }
    // No option of the start itself, and no code in another branch.
    if own.isEmpty, let start = starts.first, starts.allSatisfy({ program.isMade($0, [.launch]) }),
      program.isMade(wait, [.activation, .change, .tap, .otherScreen, .afterAnswer])
    {
      return note("L20 after start", ["sdk": sdk], at: wait, seeing: start)
    }
    guard let start = own.first, own.allSatisfy({ $0 < wait }), !start.arguments.contains(wait),
      wait.isWithinFrame(of: start)
    else { return }
    note("L20 after start", ["sdk": sdk], at: wait, seeing: start)
  }

  private static let early = CodeTrigger.Moment.beginning.union([.dead])

  /// An SDK that starts before the answer and is never told to wait for it.
  private mutating func checkMissing(_ starts: [CodeToken], _ sdk: String) {
    for start in starts where !start.looksAtAnswers {
      let early = program.triggers(start).first { Self.early.contains($0.moment) }
      guard let first = early else { continue }
      let doubt = first.doubts.intersection([.conditional, .tied, .late]).rawValue.nonzeroBitCount
      let waits = CodeName.table.filter { $1.contains { $0.kind == "wait" && $0.subject == sdk } }
      return note(
        "L20 no wait", ["sdk": sdk, "wait": waits.keys.min() ?? ""], at: start, request: requests.first,
        confidence: .init(doubts: doubt))
    }
  }

  /// A wait that is longer than the SDK's longest, or too short for where the request stands.
  private mutating func checkLength(_ wait: CodeToken, _ sdk: String) {
    guard let seconds = wait.after(7).lazy.compactMap({ Int($0.text) }).first else { return }
    if sdk == "Adjust", seconds > 360 { return note("L20 longest", ["seconds": "\(seconds)"], at: wait) }
    let isLate = requests.allSatisfy { $0.ways([.tap, .otherScreen]).count == $0.triggers.count }
    guard seconds <= 60, isLate, let request = requests.first else { return }
    // On a screen that comes first.
    let isNear = requests.flatMap { program.sites($0.token, steps: 2) }.contains { site in
      let names = site.frames.filter { $0.kind == .function }.map(\.name.text) + [site.type ?? ""]
      return names.contains { name in
        name.first?.isUppercase == true
          && program.made(name, 0, isScreen: true).contains { $0.moment != .otherScreen }
      }
    }
    if isNear, seconds > 15 { return }
    note(
      "L18 short",
      ["sdk": sdk, "seconds": "\(seconds)", "moment": isNear ? "on a tap" : "on a later screen"], at: wait,
      request: request, confidence: seconds < 30 && !isNear ? .certain : nil)
  }

  /// An SDK for ads that starts at launch, though the app asks.
  private mutating func checkAds(_ start: CodeToken) {
    let triggers = program.triggers(start)
    guard !start.isOff, let sdk = start.subject("ads"),
      let first = triggers.first(where: { CodeTrigger.Moment.start.contains($0.moment) }),
      triggers.allSatisfy({ Self.early.contains($0.moment) }), !start.looksAtAnswers
    else { return }
    note(
      "L22 ads", ["sdk": sdk], at: start, request: requests.first,
      confidence: .init(doubts: first.doubtCount + 1))
  }
}

extension CodeToken {
  /// Whether it is told no.
  fileprivate var isOff: Bool { after(6).contains { ["false", "NO"].contains($0.text) } }
}
