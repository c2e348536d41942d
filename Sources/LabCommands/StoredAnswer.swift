import ArgumentParser
import ExperimentDesign
import Inference
import ResultStore
import Studies

/// Reads a stored run back and summarises it: the one way to every answer, so that
/// a run gives the same answer now, later, and after an interruption.
func summary(
  of record: RunRecord, in store: ResultStore, segment: String? = nil, includesForbidden: Bool = false,
  explainsLead: Bool = false
) throws -> RunSummary {
  try summaryBuilder(
    of: record, in: store, segment: segment, includesForbidden: includesForbidden,
    explainsLead: explainsLead
  ).summary()
}

/// A builder that has all trials of a stored run.
func summaryBuilder(
  of record: RunRecord, in store: ResultStore, segment: String? = nil, includesForbidden: Bool = false,
  explainsLead: Bool = false
) throws -> RunSummaryBuilder {
  var builder = RunSummaryBuilder(
    try RunOutline(record), segment: segment, includesForbidden: includesForbidden,
    explainsLead: explainsLead)
  try store.forEachResult(of: record.id) { builder.add($0) }
  return builder
}

/// Compares stored runs with the first of them.
///
/// - Throws: `ValidationError` for runs that do not compare, or `NumericsError`.
func compared(
  _ builders: [RunSummaryBuilder], in store: ResultStore, metric: Metric?, baseline: String? = nil
) throws -> RunComparison {
  do {
    return try RunComparison(builders, metric: metric, baseline: baseline)
  } catch let refusal as RunComparison.Refusal {
    throw ValidationError("\(refusal.description) (store '\(store.path)').")
  }
}

extension RunSummary {
  /// The rows that are stored beside the trials, for any SQLite tool to read.
  var storedRows: [SummaryRow] {
    var rows: [SummaryRow] = []
    for (scenario, found) in scenarios.enumerated() {
      for (arm, summary) in found.arms.enumerated() {
        for metric in summary.metrics {
          let estimate = metric.estimate
          rows.append(
            SummaryRow(
              scenario: scenario, arm: arm, metric: metric.metric, mean: estimate?.overTrials.mean,
              mcse: estimate?.overTrials.mcse, sd: estimate?.overTrials.standardDeviation,
              trials: estimate?.overTrials.count ?? 0, low: estimate?.parameter90?.lower,
              high: estimate?.parameter90?.upper))
        }
      }
    }
    return rows
  }
}
