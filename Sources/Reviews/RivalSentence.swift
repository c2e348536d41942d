import Inference
import Studies

/// In how many of the rival models the winner stands, in words.
struct RivalSentence {
  var outline: RunOutline
  var scenario: ScenarioSummary

  /// `nil` where no rival was run.
  var text: String? {
    guard let verdict = scenario.verdict, let rivals = scenario.rivals, !rivals.isEmpty else { return nil }
    let standing = rivals.count { $0.outcome == .stands }
    let best = name(verdict.best)
    var text = "\(best) stays first, or near it, under \(standing) of \(rivals.count) rival models"
    let others = rivals.filter { $0.outcome != .stands }.map(exception)
    if !others.isEmpty { text += "; " + others.joined(separator: "; ") }
    return text + "."
  }

  private func exception(_ rival: RivalVerdict) -> String {
    let words = EstimateText(unit: outline.objective.unit)
    let lead =
      rival.lead.map {
        let magnitude = words.cell(abs($0.mean), error: $0.mcse, signed: false)
        return " by \(magnitude)\(outline.objective.unit.differenceSuffix)"
      } ?? ""
    return switch rival.outcome {
    case .falls: "\(name(rival.best)) leads\(lead) if \(rival.model.condition)"
    case .open: "the few trials given to it cannot say if \(rival.model.condition)"
    case .stands: ""
    }
  }

  private func name(_ arm: Int) -> String { "`\(TerminalText.safe(outline.arms[arm].name))`" }
}

extension RivalModel {
  /// The model as a condition: "… if *experience persuades nobody*".
  var condition: String {
    switch self {
    case .selectionOnly: "those who stay are more willing from the start and experience persuades nobody"
    case .noFraming: "no words move anybody"
    case .fallingWillingness: "experience puts people off"
    }
  }
}
