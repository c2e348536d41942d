import ArgumentParser
import ExperimentDesign
import Inference
import LocalFiles
import Rendering
import ResultStore
import Reviews
import Studies
import TestAnalysis
import TestData
import TextFormats

struct Analyze: ParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze", abstract: "Analyse a real test: counts per option, or one row per install.",
    discussion: """
      DATA is a CSV file, or - for standard input. Times are ISO 8601, or seconds or milliseconds since \
      1970; without a zone they are UTC.

      A table of counts has the columns arm and allowed, and at least one of installs, prompted and answered. \
      Optional: denied, day, segment or system, release, language. Guardrails: retained_d1 and retained_d7 (installs, of all \
      or of retained_d7_of), value_mean with value_sd. Rows of one option are added up. A table for 'calibrate' \
      will do: allowed_by_7 and denied_by_7 are read as allowed and denied, of several days that of --day, else the last.

      A table of events has one row per install and needs --as-of. Its columns are install_id, arm, \
      installed_at, prompted_at, decided_at and status (authorized, denied, restricted, notDetermined). \
      Optional: segment or system, release, language. Guardrails: retained_d1 and retained_d7 (0 or 1), value (a number). \

      Counts can also be given as options: --counts with --denominator.

      A test with a broken split, or whose rows are wrong in one option more than in another, has no verdict: exit code 2, \
      after the whole answer.

      Example: att-lab analyze --counts 'launch=412/2000,third=498/2010' --denominator installs
      """)

  @Argument(
    help: ArgumentHelp("The table. - reads standard input.", valueName: "data"),
    completion: .file(extensions: ["csv", "tsv"]))
  var data: String?

  @Option(
    help: ArgumentHelp("Counts per option, as name=allowed/people, separated by commas.", valueName: "list"))
  var counts: String?

  @Option(help: "The denominator of --counts: installs, prompted or answered.")
  var denominator: Denominator?

  @OptionGroup(title: "Statistics") var statistics: AnalysisArguments

  @OptionGroup(title: "What must not get worse") var guardrails: GuardrailArguments

  @OptionGroup(title: "Event rows") var events: EventArguments

  @Option(
    .requirement(), value: "expression",
    help:
      "Exit with 2 unless the test shows this, for example 'later.opt_in_per_install > launch + 0.02 @ 95%' with one-sided confidence, or 'later.retained_d7 > launch - 0.005 @ 97.5%'. Repeatable."
  )
  var require: [Requirement<AnalysisMeasure>] = []

  @Option(.name, help: "Keep the test and its result in the store under this name, for 'att-lab show'.")
  var name: String?

  @OptionGroup var store: StoreOptions

  @OptionGroup var output: OutputOptions

  static let rules: [OptionRule] =
    [
      .give(["<data>", "--counts"]), .apart("<data>", from: ["--counts"]),
      // A table says by its columns what it counts. Rates of different denominators are never compared.
      .needs("--counts", ["--denominator"]), .needs("--denominator", ["--counts"]),
      // Counts on the command line have no times.
      .apart("--counts", from: ["--as-of"]), .apart("--looks", from: ["--peek"]), .needs("--db", ["--name"]),
    ]
    // Without a fixed day each look would measure something else, and options that ask late would look bad early.
    + ["--peek", "--looks", "--planned"].flatMap { option -> [OptionRule] in
      [.needs(option, ["--as-of"]), .needs(option, ["--day"])]
    }

  var implied: Set<String> { data == nil ? [] : ["<data>"] }

  func run() throws {
    try output.destination.requireWritable()
    if let name { try ResultStore.requireUsable(name) }
    let shown = try finding()
    let analysis = shown.finding.test
    let judged = try Requirements(require, of: analysis.arms).judged { requirement in
      let finding = try analysis.finding(requirement)
      return [(sentence: requirementSentence(requirement, finding), isShown: finding.isShown)]
    }
    try output.write(shown)
    if let name { try store.keep(shown, .test, named: name) }
    for sentence in judged.shown { StandardStreams.message(sentence) }
    let void = analysis.withheld.map { "No verdict: \($0.words)" }
    let failures = [void].compactMap { $0 } + judged.notShown
    if !failures.isEmpty { throw Ended(.notShown, failures) }
  }

  /// Reads the data and analyses them.
  ///
  /// - Parameter kept: the table of a test that the store has; `nil` reads it.
  func finding(of kept: String? = nil) throws -> ShownTest {
    let tape = Tape()
    let table = try table(kept, onto: tape)
    let analysis = try AnalysedTest(table, options: options(of: table.arms.map(\.name)))
    // Other commands read no standard input.
    let file = data == "-" ? nil : data
    return ShownTest(
      finding: try TestResult(analysis), file: file, table: String(decoding: tape.bytes, as: UTF8.self))
  }

  private func table(_ kept: String?, onto tape: Tape) throws -> TestTable {
    if let counts, let denominator {
      return try TestTable(inline: counts, denominator: denominator)
    }
    let path = data ?? "-"
    let source: ByteSource
    if let kept {
      source = bytes(Array(kept.utf8))
    } else {
      source = try InputFile(path).read
    }
    return try TestTable(
      reading: { buffer in
        let count = try source(buffer)
        if name != nil { tape.bytes += buffer.prefix(count) }
        return count
      }, file: nameInMessages(path), asOf: events.asOf, days: events.days, day: events.day)
  }

  /// What was read of a table that is to be kept.
  private final class Tape {
    var bytes: [UInt8] = []
  }

  private func options(of arms: [String]) throws -> AnalysisOptions {
    var options = AnalysisOptions()
    options.baseline = statistics.baseline
    options.allocation = try statistics.allocation?.shares(of: arms)
    options.statistics.level = statistics.confidence
    options.statistics.margin = statistics.margin
    options.nonInferiorityMargin = guardrails.nonInferior
    for guardrail in guardrails.guardrail { options.guardrailMargins[guardrail.column] = guardrail.margin }
    options.isRunning = events.peek
    options.plannedInstalls = events.planned
    options.earlierLooks = events.looks ?? []
    options.day = events.day
    return options
  }
}

/// What a file of data is called in messages.
func nameInMessages(_ path: String) -> String { path == "-" ? "standard input" : path }

/// The result of a test, ready to be shown and to be kept.
struct ShownTest: KeptFinding {
  var finding: TestResult
  /// The table that was read, for commands that read it too; `nil` for other data.
  var file: String?
  /// What stands in it, where it is to be kept.
  var table: String

  var name: String { "The analysis of a test" }
  var result: String { RunList.words([finding.advice.decided].compactMap { $0?.advice }) ?? "no verdict" }
  var warnings: [String] { finding.warnings.map { TerminalText.safe($0) } }

  func document(_ detail: Detail) -> ReviewDocument { finding.document(detail, file: file) }

  func json() throws -> JSONValue { try JSONValue(encoding: finding, options: finding.test.arms) }

  func csv() throws -> CSVDocument { try finding.csv() }

  /// The data with what was found: it is shown again by reading them again.
  func facts() throws -> JSONValue {
    try json().adding([("result", .text(result)), ("table", .text(table))])
  }
}

/// What the store has of a test's data.
struct KeptTable: Decodable {
  /// What came out, in a few words.
  var result: String
  var table: String
}
