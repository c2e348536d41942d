import ExperimentDesign
import Rendering
import Studies

/// What an answer holds under: what was set from outside, and the scenario where the answer is another in each.
struct AnswerConditions {
  var summary: RunSummary

  /// Both, where they apply, each with its label.
  var facts: [(label: String, text: String)] {
    [whatIf.map { ("What if", $0) }, dependence.map { ("Scenarios", $0) }].compactMap { $0 }
  }

  /// Settings that are shown, at most.
  private static let most = 3
  /// Columns of a setting, at most.
  private static let widest = 60

  /// What was set from outside; `nil` where nothing was that changes the assumptions.
  var whatIf: String? {
    let settings = summary.outline.assumedOtherwise
    guard !settings.isEmpty else { return nil }
    let shown = settings.prefix(Self.most).map {
      TerminalText.shortened(TerminalText.safe($0), width: Self.widest)
    }
    let more = settings.count > Self.most ? " and \(settings.count - Self.most) more" : ""
    return "\(shown.joined(separator: ", "))\(more), set on the command line in place of the file's."
  }

  /// Which option is recommended in which scenario; `nil` where one is in all of them.
  var dependence: String? {
    guard let found = ScenarioDependence(of: summary) else { return nil }
    var arms: [Int?] = []
    for choice in found.choices where !arms.contains(choice.arm) { arms.append(choice.arm) }
    let parts = arms.map { arm in
      let scenarios = found.choices.filter { $0.arm == arm }.map { TerminalText.inSentence($0.scenario) }
      let shown =
        scenarios.count > 3 ? Array(scenarios.prefix(2)) + ["\(scenarios.count - 2) more"] : scenarios
      let name = arm.map { TerminalText.inSentence(summary.outline.arms[$0].name) } ?? "no option"
      return "\(name) in \(shown.inProse)"
    }
    return "The answer depends on the scenario: \(parts.joined(separator: "; "))."
  }
}
