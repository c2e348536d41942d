import ExperimentDesign
import Inference
import Rendering
import Studies
import TextFormats

extension AnswerScenario {
  /// The test that is recommended; `nil` where it would take more installs than anybody has.
  private var settlingTest: SettlingTest? {
    recommendation.test.flatMap { $0.margin.installsPerArm < 1e9 ? $0 : nil }
  }

  /// What detects the margin, whatever the lead is; empty where no size is known.
  ///
  /// - Parameter terms: what is assumed of the test, behind the margin.
  func marginSize(_ terms: String = ".") -> String {
    settlingTest.map { " To \(detecting($0.margin))\(terms)" } ?? ""
  }

  /// After "to": what a size is for, and the installs.
  private func detecting(_ size: SettlingTest.Size) -> String {
    "detect \(effect(size)), the margin, takes \(Self.people(size)) installs per option\(weeks(size))"
  }

  /// How long a size takes, behind a comma: the weeks of installs, and the days until the last one is read.
  ///
  /// Empty where the file does not say how many install.
  private func weeks(_ size: SettlingTest.Size) -> String {
    guard let volume = outline.context?.volume else { return "" }
    guard let calendar = size.calendar(at: volume, readAt: outline.readingAge), calendar.readOn <= 3_652
    else {
      return ", more than 10 years"
    }
    let weeks = calendar.wholeWeeks == 1 ? "1 week" : "\(calendar.wholeWeeks) weeks"
    let wait = calendar.waitingDays
    return ", \(weeks)" + (wait == 0 ? "" : " + \(wait) \(wait == 1 ? "day" : "days")")
  }

  /// A finished test of the choice and the runner-up that the run's numbers have learnt from; `nil` for none.
  var learntTest: LearntTest? {
    guard [.bestGuess, .leaning].contains(recommendation.kind), !recommendation.isToChoose,
      recommendation.alike.isEmpty, let choice = recommendation.choice, let other = recommendation.runnerUp
    else { return nil }
    return outline.learntTest(of: [choice, other])
  }

  /// What to do after a test of the two that is in the numbers already and does not settle it.
  var tested: String? {
    guard let test = learntTest, let choice = recommendation.choice, let other = recommendation.runnerUp
    else {
      return nil
    }
    let loss = recommendation.loss.map {
      ": it gives up \(numbers.amount($0)) on average to whichever option turns out best"
    }
    return
      "Ship \(name(choice)) unless you test further\(loss ?? ""). \(inNumbers(test, choice, other))"
  }

  /// That a test is in the numbers already, and how sure its better option is with it.
  private func inNumbers(_ test: LearntTest, _ choice: Int, _ other: Int) -> String {
    let share = summary.shareOfDraws(in: scenario, better: choice, than: other)
    return "A test of \(versus([choice, other])) by day \(test.day) is in these numbers"
      + (share.map { ": with it, \(name(choice)) is better in \(chanceText($0)) of draws." } ?? ".")
  }

  /// The test that a clear choice rests on, after the choice; empty without one.
  var settledByTest: String {
    guard recommendation.kind == .choose, let choice = recommendation.choice,
      let other = recommendation.runnerUp, let test = outline.learntTest(of: [choice, other])
    else { return "" }
    return " " + inNumbers(test, choice, other)
  }

  /// What to do next after that test, in place of the same once more.
  ///
  /// - Parameter run: what a command needs to find the run.
  func afterTest(_ run: String) -> [ReviewDocument.Step] {
    guard let test = learntTest else { return [] }
    var steps: [ReviewDocument.Step] = []
    if test.day < outline.readingAge {
      steps.append(
        ReviewDocument.Step(
          title: "Count later days",
          text:
            "The answer is of day \(outline.readingAge), the test of day \(test.day). Count its installs by then, and update the file "
            + "from before it.",
          command:
            "att-lab calibrate \(Placeholder.before.rawValue) --update \(Placeholder.test.rawValue) "
            + "--day \(outline.readingAge) --out newer.yaml"))
    }
    steps.append(
      ReviewDocument.Step(
        title: "Settle it",
        text:
          "The plan names the two options whose test is worth most now, or says that none pays"
          + (outline.context?.volume == nil ? ": put in your installs a week." : "."),
        command: "att-lab plan \(run)\(paceOption)"))
    return steps
  }

