import ArgumentParser
import ExperimentDesign
import Inference
import ResultStore
import Studies

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
