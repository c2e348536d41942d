import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Foundation
import Inference
import Rendering
import ResultStore
import Runs
import Studies

struct Plan: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Plan a real test: how many installs it takes, or what a size detects.",
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
    .name, value: "names",
    help:
      "The options of an experiment to test, the baseline first, as launch,later,third_article. (default: the two of the answer's test)"
  )
  var arms: String?

  @Option(.name, value: "name", help: "The scenario of an experiment, by its name. (default: the first)")
  var scenario: String?

  @OptionGroup var keeping: KeepingOptions

  @OptionGroup var output: OutputOptions

  static let rules: [OptionRule] = [
    .give(["<file-or-run>", "--baseline"]), .apart("<file-or-run>", from: ["--baseline"]),
    .needs("--arms", ["<file-or-run>"]), .needs("--scenario", ["<file-or-run>"]),
    .needs("--margin", ["<file-or-run>"]), .apart("--looks", from: ["--peek"]),
    // Looks are for a difference of installs, as analyze reads them.
    .apart("--non-inferior", from: ["--looks", "--peek"]),
    .apart("--cluster-size", from: ["--looks", "--peek"]),
    .needs("--cluster-size", ["--icc"]), .needs("--icc", ["--cluster-size"]),
    // What a number of releases detects is found by trying.
    .needs("--cluster-size", ["--lift", "--non-inferior", "<file-or-run>"]),
  ]

  var implied: Set<String> { subject == nil ? [] : ["<file-or-run>"] }

  func run() async throws {
    try output.destination.requireWritable()
    try known.requireDifference(nonInferior: statistics.nonInferior)
    if let subject {
      try await planByModel(subject)
    } else if let baseline = known.baseline {
      try finish(try TestPlan(baseline: baseline, request))
    }
  }

  /// Prints and keeps a plan.
  ///
  /// - Parameters:
  ///   - run: that the plan is by; `nil` for rates alone.
  /// - Throws: ``Ended`` where the size has not the power that was asked for, after everything else.
  private func finish(_ plan: TestPlan, of run: RunRecord? = nil) throws {
    try output.write(plan)
    try keeping.keep(plan, .plan, experiment: run?.inputs.experiment, run: run?.id)
    guard !plan.answer.isEnough, let needed = plan.answer.needed else { return }
    let installs = [plan.answer.planned, needed].map(SupportedDigits.grouped)
    throw Ended(
      .notShown, ["Not enough: \(installs[0]) installs in total are planned, \(installs[1]) are needed."])
  }

  // MARK: - By a run's trials

  /// Plans a test of options of a stored run, or of a file that is simulated first.
  private func planByModel(_ name: String) async throws {
    let (builder, summary, run) = try await trials(of: name)
    var request = self.request
    request.arms = arms.map { Self.names(in: $0, among: summary.outline.arms.map(\.name)) }
    var found = try builder.testPlan(request, of: summary)
    if Self.isFile(name), keeping.noStore { found.run = nil }
    try finish(found, of: run)
  }

  /// The trials of a run, and what they say: of the store, or of a file, simulated unless they are stored.
  private func trials(of name: String) async throws -> (RunSummaryBuilder, RunSummary, RunRecord) {
    guard Self.isFile(name) else {
      let store = try keeping.store.open(.reading)
      let record = try store.run(name)
      let builder = try StoredRun(record, in: store).builder(explainsLead: true)
      return (builder, try builder.summary(), record)
    }
    let file = try loadExperiment(path: name)
    var plan = try await SimulationPlan(file, overrides: [], path: name).sized(threads: WorkContext.cores)
    if plan.isSeedDrawn {
      StandardStreams.message(
        "Drew the seed \(plan.seed); 'seed: \(plan.seed)' in the file repeats this plan.")
      // Said here, and by no progress.
      plan.isSeedDrawn = false
    }
    let store = try keeping.openForWork()
    let again = SuggestedCommand.again(
      ofFile: name, named: plan.experiment.name, in: keeping.store.resolved)
    let progress = RunProgress(
      isQuiet: false, store: store.path, command: keeping.noStore ? nil : again)
    return try await keeping.resumable(by: again) { [plan] in
      // The file says how this plan is made, and not how the answer of its run is read from now on.
      let run = try await Runner(
        store: store, context: progress.context(threads: WorkContext.cores), keepsTexts: false
      ).run(plan)
      return (run.builder, run.summary, run.record)
    }
  }

  private var request: TestRequest {
    var request = TestRequest()
    request.scenario = scenario
    request.day = known.day
    request.difference = known.lift
    request.nonInferior = statistics.nonInferior
    request.margin = statistics.margin
    request.power = known.power
    request.confidence = statistics.confidence.value
    request.looks = statistics.peek ? .anyTime(days: nil) : statistics.looks.map { .fixed($0) }
    request.allocation = statistics.allocation
    if let size = statistics.clusterSize, let icc = statistics.icc {
      request.clusters = PlannedClusters(size: size, icc: icc)
    }
    request.installs = known.planned
    request.installsPerDay = known.installsPerWeek.map { $0 / 7 }
    return request
  }

  /// The names of a list; those of options may have commas too, and the longest that stands there counts.
  static func names(in list: String, among options: [String]) -> [String] {
    var (names, rest) = ([String](), list.drop { $0 == " " })
    while !rest.isEmpty {
      let known = options.filter { name in
        rest.hasPrefix(name) && [nil, ","].contains(rest.dropFirst(name.count).first { $0 != " " })
      }
      let name = known.max { $0.count < $1.count } ?? String(rest.prefix { $0 != "," })
      names.append(name)
      rest = rest.dropFirst(name.count).drop { $0 == " " }.dropFirst().drop { $0 == " " }
    }
    return names
  }

  /// Whether a name is that of a file, and not of a run.
  static func isFile(_ name: String) -> Bool {
    if name == "-" || name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return true }
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && !isFolder.boolValue
  }
}