  /// Weeks of a test, and installs of each of its options where nobody says how many install, beyond which a test of a
  /// difference that matters to nobody is not worth it.
  private static let (mostWeeks, mostInstalls) = (12, 50_000.0)

  /// Whether the choice and the runner-up differ by too little for a test of them: by no more than the margin on average,
  /// and a wrong choice gives up no more than that, while what detects the margin takes long.
  var isBeneathTest: Bool {
    guard [.bestGuess, .leaning].contains(recommendation.kind), !recommendation.isToChoose,
      recommendation.alike.isEmpty, recommendation.costsLittle, opponent == nil,
      let lead = recommendation.lead, abs(lead.overTrials.mean) <= numbers.margin,
      let size = settlingTest?.margin
    else { return false }
    guard let volume = outline.context?.volume else { return size.installsPerArm > Self.mostInstalls }
    return size.calendar(at: volume, readAt: outline.readingAge).map { $0.wholeWeeks > Self.mostWeeks }
      ?? true
  }

  /// What to do in place of a test that is not worth it.
  var untested: String? {
    guard isBeneathTest, let choice = recommendation.choice, let other = recommendation.runnerUp,
      let lead = recommendation.lead
    else { return nil }
    let what = self.choice(among: [choice, other]) ?? "Choose \(name(choice)), or what is simplest to build."
    return
      "\(what) \(name(choice)) leads \(name(other)) by \(numbers.difference(lead)) on average, too little to be worth a test.\(marginSize())"
  }

  /// How many install, which may make a test worth it; `nil` where it is known, and where no file is.
  private var volumeStep: ReviewDocument.Step? {
    guard isBeneathTest, outline.context?.volume == nil, let file,
      let choice = recommendation.choice, let other = recommendation.runnerUp
    else { return nil }
    return ReviewDocument.Step(
      title: "Say your volume",
      text:
        "With very many installs a test of \(versus([choice, other])) can be worth it. Say how many you have a month.",
      command: "att-lab simulate \(file) --set 'app={installs_per_month: 1000000}'")
  }

  /// How to plan the test, with what detects the margin, and which of two differences it leaves open.
  ///
  /// Where the step names how long the test takes, there is no room for what it leaves open.
  ///
  /// - Parameter run: what a command needs to find the run.
  func test(_ run: String) -> ReviewDocument.Step? {
    guard var step = plannedTest(run) else { return nil }
    if let mixed, outline.context?.volume == nil {
      step.text += step.text.hasSuffix(".") ? " \(mixed)" : ". \(mixed)"
    }
    return step
  }

  /// Which option to add where the tested ones differ in more than one thing, so that a pair differs in one of these alone;
  /// `nil` where they differ in one, or no other has it of the one and the rest of the other.
  private var mixed: String? {
    guard testArms.count == 2, learntTest == nil, !isBeneathTest else { return nil }
    let (first, second) = (testArms[1], testArms[0])
    let parts = things(first, second)
    guard parts.count > 1 else { return nil }
    let leftOut = scenario.verdict?.leftOut ?? []
    for twin in scenario.arms.indices where ![first, second].contains(twin) && !leftOut.contains(twin) {
      // It has one thing of the one and the others of the other.
      for own in [first, second] {
        let one = things(own, twin)
        let others = things(own == first ? second : first, twin)
        guard one.count == 1, Set(one + others) == Set(parts), one.count + others.count == parts.count
        else { continue }
        let apart = parts.count == 2 ? "\(parts[0]) from \(parts[1])" : "\(one[0]) from the rest"
        return "Add \(name(twin)) to tell \(apart)."
      }
    }
    return nil
  }

