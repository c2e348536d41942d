import PlatformChecks
import RuleBook
import Testing

@Suite("A reviewer with a fresh install")
struct ReviewerTests {
  private func sight(_ changes: [(String, String)]) throws -> ReviewerVerdict.Sight? {
    var app = CleanApp()
    for (old, new) in changes { app = app.writing(old, as: new) }
    return try app.report().reviewer.first?.sight
  }

  /// Seconds to an alert that comes by itself; not a number where it does not.
  private func secondsToSight(_ changes: [(String, String)]) throws -> Double {
    if case .visible(let seconds)? = try sight(changes) { return seconds }
    return .nan
  }

  private func isHidden(_ sight: ReviewerVerdict.Sight?) -> Bool {
    if case .notVisible? = sight { return true }
    return false
  }

  @Test("sees an alert at launch after activation and pre-prompt: 0.4 s and 6 s")
  func launch() throws {
    #expect(abs(try secondsToSight([]) - 6.4) < 1e-9)
  }

  @Test("needs three articles, and the note for App Review says so")
  func articles() throws {
    let app = CleanApp().writing("ask: launch,", as: "ask: {after: article, count: 3},")
    let verdict = try #require(try app.report().reviewer.first)
    // 0.4 s to activation, 40 s of onboarding, 15 s before the first, three of 60 s, 6 s of pre-prompt.
    let seconds: Double = 241.4
    guard case .needs(let steps, let after) = verdict.sight else {
      Issue.record("\(verdict.sight)")
      return
    }
    #expect(steps == "finish 3 × article")
    #expect(abs(after - seconds) < 1e-9)
    #expect(verdict.reviewNote == "To see the App Tracking Transparency request: finish 3 × article.")
  }

  @Test("needs to open the app again where the trigger is a later session")
  func laterSession() throws {
    guard case .needs(let steps, _) = try sight([("ask: launch,", "ask: {session: 3},")]) else {
      Issue.record("no steps")
      return
    }
    #expect(steps == "open the app 3 times")
  }

  @Test("sees nothing where a request before activation is never made again (R93)")
  func early() throws {
    let app = CleanApp().writing("hook: did_become_active", as: "hook: did_finish_launching")
      .writing("retry: each_activation", as: "retry: never").writing("pre_prompt: plain, ", as: "")
    let report = try app.report()
    #expect(isHidden(report.reviewer.first?.sight))
    #expect(report.findings.contains { $0.rules == ["R93"] && $0.severity == .error })
    #expect(report.hasErrors)
  }

  @Test("sees the alert after the other one where the request comes again")
  func collision() throws {
    let changes = [
      ("offset: 30", "offset: 0"), ("delay_seconds: 0", "delay_seconds: 1"), ("pre_prompt: plain, ", ""),
    ]
    // Activation 0.4 s, the other alert 3 s, 0.5 s to settle, and the delay of 1 s again.
    #expect(abs(try secondsToSight(changes) - 4.9) < 1e-9)
    let never = changes + [("retry: each_activation", "retry: never")]
    #expect(isHidden(try sight(never)))
  }
}
