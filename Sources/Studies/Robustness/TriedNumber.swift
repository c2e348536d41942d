import ExperimentDesign
import GSLNumerics
public import Inference

/// A single number without measured evidence, held at an end of what it stands in place of.
///
/// Where another arm is best there, the answer holds only if the number is exact.
public struct TriedNumber: Codable, Equatable, Sendable {
  package var input: ExactInput
  /// 0.05 or 0.95: the quantile of what it stands in place of.
  public var probability: Double
  /// What became of the best arm.
  public var outcome: AlternativeVerdict.Outcome
  /// See ``AlternativeVerdict/lead``.
  public var lead: MonteCarloNumber
}

extension ScenarioSummary {
  /// Numbers that the answer is conditional on being exact: at an end of what each stands in place of another arm is
  /// best.
  ///
  /// The five with the largest effect, that first.
  public var exactInputs: [ExactInput] {
    let falling = (triedNumbers ?? []).filter { $0.outcome == .falls }
      .sorted { abs($0.lead.value) > abs($1.lead.value) }
    var inputs: [ExactInput] = []
    for number in falling where !inputs.contains(number.input) { inputs.append(number.input) }
    return Array(inputs.prefix(5))
  }
}

extension Experiment {
  /// Single numbers without measured evidence at both ends of what they stand in place of, by path; ends that are the
  /// number itself are left out.
  ///
  /// - Throws: `NumericsError` where an end is not found.
  func numbersToTry() throws(NumericsError) -> [(input: ExactInput, probability: Double, end: Double)] {
    var known: [String: Parameter] = [:]
    forEachParameter { if $0.constant != nil { known[$0.path] = $0 } }
    var found: [(input: ExactInput, probability: Double, end: Double)] = []
    for path in openInputs.ranges.keys.sorted() {
      guard let number = known[path], let value = number.constant else { continue }
      for probability in [0.05, 0.95] {
        guard let end = try replacedQuantile(probability, of: number), end != value else { continue }
        found.append((ExactInput(path: path, value: value), probability, end))
      }
    }
    return found
  }

  /// The experiment with another value of a number that it gives as one; all others keep their draws under the same seed.
  func replacing(_ path: String, with value: Double) -> Experiment {
    changed {
      $0.changeParameters { if $0.path == path { $0 = $0.replacing(.constant(value)) } }
    }
  }
}
