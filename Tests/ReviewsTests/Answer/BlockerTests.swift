import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Rendering
import Reviews
import Studies
import Testing

@Suite("Blockers of an answer")
struct BlockerTests: AnswerSuite {
  /// An error of the checks in the second arm.
  private func tracking(waived: String?) -> DescribedFinding {
    DescribedFinding(
      Finding(
        pitfall: "L22", rules: ["R102"], severity: .error, waived: waived,
        location: FileLocation(file: "x.yaml", key: "arms.b"), arms: [1]),
      seen: "It tracks.", why: "It may not.", fix: "Wait for consent.")
  }

  @Test("an option with a finding of error is blocked, and another one is recommended")
  func blocked() throws {
    let error = tracking(waived: nil)
    let found = try summary(platform: PlatformDescription(findings: [error], visibilities: [])) {
      [300 + Int64($0), 500 + Int64($0)]
    }
    #expect(recommendation(found).choice == 0 && recommendation(found).kind == .onlyOption)
    let answer = text(found)
    #expect(answer.contains("Blocker         b: It tracks (L22). Fix: Wait for consent."))
    #expect(answer.contains("Recommendation  Choose a, the only option that is not blocked."))
  }

  @Test("a finding that is waived blocks nothing")
  func waived() throws {
    let error = tracking(waived: "agreed")
    let found = try summary(platform: PlatformDescription(findings: [error], visibilities: [])) {
      [300 + Int64($0), 500 + Int64($0)]
    }
    #expect(recommendation(found).choice == 1 && recommendation(found).blockers.isEmpty)
  }

  @Test("an option that Apple forbids is not recommended, and a file without others has no recommendation")
  func forbidden() throws {
    let rule = [BrokenRule(rule: "R83")]
    let found = try summary(findings: [rule, rule]) { [300 + Int64($0), 500 + Int64($0)] }
    #expect(recommendation(found).kind == .blocked)
    #expect(text(found).contains("Recommendation  None yet. Every option is blocked"))
    #expect(text(found).contains("App Review would reject it (R83)."))
  }

  @Test("an option that reports installs before their consent is blocked by the simulation's own figure")
  func tracksBeforeConsent() throws {
    var context = AnswerContext(
      makeExperiment(
        [makeSegment()], [ExperimentSamples.makeArm("a", .launch), ExperimentSamples.makeArm("b", .launch)]))
    context.consentSegments = [[[], [0]]]
    var outline = makeOutline(trials: 30, installs: 100, parameters: uncertain)
    outline.context = context
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<30 {
      var late = makeTally(authorized: 40 + Int64(trial))
      late[.trackedBeforePermission] = 90
      builder.add(
        makeTrial(trial, [makeTally(authorized: 20 + Int64(trial)), late], draws: [Double(trial)]))
    }
    let found = try builder.summary()
    let made = found.scenarios[0].recommendation(parametersVary: true)
    #expect(made.choice == 0)
    #expect(made.blockers == [Blocker(reason: .tracksBeforeConsent(share: 0.9), arms: [1])])
    #expect(
      text(found).replacing("\n                  ", with: " ").contains(
        "b reports 90% of installs with a consent layer before they have answered. "
          + "Fix: attribution: {starts: after_consent}."))
  }

  /// Three arms of which two report installs before their consent.
  private func trackingRun(includesForbidden: Bool) throws -> RunSummary {
    let names = ["a", "b", "c"]
    var context = AnswerContext(
      makeExperiment([makeSegment()], names.map { ExperimentSamples.makeArm($0, .launch) }),
      guardrails: [GuardrailLimit(.promptedPerInstall, limit: 0.99)])
    context.consentSegments = [[[], [0], [0]]]
    var outline = makeOutline(
      arms: names.map { makeArm($0) }, trials: 30, installs: 100, parameters: uncertain)
    outline.context = context
    var builder = RunSummaryBuilder(outline, includesForbidden: includesForbidden, explainsLead: true)
    for trial in 0..<30 {
      let tallies = [(20, 0), (40, 90), (30, 50)].map { authorized, tracked in
        var tally = makeTally(authorized: Int64(authorized + trial))
        tally[.trackedBeforePermission] = Int64(tracked)
        return tally
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    return try builder.summary()
  }

  @Test("options that report installs before consent are one line, and guardrails block too")
  func oneLine() throws {
    let answer = unwrapped(text(try trackingRun(includesForbidden: false)))
    #expect(
      answer.contains(
        "Blocker Installs with a consent layer that are reported before they have answered: b 90%, c 50%. Fix: "
          + "attribution: {starts: after_consent}."))
    #expect(answer.contains("a 80.0%, b 80.0%, c 80.0%. Not recommended."))
    #expect(answer.contains("Recommendation None yet. Every option is blocked"))
  }

  @Test("options that are ranked although blocked keep their blockers in sight")
  func rankedAlthoughBlocked() throws {
    let found = try trackingRun(includesForbidden: true)
    #expect(recommendation(found).choice == 1)
    #expect(recommendation(found).blockers.count == 3)
    let answer = unwrapped(text(found))
    #expect(answer.contains("Blocker Installs with a consent layer") && answer.contains("Guardrail"))
    #expect(!answer.contains("Not recommended."))
    #expect(answer.contains("Watch out b is blocked, and ranked because of --include-noncompliant."))
  }
}
