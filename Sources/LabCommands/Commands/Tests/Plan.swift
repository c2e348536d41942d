import ArgumentParser
import ExperimentDesign
import Foundation
import Inference
import Rendering
import ResultStore
import Reviews
import Runs
import Studies

struct Plan: AsyncParsableCommand, RuledCommand {
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
      Example: att-lab plan --baseline 20% --lift 2pp --looks 3 --installs-per-week 3000 --day 7
      Example: att-lab plan --baseline 20% --non-inferior 1pp
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

  @Option(
    help: ArgumentHelp(
      "The options of an experiment to test, the baseline first, as launch,later,third_article. (default: the two of the "
        + "answer's test)",
      valueName: "names"))
  var arms: String?

  @Option(
    help: ArgumentHelp("The scenario of an experiment, by its name. (default: the first)", valueName: "name"))
  var scenario: String?

  @OptionGroup var keeping: KeepingOptions

  @OptionGroup var output: OutputOptions

  static let rules: [OptionRule] = [
    .exclusive("--looks", "--peek"),
    // Looks are for a difference of installs, as analyze reads them.
    .exclusive("--looks", "--non-inferior"), .exclusive("--peek", "--non-inferior"),
    .exclusive("--looks", "--cluster-size"), .exclusive("--peek", "--cluster-size"),
    .needs("--cluster-size", "--icc"), .needs("--icc", "--cluster-size"),
  ]

  /// The files that are read.
  var files: [String] { subject.map { Self.isFile($0) ? [$0] : [] } ?? [] }

  func run() async throws {
    try output.requireWritable(reading: files)
    if let subject { return try await planByModel(subject) }
    let ofExperiment = [
      arms.map { _ in "--arms" }, scenario.map { _ in "--scenario" },
      statistics.margin.map { _ in "--margin" },
    ]
    if let option = ofExperiment.compactMap({ $0 }).first {
      throw ValidationError(
        "'\(option)' is for the options of an experiment. Name its file or a stored run, as in 'att-lab plan last'."
      )
    }
    try finish(try planByFormula())
  }

  /// Prints and keeps a plan.
  ///
  /// - Parameters:
  ///   - run: that the plan is by; `nil` for rates alone.
  /// - Throws: ``Ended`` where the size has not the power that was asked for, after everything else.
  func finish(_ plan: TestPlan, of run: StoredRun? = nil) throws {
    let review = StudyReview.plan(plan)
    try output.write(review, reading: files)
    let inputs = run?.record.inputs
    try keeping.keep(
      review,
      KeepingOptions.Question(
        kind: .plan, experiment: inputs?.experiment, run: run?.record.id,
        asked: plan.asked(ofContent: inputs?.contentKey)))
    guard !plan.answer.isEnough, let needed = plan.answer.needed else { return }
    throw Ended(
      .notShown,
      [
        "Not enough: \(SupportedDigits.grouped(plan.answer.planned)) installs in total are planned, "
          + "\(SupportedDigits.grouped(needed)) are needed."
      ])
  }

  private func planByFormula() throws -> TestPlan {
    let split = try statistics.split()
    let options = split?.count ?? 2
    let question = try known.question(aim: statistics.aim, comparisons: options - 1)
    let level = try AnalysisArguments.level(statistics.confidence)
    let plan = try PlannedLooks.settled(statistics.plannedLooks) { looks in
      try FormulaPlan(
        question,
        design: try TestDesign(
          aim: statistics.aim, level: level, allocation: split ?? [Double](repeating: 1, count: options),
          clusters: statistics.clusters, looks: looks))
    } calendar: { plan in
      known.calendar(installs: plan.answer.total)
    }
    return TestPlan(
      plan, calendar: known.calendar(installs: plan.answer.total), day: known.day, power: known.power)
  }

  /// Whether a name is that of a file, and not of a run.
  static func isFile(_ name: String) -> Bool {
    if name == "-" || name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return true }
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && !isFolder.boolValue
  }
}
