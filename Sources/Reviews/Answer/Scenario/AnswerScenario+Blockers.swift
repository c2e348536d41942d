import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies

/// What may not be recommended, and why, in the lines above a recommendation.
extension AnswerScenario {
  /// One line for each reason, with all the options that it blocks.
  var blockers: [(label: String, text: String)] {
    var lines: [BlockerLine] = []
    for blocker in recommendation.blockers {
      guard let line = line(blocker) else { continue }
      if let same = lines.firstIndex(where: { $0.label == line.label && $0.reason == line.reason }) {
        lines[same].arms += line.arms
      } else {
        lines.append(line)
      }
    }
    return lines.map { ($0.label, $0.arms.isEmpty ? $0.reason : "\(names($0.arms)): \($0.reason)") }
  }

  /// A reason, and the options before it; none where the reason names them itself.
  private struct BlockerLine {
    var label = "Blocker"
    var arms: [Int]
    var reason: String
  }

  /// `nil` where all options of the kind have one line together.
  private func line(_ blocker: Blocker) -> BlockerLine? {
    switch blocker.reason {
    case .forbidden(let rules):
      let finding = outline.platform?.findings.first { finding in
        finding.forbids && !Set(finding.arms).isDisjoint(with: blocker.arms)
      }
      let fix = finding.map { " Fix: \($0.fix)" } ?? ""
      return BlockerLine(
        arms: blocker.arms, reason: "App Review would reject it (\(rules.joined(separator: ", "))).\(fix)")
    case .error(let pitfall):
      let finding = outline.platform?.findings.first {
        $0.pitfall == pitfall && $0.severity == .error && Set($0.arms).isSuperset(of: blocker.arms)
      }
      let fix = finding.map { " Fix: \($0.fix)" } ?? ""
      return BlockerLine(
        arms: blocker.arms,
        reason: "\(finding.map { "\(withoutStop($0.what)) (\(pitfall))" } ?? pitfall).\(fix)")
    case .guardrail(let reading, _):
      let metric = reading.guardrail.metric
      let unit = metric.unit
      func text(_ number: Double) -> String {
        SupportedDigits.number(number * unit.scale, error: abs(number * unit.scale) / 100)
          + (unit == .share ? "%" : unit.suffix)
      }
      let limit =
        SupportedDigits.exact(reading.guardrail.limit * unit.scale) + (unit == .share ? "%" : unit.suffix)
      let found =
        reading.mean.map {
          " \(text($0)) on average, kept in \(AnswerNumbers.chance(reading.chance)) of draws."
        } ?? ""
      return BlockerLine(
        label: "Guardrail", arms: blocker.arms,
        reason:
          "\(metric.heading.joined(separator: " ")) must be \(metric.isLoss ? "at most" : "at least") \(limit):"
          + "\(found)\(isRanked(blocker) ? "" : " Not recommended.")")
    // One line for all arms together.
    case .tracksBeforeConsent: return nil
    }
  }

  /// Whether the arms of a blocker may win all the same.
  private func isRanked(_ blocker: Blocker) -> Bool {
    scenario.verdict.map { Set($0.leftOut).isDisjoint(with: blocker.arms) } ?? false
  }

  func withoutStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// The arms that report installs before the consent layer is answered, in one line.
  var tracking: [(label: String, text: String)] {
    let found = recommendation.blockers.flatMap { blocker -> [(arm: Int, share: String)] in
      guard case .tracksBeforeConsent(let share) = blocker.reason else { return [] }
      return blocker.arms.map { ($0, AnswerNumbers.chance(MonteCarloNumber(value: share, mcse: 0))) }
    }
    guard let first = found.first else { return [] }
    let shares =
      found.count == 1
      ? "\(name(first.arm)) reports \(first.share) of installs with a consent layer before they have answered."
      : "Installs with a consent layer that are reported before they have answered: "
        + found.map { "\(name($0.arm)) \($0.share)" }.joined(separator: ", ") + "."
    return [("Blocker", "\(shares) Fix: attribution: {starts: after_consent}.")]
  }
}
