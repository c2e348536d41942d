import ExperimentDesign
import Inference
import Rendering
import Studies

extension AnswerScenario {
  /// Each swept key as a curve: every value with the objective it leads to, the best one, and whether its neighbours
  /// are as good.
  var sweeps: [String] {
    guard recommendation.kind != .identical else { return [] }
    return scenario.sweeps.map { found in
      let points = found.sweep.points
      let levels = numbers.levels(points.map { scenario.arms[$0.arm].objective })
      let curve = zip(points, levels).map { "\(value($0)): \($1)" }.joined(separator: ", ")
      let leads = found.leads.map { lead($0, points) }.joined(separator: "; ")
      let best = points.first { $0.arm == found.best }.map(value) ?? ""
      return "\(title(found.sweep)): \(curve). Best: \(best)\(leads.isEmpty ? "" : ", \(leads)")."
    }
  }

  /// `Sweep of article ask.count (pre_prompt=none)`.
  private func title(_ sweep: Sweep) -> String {
    let held = sweep.held.map { "\($0.path)=\($0.value == "null" ? "none" : $0.value)" }.joined(
      separator: ", ")
    let name = TerminalText.safe("\(sweep.name) \(sweep.path)\(held.isEmpty ? "" : " (\(held))")")
    return "Sweep of \(name)"
  }

  private func value(_ point: Sweep.Point) -> String {
    point.value == "null" ? "none" : TerminalText.safe(point.value)
  }

  /// `+3.1 pp vs 2 (90% range +1.9 to +4.4)`.
  private func lead(_ lead: SweepSummary.Lead, _ points: [Sweep.Point]) -> String {
    let other = points.first { $0.arm == lead.arm }.map(value) ?? ""
    let text = "\(numbers.difference(lead.difference, signed: true)) vs \(other)"
    guard let range = lead.difference.uncertaintyInterval90, let shown = numbers.range(lead.difference) else {
      return text
    }
    let ends = shown.hasSuffix(numbers.suffix) ? String(shown.dropLast(numbers.suffix.count)) : shown
    return "\(text) (90% range \(ends)\(verdict(range)))"
  }

  private func verdict(_ range: CentralInterval) -> String {
    if max(abs(range.lower), abs(range.upper)) <= numbers.margin { return ", no practical difference" }
    return range.lower <= 0 && range.upper >= 0 ? ", inconclusive" : ""
  }
}
