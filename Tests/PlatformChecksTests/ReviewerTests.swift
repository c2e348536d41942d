import ExperimentDesign
import RuleBook
import Testing

@testable import PlatformChecks

@Suite("A reviewer with a fresh install")
struct ReviewerTests {
  private func visibility(_ changes: [(String, String)]) throws -> PromptVisibility? {
    var app = CleanApp()
    for (old, new) in changes { app = app.writing(old, as: new) }
    return try app.check().visibilities.first
  }

  /// Seconds to an alert that comes by itself; not a number where it does not.
  private func secondsToSight(_ changes: [(String, String)]) throws -> Double {
    guard let seen = try visibility(changes), seen.visibility == .visible else { return .nan }
    return seen.afterSeconds ?? .nan
  }

  @Test("needs three articles, and the note for App Review says so")
  func articles() throws {
    let app = CleanApp().writing("ask: launch,", as: "ask: {after: article, count: 3},")
    let verdict = try #require(try app.check().visibilities.first)
    // 0.4 s to activation, 40 s of onboarding with the push alert of 3 s in it, 15 s before the first, three of
    // 60 s, 6 s of pre-prompt.
    let seconds: Double = 244.4
    #expect(verdict.visibility == .needsSteps)
    #expect(abs((verdict.afterSeconds ?? 0) - seconds) < 1e-9)
    #expect(verdict.reviewNote != nil)
    // So does a later session.
    #expect(try visibility([("ask: launch,", "ask: {session: 3},")])?.visibility == .needsSteps)
  }

  @Test("is played in every scenario and segment, and reported apart where what is seen differs")
  func scenarios() throws {
    var app = CleanApp()
    #expect(try app.check().visibilities.map(\.scenario) == [nil])
    app.experiment += """

      scenarios:
        base: {}
        slow: {activation_seconds: {median: 5, sigma: 0.1}}
        mixed: {segments: {quick: {share: 0.5}, late: {share: 0.5, activation_seconds: {median: 9, sigma: 0.1}}}}
      """
    let report = try app.check()
    let verdicts = report.visibilities
    #expect(verdicts.map(\.scenario) == ["base", "slow", "mixed", "mixed"])
    #expect(verdicts.map(\.segment) == [nil, nil, "quick", "late"])
    // Activation after 0.4, 5, 0.4 and 9 seconds, and 6 of pre-prompt.
    let seconds = verdicts.map { $0.afterSeconds ?? .nan }
    #expect(zip(seconds, [6.4, 11, 6.4, 15]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(seconds)")
  }

  @Test("is missed in one scenario only, and the finding names it (R93)")
  func oneScenario() throws {
    var app = CleanApp().writing("retry: each_activation", as: "retry: never")
      .writing("delay_seconds: 0", as: "delay_seconds: 31").writing("pre_prompt: plain, ", as: "")
    app.experiment += "\nscenarios: {base: {}, quiet: {alerts: {push: {share: 0}}}}\n"
    let report = try app.check()
    #expect(report.visibilities.map(\.scenario) == ["base", "quiet"])
    #expect(report.visibilities.map { $0.visibility == .notVisible } == [true, false])
    let unseen = report.findings.filter { $0.rules == ["R93"] }
    #expect(unseen.map(\.rule) == ["L12"])
  }

  @Test("a moment that no sitting reaches is filed under R93 itself, with error")
  func unreached() throws {
    for ask in ["ask: {session: 50},", "ask: {after: article, count: 2000},"] {
      let report = try CleanApp().writing("ask: launch,", as: ask).check()
      let unseen = report.findings.filter { $0.rules == ["R93"] }
      #expect(unseen.map(\.rule) == ["R93"] && unseen.allSatisfy { $0.severity == .error }, "\(ask)")
      #expect(unseen.first?.key == "arms.launch.ask")
    }
  }

  @Test("L11: sees nothing where a request before activation is never made again (R93)")
  func early() throws {
    let app = CleanApp().writing("hook: did_become_active", as: "hook: did_finish_launching")
      .writing("retry: each_activation", as: "retry: never").writing("pre_prompt: plain, ", as: "")
    let report = try app.check()
    #expect(report.visibilities.first?.visibility == .notVisible)
    // One cause, one finding, of both rules.
    let unseen = report.findings.filter { $0.rule == "L11" }
    #expect(unseen.map(\.rules) == [["R19", "R64", "R144", "R93"]])
    #expect(unseen.map(\.severity) == [.error] && unseen.map(\.key) == ["arms.launch.hook"])
    #expect(!report.findings.contains { $0.rules == ["R93"] })
  }

  @Test("sees the alert after the other one where the request comes again")
  func collision() throws {
    let changes = [
      ("offset: 30", "offset: 0"), ("delay_seconds: 0", "delay_seconds: 1"), ("pre_prompt: plain, ", ""),
    ]
    // Activation 0.4 s, the other alert 3 s, 0.5 s to settle, and the delay of 1 s again.
    #expect(abs(try secondsToSight(changes) - 4.9) < 1e-9)
    let never = changes + [("retry: each_activation", "retry: never")]
    #expect(try visibility(never)?.visibility == .notVisible)
  }

  @Test("meets the other alert after the event, or in the session, that it waits for")
  func laterMoments() throws {
    let changes = [
      ("ask: launch,", "ask: {after: article, count: 3},"), ("pre_prompt: plain, ", ""),
      ("at: launch, share: 0.5, offset: 30", "at: {after: article, count: 3}, share: 0.5"),
    ]
    // 0.4 s to activation, 40 s of onboarding, 15 s before three articles of 60 s: there both alerts are due. The
    // other one is up for 3 s, and the app settles for 0.5 s before the request comes again.
    #expect(abs((try visibility(changes)?.afterSeconds ?? 0) - 238.9) < 1e-9)
    let never = changes + [("retry: each_activation", "retry: never")]
    let hidden = try #require(try visibility(never))
    #expect(hidden.visibility == .notVisible && hidden.rule == "L12")
    // At the second article it is gone before the third.
    let earlier = never + [("{after: article, count: 3}, share", "{after: article, count: 2}, share")]
    #expect(try visibility(earlier)?.visibility == .needsSteps)
    let session = [
      ("ask: launch,", "ask: {session: 2},"),
      ("at: launch, share: 0.5, offset: 30", "at: {session: 2}, share: 0.5"),
      ("pre_prompt: plain, ", ""), ("retry: each_activation", "retry: never"),
    ]
    #expect(try visibility(session)?.rule == "L12")
  }

  @Test("has to open the app again where only the next session's hook asks once more (R145)")
  func hookOncePerSession() throws {
    let changes = [
      ("offset: 30", "offset: 0"), ("delay_seconds: 0", "delay_seconds: 1"), ("pre_prompt: plain, ", ""),
      ("retry: each_activation", "retry: next_session"),
    ]
    let seen = try #require(try visibility(changes))
    #expect(seen.visibility == .needsSteps, "the activation after the other alert counts as a hook")
  }
}
