import ExperimentDesign
import Inference
import Rendering
import Studies

extension AnswerScenario {
  /// The test that is recommended; `nil` where it would take more installs than anybody has.
  private var settlingTest: SettlingTest? {
    recommendation.test.flatMap { $0.margin.installsPerArm < 1e9 ? $0 : nil }
  }

  /// What detects the margin, whatever the lead is; empty where no size is known.
  ///
  /// - Parameter terms: what is assumed of the test, behind the margin.
  func marginSize(_ terms: String = ".") -> String {
    settlingTest.map {
      " \(Self.people($0.margin)) installs per option\(weeks($0.margin)) detect \(effect($0.margin)), the margin\(terms)"
    } ?? ""
  }

  /// How long a size takes, in brackets: the weeks of installs, and the days until the last one is read.
  ///
  /// Empty where the file does not say how many install.
  private func weeks(_ size: SettlingTest.Size) -> String {
    guard let volume = outline.context?.volume else { return "" }
    guard let calendar = size.calendar(at: volume, readAt: outline.readingAge), calendar.readOn <= 3_652
    else {
      return " (more than 10 years)"
    }
    let weeks = calendar.wholeWeeks == 1 ? "1 week" : "\(calendar.wholeWeeks) weeks"
    let wait = calendar.waitingDays
    return wait == 0 ? " (\(weeks))" : " (\(weeks) + \(wait) \(wait == 1 ? "day" : "days"))"
  }

  /// How to plan the test, with what detects the margin.
  ///
  /// - Parameter run: what a command needs to find the run.
  func test(_ run: String) -> ReviewDocument.Step? {
    let title = "Plan that test"
    let isOfOthers =
      [.bestGuess, .leaning].contains(recommendation.kind) && scenario.settlingTest != nil
      && (opponent != nil || recommendation.test == nil)
    if isOfOthers, !recommendation.isToChoose, !isByRelease {
      guard objective.isShare else { return testOfOptIn(run, ".") }
      // The size that is known is that of two other options: the plan works out this one's.
      return ReviewDocument.Step(
        title: title, text: "of \(versus(Array(tested.reversed()))), and which size pays",
        command: "att-lab plan \(run)\(arms(tested))")
    }
    guard let test = settlingTest else { return nil }
    if isByRelease {
      return ReviewDocument.Step(
        title: title,
        text:
          "Releases and languages differ, so it takes more than the \(Self.people(test.margin)) installs per option of "
          + "a test by install. Say how much they differ with --cluster-size and --icc.",
        command: "att-lab plan --help")
    }
    let terms =
      " (5% level, 80% power)."
      + (outline.context?.volume == nil ? " For weeks, add app: {installs_per_month: …}." : "")
    guard test.margin.shares != nil else { return testOfOptIn(run, terms) }
    return ReviewDocument.Step(
      title: title, text: "which size pays.\(marginSize(terms))",
      command: "att-lab plan \(run)\(testedOptions)")
  }

  /// How to plan a test where the objective is no share of installs, which is what a test counts.
  private func testOfOptIn(_ run: String, _ terms: String) -> ReviewDocument.Step? {
    let days = Metric.optInByDay.compactMap(\.day)
    guard let day = days.last(where: { Double($0) <= outline.description.horizonDays }) else { return nil }
    return ReviewDocument.Step(
      title: "Plan that test", text: "by opt-in, since the objective is no share of installs\(terms)",
      command: "att-lab plan \(run) --day \(day)\(arms(tested))")
  }

  /// The options of the test, the one that the others are compared with first.
  private var tested: [Int] {
    [opponent, recommendation.runnerUp, recommendation.choice].compactMap { $0 }
  }

  /// The options of the test, where a plan would test others.
  private var testedOptions: String {
    let usual = [scenario.verdict?.runnerUp, scenario.verdict?.best].compactMap { $0 }
    return tested == usual && tested.contains(outline.baseline) ? "" : arms(tested)
  }

  private func arms(_ arms: [Int]) -> String {
    " --arms " + TerminalText.shellWord(arms.map { outline.arms[$0].name }.joined(separator: ","))
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
}
