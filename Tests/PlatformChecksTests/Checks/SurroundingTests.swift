import ExperimentDesign
import PlatformChecks
import Testing

@Suite("What stands around the question")
struct SurroundingTests {
  /// The findings of a pitfall.
  private func findings(_ tag: String, _ app: CleanApp) throws -> [Finding] {
    try app.check().findings.filter { $0.rule == tag }
  }

  @Test("L22: an SDK that starts with the process beside a consent layer is found in the file, in every arm")
  func earlyStart() throws {
    let early = CleanApp().writing("gate: documented", as: "starts: process, gate: documented")
    let found = try findings("L22", early)
    #expect(found.map(\.arms) == [["launch"]] && found.allSatisfy { $0.severity == .error })
    #expect(found.first?.key == "attribution.starts" && found.first?.line == 9)
    let alone = CleanApp().writing("  consent: {order: after_att, accept: 0.7, pre_grant: false}\n", as: "")
    #expect(try alone.check().findings.isEmpty)
  }

  @Test(
    "L44: a layer that comes first, or behind an ask that everybody reaches, is clear",
    arguments: ["ask: launch,", "ask: {session: 1},"])
  func layerForAll(ask: String) throws {
    #expect(try findings("L44", CleanApp().writing("ask: launch,", as: ask)).isEmpty)
    let first = CleanApp().writing("ask: launch,", as: "ask: onboarding,")
      .writing("order: after_att", as: "order: before_att")
    #expect(try findings("L44", first).isEmpty)
  }

  @Test("L18: one wait that is too short for several options is reported once, with the range of the ways")
  func oneWait() throws {
    var app = CleanApp().writing("wait_seconds: 60", as: "wait_seconds: 5")
      .writing("  consent: {order: after_att, accept: 0.7, pre_grant: false}\n", as: "")
    app.experiment += """

        late: {ask: onboarding, usage_string: concrete, delay_seconds: {sweep: [0, 5]}}
        later: {ask: {after: article, count: {sweep: [1, 2, 9]}}, usage_string: concrete}
      """
    #expect(try findings("L18", app).map { Set($0.arms).count } == [6])
  }

  @Test("L18, R123: where even the longest wait of Adjust ends before many answers, it says to ask earlier")
  func noWaitIsLongEnough() throws {
    let app = CleanApp().writing("  consent: {order: after_att, accept: 0.7, pre_grant: false}\n", as: "")
      .writing("delay_seconds: 0,", as: "delay_seconds: 200,")
    let found = try #require(findings("L18", app).first)
    #expect(found.severity == .warning)
  }

  /// What L12 says of an ask at the very moment of a push alert.
  private func collision(retry: String) throws -> Finding {
    let app = CleanApp().writing("offset: 30", as: "offset: 0, seconds: {median: 3, sigma: 0.5}")
      .writing("retry: each_activation", as: "retry: \(retry)").writing("pre_prompt: plain, ", as: "")
    let report = try app.check()
    return try #require(
      report.findings.first { $0.rule == "L12" && $0.key != "arms.launch.ask" })
  }

  @Test(
    "L12: where the request is made again at the next activation, it is a note, else a warning",
    arguments: [("each_activation", Severity.note), ("next_session", .warning), ("never", .warning)])
  func recovered(retry: String, severity: Severity) throws {
    #expect(try collision(retry: retry).severity == severity)
  }

  @Test(
    "L12 is reported for every moment that an ask and an alert share",
    arguments: [
      ("{after: article, count: 3}", "{after: article, count: 3}", true), ("{session: 1}", "launch", true),
      ("launch", "{session: 1}", true), ("{session: 4}", "{session: 4}", true),
      ("{after: article, count: 3}", "{after: article, count: 2}", false), ("{session: 4}", "launch", false),
    ])
  func sharedMoments(ask: String, alert: String, isTold: Bool) throws {
    let app = CleanApp().writing("ask: launch", as: "ask: \(ask)").writing("pre_prompt: plain, ", as: "")
      .writing("at: launch, share: 0.5, offset: 30", as: "at: \(alert), share: 0.5")
    #expect(try meets(app) == isTold)
  }

  /// Whether L12 says that the request meets a push alert.
  private func meets(_ app: CleanApp) throws -> Bool {
    try app.check().findings.contains { $0.rule == "L12" && $0.key == "alerts.push.share" }
  }

  @Test(
    "L12 says that an alert may be up where its offset is uncertain and can meet the request",
    arguments: [
      ("{uniform: [0, 30]}", true), ("{uniform: [0, 1]}", true), ("{uniform: [20, 30]}", false),
      ("{lognormal: [4, 1]}", true), ("{lognormal: [40, 0.5]}", false),
      ("{normal: [4, 2]}", true),
      ("{triangular: [0, 8, 8]}", true), ("{triangular: [0, 9, 9]}", false),
    ])
  func uncertainOffset(offset: String, isTold: Bool) throws {
    let app = CleanApp().writing("offset: 30", as: "offset: \(offset)").writing("pre_prompt: plain, ", as: "")
      .writing("delay_seconds: 0", as: "delay_seconds: 2")
    #expect(try meets(app) == isTold)
  }

  @Test(
    "L12 is silent where the alert comes after the request, which then shows its own first",
    arguments: [("0", true), ("0.5", false), ("{uniform: [0, 3]}", false)])
  func laterAlert(offset: String, isTold: Bool) throws {
    let app = CleanApp().writing("offset: 30", as: "offset: \(offset)").writing("pre_prompt: plain, ", as: "")
    #expect(try meets(app) == isTold)
  }

  @Test(
    "L12: over a pre-prompt, which stands still under it, only an alert near its end is in the way",
    arguments: [("0", false), ("5", true), ("{uniform: [0, 3]}", true), ("30", false)]
  )
  func prePromptUnderAlert(offset: String, isTold: Bool) throws {
    #expect(try meets(CleanApp().writing("offset: 30", as: "offset: \(offset)")) == isTold)
  }
}
