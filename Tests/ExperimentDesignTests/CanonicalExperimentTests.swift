import ExperimentSamples
import Testing

@testable import ExperimentDesign

@Suite("An experiment's meaning")
struct CanonicalExperimentTests {
  @Test("The seed, and what rules say of an option, are no part of the meaning; all else is")
  func parts() throws {
    var other = try fullExperiment.replacing(seed: 99).changingArms {
      $0.findings = [BrokenRule(rule: "R1", word: "another")]
    }
    #expect(other.canonical == fullExperiment.canonical)
    other = try fullExperiment.changingArms { $0.delaySeconds = known(2) }
    #expect(other.canonical != fullExperiment.canonical)
    other = try fullExperiment.changingSegments {
      $0.surroundings = $0.surroundings.replacing(
        consent: ConsentModel(
          order: .beforeATT, onUndetermined: .open, accept: known(0.5), seconds: seconds(4),
          preGrant: false, reopen: known(0.25)))
    }
    #expect(other.canonical != fullExperiment.canonical)
  }

  @Test("Stratified inputs are another experiment than independent ones")
  func sampling() throws {
    let stratified = try fullExperiment.replacing(sampling: .stratified)
    #expect(stratified.canonical != fullExperiment.canonical)
  }

  @Test("No part of an experiment is forgotten")
  func nothingForgotten() throws {
    let experiment = fullExperiment
    let arm = try #require(experiment.arms.last)
    let segment = try #require(experiment.scenarios.first?.segments.first)
    let consent = try #require(segment.surroundings.consent)
    let parts: [(any CanonicallyEncoded, left: Set<String>)] = [
      // Whose a number is, and what else it may be, changes no trial.
      (experiment, ["seed", "ownNumbers", "openInputs"]), (arm, ["findings"]), (arm.usageString, []),
      (arm.strategy, []),
      (try #require(arm.prePrompt), []), (try #require(arm.strategy.prePrompt), []),
      (try #require(arm.swept.first), []), (experiment.scenarios[0], []), (segment, []),
      (segment.visits, []), (try #require(segment.visits.fittedTo), []), (segment.willingness, []),
      (try #require(segment.onboarding), []), (segment.activation, []),
      (try #require(segment.events.first), []), (segment.allow, []),
      (try #require(segment.continuing), []), (segment.answer, []), (segment.annoyance, []),
      (segment.settings, []), (try #require(segment.value), []), (segment.surroundings, []),
      (try #require(segment.surroundings.alerts.first), []),
      (try #require(segment.surroundings.attribution), []), (consent, []), (consent.accept, []),
      (consent.accept.range, []), (try #require(experiment.joints.first), []),
      (try #require(experiment.evidence["allow.rate"]), []),
    ]
    for (part, left) in parts {
      guard case .object(let members) = part.canonical else {
        Issue.record("\(part) is no object")
        continue
      }
      let properties = Set(Mirror(reflecting: part).children.compactMap(\.label))
      #expect(left.isSubset(of: properties))
      #expect(members.count == properties.count - left.count, "\(type(of: part)): \(properties.sorted())")
    }
  }
}
