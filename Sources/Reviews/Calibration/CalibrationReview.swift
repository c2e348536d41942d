import ExperimentDesign
package import Rendering
public import Studies
package import TextFormats

/// What data taught of a file's numbers, as it is shown.
public struct CalibrationReview {
  let report: CalibrationReport
  /// The store that keeps it, for the commands of the next steps; `nil` where none does.
  let store: String?

  /// The parts, unchanged.
  public init(_ report: CalibrationReport, store: String?) {
    self.report = report
    self.store = store
  }

  private var words: CalibrationWords { CalibrationWords(report: report) }

  /// What a list of results shows of it: `20,000 installs, 13 inputs learnt`.
  var headline: String {
    let count = report.learned.count
    let learnt = "\(count) \(count == 1 ? "input" : "inputs") learnt"
    return report.data.options > 0 ? "\(installCount(report.data.installs)), \(learnt)" : learnt
  }

  /// What must be known before the numbers are used, a sentence or two each.
  package var warnings: [String] { report.cautions.map(words.caution) }

  /// What keeps the file from being written, without a full stop; `nil` where nothing does.
  public var obstacle: String? { words.obstacle }

  /// Rows of inputs, and cautions, that are shown where not all are.
  private static let (mostRows, mostCautions) = (6, 3)

  /// What a person reads.
  package func document(_ detail: Detail) -> ReviewDocument {
    let isFull = detail == .full
    let tables = CalibrationTables(report: report)
    let learnt = report.learned
    let rows = isFull ? learnt : Array(learnt.prefix(Self.mostRows))
    let more = learnt.count - rows.count
    let learning: [ReviewDocument.Block] =
      learnt.isEmpty
      ? [.text("\(words.counted)"), .text("The counts tell hardly anything of the file's inputs.")]
      : [.text("\(words.counted)"), .table(tables.inputs(rows, hasMeaning: isFull))]
        + (more > 0 ? [.note("  \(more) more: --verbose")] : [])
    let cautions = isFull ? warnings : Array(warnings.prefix(Self.mostCautions))
    let rest = warnings.count - cautions.count
    let facts =
      words.open(isFull: isFull) + [fact("Fit", words.fit)]
      + cautions.map { fact("Take care", $0, .caution) }
      + (rest > 0 ? [fact("", "\(rest) more: --verbose", .caution)] : [])
    let brief: [[ReviewDocument.Block]] = [
      learning, [.decision(facts)],
      [.table(tables.options)], [.decision(words.answer)],
    ]
    let details: [[ReviewDocument.Block]] =
      isFull
      ? [
        [.title("How well it fits")] + words.details.map { .item("\($0)") },
        report.update ? [.title("How much the test counts")] + words.weight.map { .item("\($0)") } : [],
        words.lesson.map { [.title("What would narrow the lead"), .text("\($0)")] } ?? [],
      ] : []
    return ReviewDocument(brief + details + [steps])
  }

  private var steps: [ReviewDocument.Block] {
    guard let out = report.out.map(TerminalText.shellWord) else { return [] }
    return [.commands("Next", ["att-lab simulate \(out)\(store.map(RunCommands.storeOption) ?? "")"])]
  }

  /// All of it, with the cautions in words.
  package func json() throws -> JSONValue {
    guard case .object(let members) = try JSONValue(encoding: report) else { return .null }
    return .object(members + [("warnings", .texts(warnings))])
  }

  /// A row per input.
  package func csv() throws -> CSVDocument { try CSVDocument(encoding: report.parameters) }
}

/// One line of what was found.
func fact(
  _ label: String, _ text: String, _ role: ReviewDocument.Fact.Role = .plain
) -> ReviewDocument.Fact {
  ReviewDocument.Fact(label: "\(label)", text: "\(text)", role: role)
}

/// `1 install`, `2,000 installs`.
func installCount(_ count: Int) -> String {
  "\(SupportedDigits.grouped(count)) \(count == 1 ? "install" : "installs")"
}
