import ExperimentDesign
import Inference
import Rendering
import Studies

/// How the numbers of an answer are to be read.
struct AnswerLegend {
  var summary: RunSummary

  var text: String {
    let outline = summary.outline
    var text = "± is Monte Carlo standard error; more trials reduce it. "
    if outline.parametersVary {
      text +=
        "90% range: the uncertainty interval over the uncertain inputs; only data narrows it. "
    }
    if summary.scenarios.contains(where: { $0.decision?.valueOfPerfectInformation != nil }) {
      text +=
        "Expected loss: what you give up on average by choosing this option. "
    }
    let size = SupportedDigits.grouped(outline.installs)
    let includesNoise = summary.scenarios.contains { scenario in
      scenario.decision?.includesNoise == true
        || scenario.arms.contains { $0.objectiveDifference?.includesNoise == true }
    }
    if includesNoise {
      text +=
        "The 90% ranges include the sampling noise of \(size) installs per trial. Simulate the run again to "
        + "remove it. "
    }
    let isAtMost = summary.scenarios.contains { scenario in
      scenario.verdict?.lead?.isAtMost == true
        || scenario.arms.contains { $0.objectiveDifference?.isAtMost == true }
    }
    if isAtMost {
      text +=
        "A range that begins with \"within\" is an upper limit: the noise of \(size) installs per trial hides the "
        + "effect of the inputs. Run more installs or trials to narrow it. "
    }
    text += "90% prediction interval: where 90 of 100 A/B tests of \(outline.testSize) would fall."
    return text
  }
}

extension RunOutline {
  /// The size of the A/B test that prediction intervals are for, in words.
  var testSize: String {
    "\(SupportedDigits.grouped(context?.testInstalls ?? self.installs)) installs per option"
  }
}