  /// What two options differ in, as tables name it.
  private func things(_ first: Int, _ second: Int) -> [String] {
    let (own, other) = (outline.arms[first], outline.arms[second])
    return [
      own.ask == other.ask ? nil : "moment", own.prePrompt == other.prePrompt ? nil : "pre-prompt",
      own.usageString == other.usageString ? nil : "usage string",
    ].compactMap { $0 }
  }

  private func plannedTest(_ run: String) -> ReviewDocument.Step? {
    if learntTest != nil { return nil }
    if isBeneathTest { return volumeStep }
    let title = "Plan that test"
    let isOfOthers =
      [.bestGuess, .leaning].contains(recommendation.kind) && scenario.settlingTest != nil
      && (opponent != nil || recommendation.test == nil)
    if isOfOthers, !recommendation.isToChoose, !isByRelease {
      guard objective.isShare else { return testOfOptIn(run, ".") }
      // The size that is known is that of two other options: the plan works out this one's.
      return ReviewDocument.Step(
        title: title, text: "of \(versus(Array(testArms.reversed()))), and its size",
        command: "att-lab plan \(run)\(arms(testArms))")
    }
    guard let test = settlingTest else { return nil }
    if isByRelease {
      return ReviewDocument.Step(
        title: title,
        text:
          "Releases and languages differ, so to detect the margin takes more than the \(Self.people(test.margin)) installs per option of "
          + "a test by install. Put in how many installs a release has, and how much releases differ (--icc).",
        command:
          "att-lab plan \(run)\(arms(testArms))\(test.margin.shares == nil ? dayOption : "") --cluster-size 5000 --icc 0.001"
      )
    }
    let terms = " (5% level, 80% power)."
    guard test.margin.shares != nil else {
      let hint = outline.context?.volume == nil ? " For weeks, add app: {installs_per_month: …}." : ""
      return testOfOptIn(run, terms + hint)
    }
    // A plan that knows the volume recommends the size that gains most for the choice, and has this one beside it.
    let text =
      outline.context?.volume == nil
      ? "and its size: to \(detecting(test.margin))\(terms) Far fewer may gain more: put in your installs a week."
      : "with the size that gains most, mostly far below the \(Self.people(test.margin)) installs per option "
        + "(\(weeks(test.margin).dropFirst(2))) that detect \(effect(test.margin))."
    return ReviewDocument.Step(
      title: title, text: text, command: "att-lab plan \(run)\(testedOptions)\(paceOption)")
  }

  /// The installs of a week, for their place to be seen, where the file does not say how many install.
  private var paceOption: String { outline.context?.volume == nil ? " --installs-per-week 10000" : "" }

  /// How to plan a test where the objective is no share of installs, which is what a test counts.
  private func testOfOptIn(_ run: String, _ terms: String) -> ReviewDocument.Step? {
    guard lastDay != nil else { return nil }
    return ReviewDocument.Step(
      title: "Plan that test", text: "by opt-in, since the objective is no share of installs\(terms)",
      command: "att-lab plan \(run)\(dayOption)\(arms(testArms))")
  }

  /// The last day by which answers are counted.
  private var lastDay: Int? {
    Metric.optInByDay.compactMap(\.day).last { Double($0) <= outline.description.horizonDays }
  }

  private var dayOption: String { lastDay.map { " --day \($0)" } ?? "" }

  /// The options of the test, the one that the others are compared with first.
  private var testArms: [Int] {
    [opponent, recommendation.runnerUp, recommendation.choice].compactMap { $0 }
  }

  /// The options of the test, where a plan would test others.
  private var testedOptions: String {
    let usual = [scenario.verdict?.runnerUp, scenario.verdict?.best].compactMap { $0 }
    return testArms == usual && testArms.contains(outline.baseline) ? "" : arms(testArms)
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
    // As many digits as it takes for the weeks to follow from it.
    SupportedDigits.grouped(roundedUp(size.installsPerArm, digits: 3))
  }
}
