import Testing

/// What the outside of the framework shows after each step, as recorded by hand from the rules.
///
/// One line a step: the step, the status that can be read then, what is on screen, and the statuses that
/// handlers were called with during the step.
///
///     request | 0 | tracking | -
struct Transcript: CustomTestStringConvertible, Sendable {
  /// What the transcript shows, led by the rules it stands for.
  let title: String
  let device: [Trait]
  let lines: [Line]

  var testDescription: String { title }

  /// What is not ordinary about the device, its system or the app.
  enum Trait: Sendable {
    case profile, account, appClip, switchedOff, isExtension, noWindow, noUsageString, emptyUsageString
    case iOS14_5, iOS17_4
  }

  enum Step: String, Sendable {
    case launch, activate, request, allow, deny, dismiss, other, closeOther
    case appSwitchOn, appSwitchOff, allSwitchOn, allSwitchOff, reinstall
  }

  struct Line: Equatable, Sendable, CustomStringConvertible {
    let step: Step
    let status: UInt
    let screen: String
    let completions: [UInt]

    var description: String {
      let called = completions.isEmpty ? "-" : completions.map(String.init).joined(separator: " ")
      return "\(step.rawValue) | \(status) | \(screen) | \(called)"
    }
  }

  init(_ title: String, on device: Trait..., recorded: String) {
    self.title = title
    self.device = device
    lines = recorded.split(separator: "\n").compactMap(Self.line)
    precondition(lines.count == recorded.split(separator: "\n").count, "a line of '\(title)' is malformed")
  }

  private static func line(_ text: Substring) -> Line? {
    let cells = text.split(separator: "|").map { $0.drop { $0 == " " }.split(separator: " ") }
    guard cells.count == 4, let word = cells[0].first, let step = Step(rawValue: String(word)),
      let number = cells[1].first, let status = UInt(number), let screen = cells[2].first
    else { return nil }
    return Line(
      step: step, status: status, screen: String(screen), completions: cells[3].compactMap { UInt($0) })
  }
}
