import ExperimentDesign
import ExperimentFiles
import Foundation
import ResultStore
import Reviews
import Runs
import Studies

/// Reads a stored run for a report, in one pass over its trials.
struct ReportReader {
  var store: ResultStore
  var record: RunRecord
  var includesForbidden: Bool
  /// Whether to run the experiment's rivals too.
  var runsRivals: Bool

  /// The run as the report shows it, and the builder of its summary for comparisons.
  func read() async throws -> (run: ReportRun, builder: RunSummaryBuilder) {
    let outline = try RunOutline(record)
    var whole = RunSummaryBuilder(outline, includesForbidden: includesForbidden, explainsLead: true)
    var names: [String] = []
    for segment in outline.scenarios.flatMap(\.segments) where !names.contains(segment.name) {
      names.append(segment.name)
    }
    var segments =
      names.count > 1
      ? names.map { RunSummaryBuilder(outline, segment: $0, includesForbidden: includesForbidden) } : []
    var curves = DayCurvesBuilder(outline, answer: .allowed)
    var funnel = FunnelBuilder(outline)
    try store.forEachResult(of: record.id) { result in
      whole.add(result)
      for index in segments.indices { segments[index].add(result) }
      curves.add(result)
      funnel.add(result)
    }
    let stored = StoredExperiment(record: record)
    var summary = try whole.summary()
    var noRivals = stored.problem
    try summary.restore(from: store, includesForbidden: includesForbidden)
    let study = stored.experiment.map {
      RivalStudy(
        of: $0, seed: record.inputs.seed, threads: max(1, ProcessInfo.processInfo.activeProcessorCount))
    }
    if !runsRivals {
      for scenario in summary.scenarios.indices {
        summary.scenarios[scenario].rivals = nil
        summary.scenarios[scenario].inputSearch = nil
      }
      noRivals = "they were left out (--no-rivals)"
    } else if summary.storedRivals != nil, study?.isWhole(in: summary) ?? true {
      noRivals = nil
    } else if !record.isComplete {
      noRivals = "the run was cut short"
    } else if let study {
      summary = try await study.judged(summary) { Interruption.isRequested }
    }
    let run = ReportRun(
      summary: summary, curves: try curves.curves(), funnel: try funnel.funnel(),
      segments: try segments.map { try $0.summary() }, experiment: stored.experiment, noRivals: noRivals,
      provenance: provenance(stored))
    return (run, whole)
  }

  private func provenance(_ stored: StoredExperiment) -> ReportRun.Provenance {
    let inputs = record.inputs
    return ReportRun.Provenance(
      fileText: inputs.fileText, populationText: inputs.populationText, overrides: inputs.overrides,
      begun: record.createdAt.formatted(timeStyle), duration: duration(record.seconds), note: record.note,
      commands: commands, warnings: stored.warnings)
  }

  private var commands: [String] {
    let db = store.path == StoreOptions.usual ? "" : " --db \(shellWord(store.path))"
    let file = shellWord("\(record.inputs.experiment).yaml")
    let settings = record.inputs.overrides.filter { !$0.hasPrefix("seed=") }
      .map { " --set \(shellWord($0))" }.joined()
    return [
      "att-lab runs show \(record.id) --file\(db) > \(file)",
      "att-lab simulate \(file)\(settings) --seed \(record.inputs.seed)",
    ]
  }
}
