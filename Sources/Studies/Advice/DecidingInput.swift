public import ExperimentDesign
import Inference

/// The input that decides most about the lead.
public struct DecidingInput: Codable, Equatable, Sendable {
  package var path: String
  /// What is known of it, in a word.
  public var evidence: String
  /// The ends of its central 90%; `nil` where it is one number.
  public var range90: [Double]?
  /// The share of the lead's variance that it drives, with those drawn together with it.
  public var share: Double
  /// The value at which the lead is 0; `nil` where there is none in its range.
  public var breakEven: Double?
  /// The Monte Carlo error of that value.
  public var breakEvenError: Double?
  /// Whether the other option is best below that value, else above it.
  public var isBelow: Bool
  /// The option that is best there.
  public var option: String?
}

extension RunSummary {
  /// The input that a scenario's lead is most sensitive to; `nil` where nothing stands out.
  func decidingInput(of scenario: ScenarioSummary) -> DecidingInput? {
    guard let verdict = scenario.verdict, let rival = verdict.runnerUp else { return nil }
    guard let row = scenario.sensitivity?.rows.first, let path = row.parameters.first,
      let parameter = outline.parameters.first(where: { $0.path == path })
    else { return nil }
    let flip = row.flip ?? row.members.first { $0.parameter == path }?.flip
    return DecidingInput(
      path: path, evidence: evidence(of: parameter), range90: inputRanges[path],
      share: row.share.value, breakEven: flip?.value,
      breakEvenError: flip.map { max(($0.upper - $0.lower) / 4, 1e-9) },
      isBelow: flip.map { outline.objective.lessIsBetter ? !$0.rises : $0.rises } ?? false,
      option: flip == nil ? nil : outline.arms[rival].name)
  }

  /// `yours`, `guess`, `published` or `assumed`.
  public func evidence(of parameter: RunDescription.Parameter) -> String {
    switch parameter.evidence.grade {
    case .measured: "yours"
    case .published: "published"
    case .assumed:
      outline.context?.experiment.ownNumbers.contains(parameter.path) ?? false ? "guess" : "assumed"
    }
  }

  /// The inputs of the population: what an option sets is what is compared, not what is assumed of the world.
  private var inputs: [RunDescription.Parameter] {
    outline.parameters.filter { !$0.path.hasPrefix("arms.") }
  }

  /// The inputs that the file gives without data.
  var guessed: [String] { inputs.filter { evidence(of: $0) == "guess" }.map(\.path) }

  /// How many inputs of the population are measured by the team, guessed in its file, published, and assumed.
  public var inputCounts: [(name: String, value: Int)] {
    let kinds = inputs.map(evidence)
    return [("yours", "yours"), ("guesses", "guess"), ("published", "published"), ("assumed", "assumed")]
      .map { name, kind in (name, kinds.count { $0 == kind }) }
  }
}
