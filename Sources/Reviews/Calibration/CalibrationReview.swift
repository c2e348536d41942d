import ExperimentDesign
package import Rendering
public import Studies

/// What data taught of a file's numbers, as it is shown.
public struct CalibrationReview: KeptFinding {
  let report: CalibrationReport
  /// What to do by what was learnt; `nil` where something keeps it from being written.
  let advice: CalibratedAdvice?
  /// What a finished test says alone; `nil` without one.
  let test: CalibratedTest?
  /// The store that keeps it, for the commands of the next steps; `nil` where none does.
  public var store: String?

  /// - Parameters:
  ///   - answer: what the file with what was learnt answers; `nil` where something keeps it from being written.
  ///   - test: the finished test that the file learnt from; `nil` without one.
  ///   - store: the store that keeps it; `nil` where none does.
  public init(_ report: CalibrationReport, _ answer: RunAnswer?, test: TestResult?, store: String?) {
    self.report = report
    self.test = test.flatMap { CalibratedTest($0, day: report.data.days.last ?? 0) }
    advice = answer.flatMap(CalibratedAdvice.init)
    self.store = store
  }

  private var words: CalibrationWords { CalibrationWords(report: report) }

  /// Inputs that the data tell something of, what they tell most of first.
  private var learnt: [CalibrationReport.Parameter] {
    report.parameters.enumerated().filter { $0.element.isLearnt }
      .sorted { ($1.element.tells, $0.offset) < ($0.element.tells, $1.offset) }.map(\.element)
  }

  package var name: String { "What data say of an experiment's numbers" }

  /// `20,000 installs, 13 inputs learnt`.
  package var result: String {
    let inputs: Phrase = "\(learnt.count, "input") learnt"
    return (report.data.options > 0 ? "\(report.data.installs, "install"), \(inputs)" : inputs).text
  }

  /// What must be known before the numbers are used, a sentence or two each.
  package var warnings: [String] { report.cautions.map { words.caution($0).text } }

  /// What keeps the file from being written, without a full stop; `nil` where nothing does.
  public var obstacle: String? { words.obstacle?.text }

  /// Rows of inputs that are shown where not all are.
  private static let mostRows = 6

  /// What a person reads.
  package func document(_ detail: Detail) -> ReviewDocument {
    let isFull = detail == .full
    let tables = CalibrationTables(report: report)
    let learnt = learnt
    let rows = isFull ? learnt : Array(learnt.prefix(Self.mostRows))
    let more = learnt.count - rows.count
    let learning: [ReviewDocument.Block] =
      learnt.isEmpty
      ? [.text("The counts tell hardly anything of the file's inputs.")]
      : [.table(tables.inputs(rows, hasMeaning: isFull))]
        + (more > 0 ? [.note("  \(more) more: --verbose")] : [])
    let facts =
      words.open(isFull: isFull) + [Fact("Fit", words.fit)]
      + report.cautions.map(words.caution).cautions(detail)
    let brief: [[ReviewDocument.Block]] = [
      [.text(words.counted)] + learning, [.decision(facts)], [.table(tables.options)],
      [
        .decision(
          (advice?.facts(detail) ?? []) + [words.answer]
            + (test?.facts(advice, options: report.options.map(\.arm)) ?? []))
      ],
    ]
    let details: [[ReviewDocument.Block]] =
      isFull ? [[.title("How well it fits")] + words.details.map { .item($0) }] : []
    return ReviewDocument(brief + details + [steps])
  }

  private var steps: [ReviewDocument.Block] {
    guard let out = report.out.map(TerminalText.shellWord) else { return [] }
    return [.commands("Next", ["att-lab simulate \(out)\(RunCommands.storeOption(store))"])]
  }

  /// All of it, with the cautions in words.
  package func json() throws -> JSONValue { try facts().adding([("warnings", .texts(warnings))]) }

  package func facts() throws -> JSONValue {
    try JSONValue(encoding: report).adding([
      ("test", try test.map { try JSONValue(encoding: $0) } ?? .null),
      ("advice", try advice.map { try JSONValue(encoding: $0) } ?? .null),
    ])
  }

  /// A row per input.
  package func csv() throws -> CSVDocument { try CSVDocument(encoding: report.parameters) }
}

extension CalibrationReview: Decodable {
  private enum Key: CodingKey { case advice, test }

  /// Reads what ``facts()`` makes; the store is nobody's yet.
  public init(from decoder: any Decoder) throws {
    report = try CalibrationReport(from: decoder)
    let members = try decoder.container(keyedBy: Key.self)
    advice = try members.decodeIfPresent(CalibratedAdvice.self, forKey: .advice)
    test = try members.decodeIfPresent(CalibratedTest.self, forKey: .test)
  }
}
