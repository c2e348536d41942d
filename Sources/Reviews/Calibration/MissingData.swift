import Inference
import Rendering
import Studies

/// Which data would tell what these leave open.
extension LearnedWords {
  /// How much better a number has to be known for data of an option to be named.
  private static let worthwhile = 0.2

  /// Data that would tell numbers left as assumed, a sentence for each kind of data.
  func remedies(_ numbers: [Int]) -> [String] {
    var byOption: [Int: [Int]] = [:]
    var byKind: [(kind: MissingData, numbers: [Int])] = []
    for number in numbers {
      let best = report.lessons.max { $0.tells[number] < $1.tells[number] }
      if let best, best.tells[number] >= max(Self.worthwhile, 2 * report.numbers[number].tells) {
        byOption[best.arm, default: []].append(number)
      } else if let kind = kind(number) {
        if let index = byKind.firstIndex(where: { $0.kind == kind }) {
          byKind[index].numbers.append(number)
        } else {
          byKind.append((kind, [number]))
        }
      }
    }
    let options = byOption.sorted { $0.key < $1.key }.map { arm, numbers in
      let installs = report.lessons.first { $0.arm == arm }?.installs ?? 0
      return "\(Self.installs(installs)) of \(name(arm)) would tell \(paths(numbers))."
    }
    return options + byKind.map { "\(words($0.kind)) would tell \(paths($0.numbers))." }
  }

  /// Data that would tell two numbers apart that are known only together.
  func parting(_ numbers: [Int]) -> String? {
    func open(_ tells: [Double]) -> Double { numbers.map { 1 - tells[$0] }.max() ?? 1 }
    let now = open(report.numbers.map(\.tells))
    if let best = report.lessons.min(by: { open($0.tells) < open($1.tells) }),
      open(best.tells) < 0.8 * now
    {
      return "\(Self.installs(best.installs)) of \(name(best.arm)) would tell them apart."
    }
    return numbers.compactMap(kind).first.map { "\(words($0)) would tell them apart." }
  }

  /// The data that would tell a number; `nil` where no data of an app would, or where they have been counted already.
  private func kind(_ number: Int) -> MissingData? {
    guard let kind = MissingData(path: report.numbers[number].path), !report.data.kinds.contains(kind)
    else { return nil }
    return kind
  }

  /// As the subject of a sentence.
  private func words(_ kind: MissingData) -> String {
    // Counts of several options are such a test already.
    kind == .timing && report.data.options > 1
      ? "A larger test of options that ask at several moments, assigned at random," : kind.words
  }

  private func paths(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(4).map { TerminalText.safe(report.numbers[$0].path) }
    return shown.joined(separator: ", ") + (numbers.count > 4 ? ", and \(numbers.count - 4) more" : "")
  }
}

/// A kind of data that tells numbers of one part of the model.
enum MissingData: String, CaseIterable, Hashable {
  case askedTwice = "asked_twice"
  case visits
  case onboarding
  case events
  case prompted
  case denied
  case timing
  case prePrompts = "pre_prompts"

  /// The data that would tell a number; `nil` where none of an app's own counts would.
  init?(path: String) {
    let keys = path.split(separator: ".").map(String.init)
    // Within a segment or a scenario the same numbers have longer paths.
    let own = ["segments", "scenarios"].contains(keys.first ?? "") ? Array(keys.dropFirst(2)) : keys
    switch (own.first ?? "", own.dropFirst().first ?? "") {
    case ("allow", "spread"): self = .askedTwice
    case ("allow", _), ("willingness", _): self = .timing
    case ("sessions", _), ("activity_spread", _): self = .visits
    case ("onboarding", _): self = .onboarding
    case ("events", _), ("browse_seconds", _), ("linger_seconds", _): self = .events
    case ("device", _): self = .prompted
    case ("answer", _): self = .denied
    case ("continue", _), ("pre_prompts", _): self = .prePrompts
    case _: return nil
    }
  }

  /// As the subject of a sentence.
  var words: String {
    switch self {
    case .askedTwice: "Counts of an option with a pre-prompt, or of people who are asked twice,"
    case .visits: "Who is still active by day ('--retention')"
    case .onboarding: "Counts of an option that asks when onboarding is done"
    case .events: "Counts of an option that asks after the event"
    case .prompted: "The column prompted of '--counts'"
    case .denied: "The columns prompted and denied_by_7 of '--counts'"
    case .timing: "A test of options that ask at several moments, assigned at random,"
    case .prePrompts: "The columns pre_prompt_shows and pre_prompt_continues of '--counts'"
    }
  }
}
