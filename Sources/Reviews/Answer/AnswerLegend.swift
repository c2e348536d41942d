import ExperimentDesign
import Inference
import Rendering
import Studies

/// How the numbers of an answer are to be read.
struct AnswerLegend {
  var summary: RunSummary

  var text: String {
    let outline = summary.outline
    var text = "± is simulation error, what more trials would remove. "
    if outline.parametersVary {
      text +=
        "\"The file allows\": what is not known about people, 90 % of what the file's distributions allow. "
    }
    if summary.scenarios.contains(where: { $0.decision?.valueOfPerfectInformation != nil }) {
      text +=
        "\"Probability best\" and \"regret\" are of expectations: regret is what choosing the arm loses on "
        + "average against knowing every number of the file first. "
    }
    let size = SupportedDigits.grouped(outline.installs)
    let includesNoise = summary.scenarios.contains { scenario in
      scenario.decision?.includesNoise == true
        || scenario.arms.contains { $0.objectiveDifference?.includesNoise == true }
    }
    if includesNoise {
      text +=
        "What is said of people includes the noise of \(size) installs a trial, which these trials do not tell: "
        + "simulate the run again to remove it. "
    }
    let isAtMost = summary.scenarios.contains { scenario in
      scenario.verdict?.lead?.isAtMost == true
        || scenario.arms.contains { $0.objectiveDifference?.isAtMost == true }
    }
    if isAtMost {
      text +=
        "A range that begins with \"within\" is the most it can be: the noise of \(size) installs a trial hides "
        + "what the uncertain inputs do, and more installs or trials would show it. "
    }
    text +=
      outline.design == .paired
      ? "\"A test would show\": both that and chance, 90 of 100 tests of \(size) people per arm."
      : "\"A test would show\": both that and chance, 90 of 100 tests of \(size) people over all arms."
    return text
  }
}
