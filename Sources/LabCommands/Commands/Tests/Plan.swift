import ArgumentParser
import Inference
import Rendering
import ResultStore
import Reviews
import TestData
import TextFormats

struct Plan: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plan a real test: how many installs it takes, or what a size detects.",
    discussion: """
      Of size, difference and power give two, and the third is answered. With a size and a difference but no power, \
      the power is answered. With all three, the command ends with 2 where the size is not enough.

      Of an experiment file or a stored run, a test of its best options is planned with their rates in every trial. A \
      file is simulated first, unless its run is stored.

      Rates are per install, and the test is judged as att-lab analyze does it. The answer ends with that command.

      Example: att-lab plan --baseline 20% --lift 2pp --power 80%
      Example: att-lab plan --baseline 20% --planned 20000
      Example: att-lab plan --rates 20%,22%,22% --installs-per-week 3000
      Example: att-lab plan --baseline 20% --lift 2pp --looks 3 --day 7
      Example: att-lab plan --baseline 20% --aim non-inferior --margin 1pp
      Example: att-lab plan news-timing.yaml --installs-per-week 20000 --day 7
      Example: att-lab plan last --arms launch,after_onboarding,third_article --planned 20000

      The plan is kept in the store: 'att-lab show' prints it again.
      """)

  @Argument(
    help: ArgumentHelp(
      "An experiment file, or a stored run: an id, the start of one, a name, or last.",
      valueName: "file-or-run"),
    completion: .file(extensions: ["yaml", "yml"]))
  var subject: String?

  @OptionGroup(title: "What is known") var known: PlanQuestionArguments

  @OptionGroup(title: "Statistics") var statistics: PlanStatisticsArguments

  @OptionGroup(title: "Who counts") var people: PlanPeopleArguments

  @OptionGroup(title: "How long it takes") var length: PlanCalendarArguments

  @OptionGroup(title: "With an experiment") var model: PlanModelArguments
  @OptionGroup var keeping: KeepingOptions

  @Option(help: "How to write the result: table, csv or json.")
  var format: OutputFormat = .table

  func run() async throws {
    if let subject { return try await planByModel(subject) }
    if let option = model.given.first {
      throw ValidationError(
        "'\(option)' is for the options of an experiment. Name its file or a stored run, as in 'att-lab plan last'."
      )
    }
    let test = try plannedTest()
    let review = StudyReview.plan(test)
    try StandardStreams.output(review, format)
    try keeping.keep(review, KeepingOptions.Question(kind: .plan, asked: PlanJSON.asked(test)))
    if !test.plan.isEnough {
      throw notEnough(planned: test.plan.answer.total, needed: test.plan.needed?.total)
    }
  }

  /// What ends a plan whose size has not the power asked for.
  ///
  /// - Parameter needed: installs that have it; `nil` where no number has.
  func notEnough(planned: Int, needed: Int?) -> NotShown {
    let words =
      needed.map { "\(SupportedDigits.grouped($0)) are needed" } ?? "and no number is enough"
    return NotShown(sentences: [
      "Not enough: \(SupportedDigits.grouped(planned)) installs in total are planned, \(words)."
    ])
  }

  private func plannedTest() throws -> PlannedTest {
    try length.requireFit()
    let aim = try statistics.testAim()
    try length.requireFit(known: known, statistics: statistics)
    try length.requireFit(people: people)
    try length.requirePace(length.installsPerDay)
    var split = try statistics.split()
    if let ramp = length.ramp { split = try ramp.split(options: known.rates?.count ?? 2, split) }
    let question = try known.question(aim: aim, split: split)
    let options = question.arms.map { $0.count + 1 } ?? split?.count ?? 2
    try people.requireFit(isLookedAt: statistics.isLookedAt)
    try people.requireFit(statistics.aim)
    try people.requireFit(question: question)
    let plan = try plan(question, aim: aim, options: options, split: split)
    return PlannedTest(
      plan, calendar: length.calendar(installs: plan.answer.total, allocation: plan.design.allocation),
      start: length.start, day: length.day,
      denominator: people.denominator?.denominator ?? .installs, lost: people.lost ?? 0,
      cheaper: try cheaper(question, aim: aim, than: plan), powerCurve: try plan.powerCurve())
  }

  private func plan(
    _ question: TestQuestion, aim: TestAim, options: Int, split: [Double]?
  ) throws -> TestPlan {
    try statistics.lookRule(length).settled { looks in
      let design = try statistics.design(
        aim: aim, options: options, split: split, people: people, looks: looks)
      return try TestPlan(question, design: design)
    } calendar: { plan in
      length.calendar(installs: plan.answer.total, allocation: plan.design.allocation)
    }
  }

  /// The split that shows the same with fewer installs: the baseline is in every comparison, so √k times an option's
  /// share is best for it with k other options; `nil` where the split is given, or saves nothing.
  private func cheaper(
    _ question: TestQuestion, aim: TestAim, than plan: TestPlan
  ) throws -> PlannedTest.Cheaper? {
    let others = plan.design.comparisons
    guard others > 1, plan.asked == .size, statistics.allocation == nil, length.ramp == nil,
      statistics.test == .score, !statistics.isLookedAt, plan.design.clusters == nil
    else { return nil }
    let share = (Double(others).squareRoot() * 100).rounded() / 100
    let split = [share] + [Double](repeating: 1, count: others)
    let design = try statistics.design(aim: aim, options: others + 1, split: split, people: people)
    let installs = try TestPlan(question, design: design).answer.total
    return installs < plan.answer.total ? PlannedTest.Cheaper(split: split, installs: installs) : nil
  }
}
