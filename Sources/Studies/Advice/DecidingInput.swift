public import ExperimentDesign
public import Inference

/// The input that decides most about the lead.
public struct DecidingInput: Codable, Equatable, Sendable {
  package var path: String
  /// What is known of it, in a word.
  public var evidence: String
  /// The ends of its central 90%; `nil` where it is one number.
  public var range90: Interval?
  /// The share of the lead's variance that it drives, with those drawn together with it.
  public var share: Double
  /// Where the lead is 0; `nil` where that is nowhere in its range.
  public var breakEven: FlipPoint?
  /// The option that is best beyond it.
  public var option: String?
}

extension RunSummaryBuilder {
  /// The input that the lead over a rival is most sensitive to; `nil` where nothing stands out.
  func decidingInput(of scenario: ScenarioSummary, against rival: Int) throws -> DecidingInput? {
    guard let row = scenario.sensitivity?.rows.first, let path = row.parameters.first,
      let parameter = outline.parameters.first(where: { $0.path == path })
    else { return nil }
    let flip = row.flip ?? row.members.first { $0.parameter == path }?.flip
    return DecidingInput(
      path: path, evidence: outline.evidence(of: parameter), range90: try range90(of: path),
      share: row.share.value, breakEven: flip, option: flip == nil ? nil : outline.arms[rival].name)
  }
}

extension RunOutline {
  /// `yours`, `guess`, `published` or `assumed`.
  public func evidence(of parameter: RunDescription.Parameter) -> String {
    switch parameter.evidence.grade {
    case .measured: "yours"
    case .published: "published"
    case .assumed:
      context?.experiment.ownNumbers.contains(parameter.path) ?? false ? "guess" : "assumed"
    }
  }
}
