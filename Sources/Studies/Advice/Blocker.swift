import ExperimentDesign
package import Inference
package import TextFormats

/// Why an arm is not recommended, whatever it gains.
public struct Blocker: Codable, Equatable, Sendable {
  /// What is wrong with it.
  public enum Reason: Codable, Equatable, Sendable {
    /// Apple's rules forbid it, by these rules.
    case forbidden(rules: [String])
    /// An error of the platform checks that nobody has waived.
    case error(pitfall: String)
    /// It keeps a limit of the team's own in hardly any draw.
    case guardrail(GuardrailReading)
    /// It broke a guardrail in a finished test that the numbers have learnt from.
    case brokenInTest(LearntTest.Broken)
  }
  package var reason: Reason
  @OptionNames package var options: [Int]
  /// What a guardrail costs: the objective of the arm that it keeps out less that of the best arm that remains; `nil` for
  /// other reasons, and where none remains.
  package var lead: Estimate?
}

extension RunOutline {
  /// What the rules, the checks and finished tests say against arms, whatever the trials are.
  var blockers: [Blocker] {
    let arms = description.arms
    let forbidden = arms.indices.filter { !arms[$0].isAllowedByApple }.map { position in
      Blocker(reason: .forbidden(rules: arms[position].findings), options: [position])
    }
    let isForbidden = Set(forbidden.flatMap(\.options))
    let errors = (platform?.findings ?? []).filter {
      $0.severity == .error && $0.accepted == nil && !$0.forbids && !$0.arms.isEmpty
    }.compactMap { finding -> Blocker? in
      // What Apple forbids needs no second reason.
      let others = arms.indices.filter { finding.arms.contains(arms[$0].name) && !isForbidden.contains($0) }
      return others.isEmpty ? nil : Blocker(reason: .error(pitfall: finding.rule), options: others)
    }
    let broken = learntTests.flatMap(\.broken).flatMap { broken in
      arms.indices.filter { LearntTest.name(arms[$0].name) == broken.option && !isForbidden.contains($0) }
        .map { Blocker(reason: .brokenInTest(broken), options: [$0]) }
    }
    return forbidden + errors + broken
  }
}
