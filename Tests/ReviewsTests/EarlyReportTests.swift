import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Reviews
import Studies
import Testing

@Suite("What options report before permission is in the line of what to watch out for")
struct EarlyReportTests: AnswerSuite {
  private func around(
    _ gate: GateKind, starts: GateStart = .process, consent: Bool = false, order: ConsentOrder = .beforeATT
  ) -> Surroundings {
    Surroundings(
      attribution: AttributionModel(gate: gate, waitSeconds: known(20), starts: starts),
      consent: consent
        ? ConsentModel(
          order: order, onUndetermined: .open, accept: known(0.5), seconds: seconds(4), preGrant: false,
          reopen: known(0))
        : nil)
  }

  /// Trials of arms with these surroundings, of which so many of 100 installs are reported early.
  private func run(_ arms: [(around: Surroundings, early: Int64)]) throws -> RunSummary {
    let names = Array(["a", "b", "c", "d", "e"].prefix(arms.count))
    let context = AnswerContext(
      makeExperiment(
        [makeSegment()],
        zip(names, arms).map { name, arm in
          ExperimentSamples.makeArm(name, .launch) { $0.surroundings = [[arm.around]] }
        }))
    var outline = makeOutline(
      arms: names.map { makeArm($0) }, trials: 41, installs: 100, parameters: uncertain)
    outline.context = context
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<41 {
      let tallies = arms.enumerated().map { position, arm in
        var tally = makeTally(authorized: Int64(10 + 10 * position + trial / 4))
        tally[.trackedBeforePermission] = arm.early
        return tally
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    return try builder.summary()
  }

  @Test("an option without the consent layer of others reports the simulated share before permission")
  func noConsentLayer() throws {
    let layer = around(.documented, starts: .afterConsent, consent: true)
    let found = try run([(layer, 0), (around(.documented), 84)])
    #expect(found.scenarios[0].earlyReports == [EarlyReport(reason: .noConsentLayer, arm: 1, share: 0.84)])
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "Watch out b has no consent layer: in the simulation, 84% of its installs are reported before permission. Other "
          + "options ask for consent first. Give all options the layer to compare the moment alone."))
    let json = RunJSON.document(found).text
    #expect(json.contains("\"reason\": \"no_consent_layer\"") && json.contains("\"share\": 0.84"))
    let markdown = AnswerText(summary: found, store: "s", warnings: [], style: .plain, file: "x.yaml")
      .markdown
    #expect(markdown.contains("**Watch out** b has no consent layer: in the simulation, 84% of its installs"))
  }

  @Test("several options without the layer share a sentence")
  func several() throws {
    let layer = around(.documented, starts: .afterConsent, consent: true)
    let found = try run([(around(.documented), 50), (around(.foreground), 84), (layer, 0)])
    #expect(
      unwrapped(text(found)).contains(
        "Without a consent layer, installs are reported before permission in the simulation: 84% under b and 50% under a. "
          + "Other options ask"))
  }

  @Test("of many options the choice and the runner-up are named, and the others counted")
  func many() throws {
    let second = around(.documented, starts: .afterConsent, consent: true, order: .afterATT)
    let first = around(.documented, starts: .afterConsent, consent: true)
    let answer = unwrapped(text(try run([(first, 34), (first, 26), (first, 30), (first, 20), (second, 2)])))
    #expect(
      answer.contains("before permission: 20% under d, 34% under a and some under 2 other options. They"),
      "\(answer)")
  }

  @Test("an option whose attribution does not wait says so, with the key that makes it wait")
  func noWait() throws {
    let found = try run([(around(.documented), 0), (around(.none), 97)])
    #expect(
      unwrapped(text(found)).contains(
        "In the simulation, installs are reported before permission: 97% under b. Fix: attribution: {gate: documented}."
      ))
  }

  @Test("an option that asks for consent first reports those who refuse it, where others ask the alert first")
  func refusedConsent() throws {
    let first = around(.documented, starts: .afterConsent, consent: true)
    let second = around(.documented, starts: .afterConsent, consent: true, order: .afterATT)
    let found = try run([(second, 2), (first, 34)])
    #expect(found.scenarios[0].earlyReports == [EarlyReport(reason: .refusedConsent, arm: 1, share: 0.34)])
    #expect(
      unwrapped(text(found)).contains(
        "Installs with a consent layer are reported before permission: 34% under b. They refused consent, or the SDK's "
          + "wait ended first. Keep the SDK off after a refusal."))
    #expect(
      unwrapped(text(try run([(second, 2), (first, 34), (first, 26)]))).contains(
        "are reported before permission: 26% under c and 34% under b. They refused consent"))
    #expect(try run([(first, 30), (first, 34)]).scenarios[0].earlyReports.isEmpty)
  }

  @Test("nothing is said where every option waits, nor where the simulation reports none early")
  func silent() throws {
    #expect(try run([(around(.documented), 40), (around(.timer), 60)]).scenarios[0].earlyReports.isEmpty)
    #expect(try run([(around(.documented), 40), (around(.none), 0)]).scenarios[0].earlyReports.isEmpty)
  }

  @Test("an option that is blocked for it has the blocker alone")
  func blocked() throws {
    let found = try run([
      (around(.documented, starts: .afterConsent, consent: true), 0), (around(.none, consent: true), 90),
    ])
    #expect(found.scenarios[0].earlyReports.isEmpty && found.scenarios[0].blockers.count == 1)
    #expect(!text(found).contains("before permission"))
  }
}
