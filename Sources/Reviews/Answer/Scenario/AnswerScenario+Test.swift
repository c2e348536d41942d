import ExperimentDesign
import Inference
import Rendering
import Studies

extension AnswerScenario {
  /// The test that is recommended; `nil` where it would take more installs than anybody has.
  private var settlingTest: SettlingTest? {
    recommendation.test.flatMap { $0.margin.installsPerArm < 1e9 ? $0 : nil }
  }

  /// What the test takes, for the headline; empty where no size is known.
  var testSize: String {
    guard !isByRelease, let test = settlingTest else { return "" }
    let weeks = outline.context?.volume.map { ", \(Self.weeks(test.weeks(at: $0)))" } ?? ""
    return
      " To detect \(effect(test.margin)) it takes \(Self.people(test.margin)) installs per option\(weeks)."
  }

  /// What the headline leaves out of the test: its errors, its size for the lead, and what its weeks assume.
  ///
  /// - Parameter run: what a command needs to find the run.
  func test(_ run: String) -> ReviewDocument.Step? {
    guard let test = settlingTest else { return nil }
    let title = "Run that test"
    if isByRelease {
      return ReviewDocument.Step(
        title: title,
        text:
          "Releases and languages differ, so it takes more than the \(Self.people(test.margin)) installs per option of "
          + "a test by install. Say how much they differ with --cluster-size and --icc.",
        command: "att-lab plan --help")
    }
    var detects = "\(Self.people(test.margin)) per option detect \(effect(test.margin)), the margin"
    if let lead = test.lead { detects += "; \(Self.people(lead)) detect the lead, \(effect(lead))" }
    let terms =
      outline.context?.volume == nil
      ? "(5% level, 80% power). For weeks, add app: {installs_per_month: …}."
      : "(5% level, 80% power, every install takes part)."
    return ReviewDocument.Step(
      title: title, text: "\(detects) \(terms)",
      command: test.margin.shares == nil ? "att-lab analyze --help" : "att-lab plan \(run)\(testedOptions)")
  }

  /// The two options, where a plan would test the baseline beside them.
  private var testedOptions: String {
    guard let choice = recommendation.choice, let other = recommendation.runnerUp,
      ![choice, other].contains(outline.baseline)
    else { return "" }
    return " --arms " + TerminalText.shellWord("\(outline.arms[other].name),\(outline.arms[choice].name)")
  }

  /// Whether the tested options differ in the usage string, which iOS reads from the release, by language.
  var isByRelease: Bool {
    guard let choice = recommendation.choice, let other = recommendation.runnerUp else { return false }
    return outline.arms[choice].usageString != outline.arms[other].usageString
  }

  private func effect(_ size: SettlingTest.Size) -> String {
    let difference = size.difference
    guard objective.isShare else {
      return SupportedDigits.number(difference, error: difference / 10) + objective.unit.suffix
    }
    return "\(SupportedDigits.text(100 * difference, decimals: 1)) pp"
  }

  private static func people(_ size: SettlingTest.Size) -> String {
    SupportedDigits.grouped(twoDigitsUp(size.installsPerArm))
  }

  private static func weeks(_ weeks: Double) -> String {
    if weeks > 520 { return "more than 10 years" }
    return weeks > 1 ? "\(Int(weeks)) weeks" : "1 week"
  }
}
