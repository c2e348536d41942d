import ExperimentSamples
import Foundation
import PromptFlow
import Testing

@testable import ExperimentDesign

/// What stands on disk for years is pinned here.
///
/// A test that fails after a name in the code has
/// changed says that the new name got into the text; a test that fails because an experiment has a
/// new part says that the part needs a word.
@Suite("An experiment's meaning is written in words that stay")
struct CanonicalExperimentTests {
  @Test(
    "Every distribution has its word",
    arguments: [
      (.constant(0.5), #"{"constant":[0.5]}"#),
      (.normal(mean: 0, sd: 1.5), #"{"normal":[0.0,1.5]}"#),
      (.lognormal(median: 2, sigma: 0.25), #"{"lognormal":[2.0,0.25]}"#),
      (.beta(a: 3, b: 7), #"{"beta":[3.0,7.0]}"#),
      (.uniform(low: -1, high: 1), #"{"uniform":[-1.0,1.0]}"#),
      (.triangular(low: 0, mode: 1, high: 4), #"{"triangular":[0.0,1.0,4.0]}"#),
      (.joint("joint.1", member: 2), #"{"joint":["joint.1",2]}"#),
    ] as [(Distribution, String)])
  func distributions(distribution: Distribution, text: String) {
    #expect(distribution.canonical.text == text)
  }

  @Test("A parameter is its path, its distribution and what it may be")
  func parameter() {
    #expect(
      uncertain(.beta(a: 3, b: 7), at: "allow.rate", in: .openProbability).canonical.text
        == #"{"distribution":{"beta":[3.0,7.0]},"path":"allow.rate","#
        + #""range":{"high":1.0,"includes_high":false,"includes_low":false,"low":0.0}}"#)
  }

  @Test("Every choice has its word")
  func choices() {
    func words(_ values: [some CanonicallyEncoded]) -> String { values.canonical.text }
    #expect(words([Design.paired, .split]) == #"["paired","split"]"#)
    #expect(words(AskHook.allCases) == #"["did_finish_launching","view_appeared","did_become_active"]"#)
    #expect(words(RetryPolicy.allCases) == #"["each_activation","next_session","never"]"#)
    #expect(words(SettingsLink.allCases) == #"["none","in_preferences","after_denial"]"#)
    #expect(words(GateKind.allCases) == #"["none","documented","timer","foreground"]"#)
    #expect(words(GateStart.allCases) == #"["process","after_consent"]"#)
    #expect(words(ConsentOrder.allCases) == #"["after_att","before_att"]"#)
    #expect(words(ConsentOnUndetermined.allCases) == #"["wait","open"]"#)
    #expect(words(JointDistribution.Scale.allCases) == #"["identity","log","logit"]"#)
    #expect(words(Evidence.Grade.allCases) == #"["measured","published","assumed"]"#)
    #expect(
      words([AskTrigger.launch, .onboarding, .event(EventKind(rawValue: 1), count: 3), .session(2)])
        == #"["launch","onboarding",{"count":3,"event":1},{"session":2}]"#)
  }

  @Test("A competing alert's moment is written as a trigger is")
  func alertMoments() {
    let moments: [AskTrigger] = [
      .launch, .onboarding, .event(EventKind(rawValue: 0), count: 3), .session(4),
    ]
    let words = moments.map { moment -> String in
      let alert = competingAlert(at: moment)
      guard case .object(let members) = alert.canonical else { return "" }
      return members["moment"]?.text ?? ""
    }
    #expect(words == [#""launch""#, #""onboarding""#, #"{"count":3,"event":0}"#, #"{"session":4}"#])
  }

  @Test("A strategy is pinned whole, from every version of the system on")
  func strategy() {
    let versions = ["before_14", "ios_14_0", "ios_14_5", "modern", "ios_17_4"]
    for (version, word) in zip(SystemVersion.allCases, versions) {
      let strategy = PromptStrategy(
        trigger: .session(2), prePrompt: PrePromptPolicy(maximumShows: 3), asksFrom: version)
      #expect(
        strategy.canonical.text
          == #"{"asks_from":"\#(word)","hook":"did_become_active","#
          + #""pre_prompt":{"cooldown_sessions":1,"dismissible":false,"maximum_shows":3},"#
          + #""retry":"each_activation","settings_link":"none","trigger":{"session":2},"#
          + #""trusts_callback":false}"#)
    }
  }

  @Test("A whole experiment is pinned")
  func whole() throws {
    let pinned = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "canonical.json")
    let text = try String(contentsOf: pinned, encoding: .utf8)
    #expect(fullExperiment.canonical.text + "\n" == text)
  }

  @Test("The seed, and what rules say of an option, are no part of the meaning; all else is")
  func parts() throws {
    var other = try fullExperiment.replacing(seed: 99).changingArms {
      $0.findings = [BrokenRule(rule: "R1", word: "another")]
    }
    #expect(other.canonical == fullExperiment.canonical)
    other = try fullExperiment.changingArms { $0.weight = 2 }
    #expect(other.canonical != fullExperiment.canonical)
    other = try fullExperiment.changingSegments {
      $0.surroundings = $0.surroundings.replacing(
        consent: ConsentModel(
          order: .beforeATT, onUndetermined: .open, accept: known(0.5), seconds: seconds(4),
          preGrant: false, reopen: known(0.25)))
    }
    #expect(other.canonical != fullExperiment.canonical)
  }

  @Test("Draws of a joint are of its meaning")
  func draws() throws {
    let joint = try #require(fullExperiment.joints.first)
    let rows = [[-1.0], [0.5], [0.5]]
    let drawn = try fullExperiment.replacing(joints: [
      JointDistribution(
        path: joint.path, paths: joint.paths, scales: joint.scales, ranges: joint.ranges, mean: joint.mean,
        factor: joint.factor, rows: rows)
    ])
    #expect(drawn.canonical != fullExperiment.canonical)
  }

  @Test("Stratified inputs are another experiment, independent ones the one it was before there was a choice")
  func sampling() throws {
    let stratified = try fullExperiment.replacing(sampling: .stratified)
    #expect(stratified.canonical != fullExperiment.canonical)
    #expect(stratified.canonical.text.contains(#""sampling":"stratified""#))
    #expect(!fullExperiment.canonical.text.contains("sampling"))
  }

  @Test("No part of an experiment is forgotten")
  func nothingForgotten() throws {
    let experiment = fullExperiment
    let arm = try #require(experiment.arms.last)
    let segment = try #require(experiment.scenarios.first?.segments.first)
    let consent = try #require(segment.surroundings.consent)
    let parts: [(any CanonicallyEncoded, left: Set<String>)] = [
      // How inputs are drawn is written where it is not what an experiment without a word of it gets.
      // Whose a number is changes no trial, and runs keep their keys.
      (experiment, ["seed", "sampling", "ownNumbers"]), (arm, ["findings"]), (arm.usageString, []),
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
      // Draws are written where there are any.
      (consent.accept.range, []), (try #require(experiment.joints.first), ["rows"]),
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

  /// The same distribution under other names of types, properties and cases.
  private struct Input: CanonicallyEncoded {
    enum Shape { case bell(centre: Double, width: Double) }
    var shape: Shape
    var key: String
    var canonical: CanonicalValue {
      guard case .bell(let centre, let width) = shape else { return .none }
      return .object([
        "range": LegalRange.real.canonical,
        "path": .text(key),
        "distribution": .object(["normal": .list([.number(centre), .number(width)])]),
      ])
    }
  }

  @Test("Types, properties and cases under other names have the same text")
  func renamed() {
    let renamed = Input(shape: .bell(centre: 1, width: 2), key: "allow.value")
    let original = uncertain(.normal(mean: 1, sd: 2), at: "allow.value")
    #expect(renamed.canonical.text == original.canonical.text)
    for name in ["ExperimentDesign", "Parameter", "Distribution", "mean", "sd", "Segment", "Surroundings"] {
      #expect(!fullExperiment.canonical.text.contains("\(name)("))
      #expect(!fullExperiment.canonical.text.contains("\(name):"))
    }
  }
}
