public import ExperimentDesign
import Inference
import Rendering
public import Studies
public import TestAnalysis

/// Whether a requirement is shown in a scenario, and by how much it is or is not.
public func requirementSentence(
  _ requirement: Requirement<Metric>, _ finding: RequirementFinding, isOneOfSeveral: Bool
) -> String {
  // Where the limit decides, one digit more shows on which side it lies.
  let decimals =
    SupportedDigits.decimals(error: 100 * (finding.chance?.mcse ?? 0), plain: 1) + (finding.isShown ? 0 : 1)
  let share = { (value: Double) in SupportedDigits.text(100 * value, decimals: decimals) + "%" }
  let scope = isOneOfSeveral ? " in scenario \(finding.scenario)" : ""
  var text = "\(finding.isShown ? "Shown" : "Not shown")\(scope): \(requirement.text). "
  // The margin is of what must be above 0.
  let margin = Quantity(finding.margin, requirement.metric.unit.difference).magnitude
  text += "On average it \(finding.margin.mean < 0 ? "fails" : "holds") by \(margin.full().text)"
  if let chance = finding.chance {
    text += ". It holds in \(share(chance.value)) of draws of the uncertain inputs (at least "
    text +=
      "\(share(max(0, chance.value - 1.645 * chance.mcse))) allowing for Monte Carlo error); \(requirement.percent) required"
  }
  text += "."
  guard !finding.isShown else { return text }
  if let chance = finding.chance, case let missing = requirement.probability - chance.value, missing > 0 {
    text += " It falls short by \(share(missing)) of draws; more trials alone will not close that gap."
  } else if let error = finding.margin.mcse, finding.margin.mean + 3 * error < 0 {
    text += " More trials will not change that."
  } else {
    text += " More trials may settle it."
  }
  return text
}

/// Whether a real test shows a requirement, and by how much it holds or fails.
public func requirementSentence(
  _ requirement: Requirement<AnalysisMeasure>, _ finding: AnalysisRequirementFinding
) -> String {
  var text = "\(finding.isShown ? "Shown" : "Not shown"): \(requirement.text)."
  let isValue = requirement.metric == .value
  // The interval that has the confidence required at either end lies below the limit.
  let isMissed = finding.confidence.map { $0 <= 1 - requirement.probability } ?? false
  if let margin = finding.margin {
    let size = SupportedDigits.text(abs(margin) * (isValue ? 1 : 100), decimals: isValue ? 4 : 2)
    text +=
      " It \(isMissed ? "misses the limit" : margin < 0 ? "fails" : "holds") by \(size)\(isValue ? "" : " pp")"
    if let confidence = finding.confidence {
      // Rounded down, so that what misses by little never reads as what is required.
      let share = (confidence * 1e4).rounded(.down) / 100
      text +=
        ", with \(SupportedDigits.text(share, decimals: 2))% one-sided confidence; \(requirement.percent) required"
    } else if finding.reason == nil {
      text += ", judged by an interval that holds at every look"
    }
    text += "."
  }
  if let reason = finding.reason { return text + " It cannot be shown by this test: \(reason.words.text)." }
  guard !finding.isShown else { return text }
  guard !isMissed else { return text + " More installs are not likely to change that." }
  return text + " More installs may settle it."
}
