import ExperimentDesign
import RuleBook

/// SDKs that attribute, show ads or ask, against the request (L18, L20 to L22).
extension CodeInspection {
  mutating func checkSDKs() {
    let unreached = Set(findings.filter { $0.rule == "R93" }.map(\.place))
    guard let request = requests.first(where: { !unreached.contains($0.token.place) }) else { return }
    let waiting = Set(CodeName.table.values.joined().filter { $0.kind == "wait" }.map(\.subject))
    for sdk in waiting.sorted() {
      let starts = program.uses("start", sdk)
      let waits = program.uses("wait", sdk).filter { wait in
        wait.isCalled || ["=", ":"].contains(wait[1]) && wait[2] != "0"
      }
      for wait in waits {
        checkOrder(wait, starts, sdk)
        checkLength(wait, sdk)
      }
      if waits.isEmpty { checkMissing(starts, sdk) }
    }
    // Of one SDK's steps in one function the first.
    var seen: [String: Set<CodeToken>] = [:]
    for start in program.uses("ads") {
      let sdk = start.subject("ads") ?? ""
      if seen[sdk, default: []].insert(start.function?.name ?? start).inserted { checkAds(start, sdk) }
    }
    guard program.uses("quiet").isEmpty else { return }
    // An SDK that asks at a moment of its own, beside the app's request.
    var told: Set<String?> = []
    for use in program.uses("alone") where !use.isOff && told.insert(use.subject("alone")).inserted {
      note("L21 alone", ["sdk": use.subject("alone") ?? ""], at: use, request: request)
    }
  }

  /// A wait that is set after the start it should hold up.
  private mutating func checkOrder(_ wait: CodeToken, _ starts: [CodeToken], _ sdk: String) {
    let own = starts.filter { $0.function != nil && $0.function?.name == wait.function?.name }
    let later: Set<CodeTrigger.Moment> = [.activation, .change, .tap, .otherScreen, .afterAnswer]
    // No option of the start itself, and no code in another branch.
    let isAfter =
      own.isEmpty
      ? starts.allSatisfy { program.triggers($0).come([.launch]) } && program.triggers(wait).come(later)
      : own.allSatisfy { $0 < wait && !$0.arguments.contains(wait) } && wait.isWithinFrame(of: own[0])
    guard isAfter, let start = own.first ?? starts.first else { return }
    note("L20 after start", ["sdk": sdk], at: wait, seeing: start)
  }

  private static let early = CodeTrigger.Moment.beginning.union([.dead])

  /// An SDK that starts before the answer and is never told to wait for it.
  private mutating func checkMissing(_ starts: [CodeToken], _ sdk: String) {
    for start in starts where !start.looksAtAnswers {
      guard let first = program.triggers(start).first(where: { Self.early.contains($0.moment) })
      else { continue }
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
    let around = requests.flatMap(\.sites).flatMap(\.frames).filter { [.function, .type].contains($0.kind) }
    let screens = around.map(\.name.text).filter { $0.first?.isUppercase == true }
    // On a screen that comes first.
    let isNear = screens.contains {
      program.made($0, 0, isScreen: true).contains { $0.moment != .otherScreen }
    }
    if isNear, seconds > 15 { return }
    note(
      "L18 short",
      ["sdk": sdk, "seconds": "\(seconds)", "moment": isNear ? "on a tap" : "on a later screen"], at: wait,
      request: request, confidence: seconds < 30 && !isNear ? .certain : nil)
  }

  /// An SDK for ads that starts at launch, though the app asks.
  private mutating func checkAds(_ start: CodeToken, _ sdk: String) {
    // One that is told to ask waits for the answer.
    let asks = start.arguments.contains { $0.isOption && $0.does("ask") }
    let ways = program.triggers(start)
    if start.isOff || asks || start.looksAtAnswers || !ways.come(Self.early) { return }
    guard let first = ways.first(where: { CodeTrigger.Moment.start.contains($0.moment) }) else { return }
    note(
      "L22 ads", ["sdk": sdk], at: start, request: requests.first,
      confidence: .init(doubts: first.doubtCount + 1))
  }
}

extension CodeToken {
  /// Whether it is told no, or what somebody answered.
  fileprivate var isOff: Bool {
    after(6).contains { ["false", "NO"].contains($0.text) }
      || text.hasPrefix("set") && !after(6).contains { ["true", "YES"].contains($0.text) }
  }
}
