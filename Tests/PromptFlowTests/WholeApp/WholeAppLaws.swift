import PromptFlow
import Testing

@Suite("What holds of a whole app, whatever happens in it")
struct WholeAppLaws {
  private static let seeds = Array(UInt64(1)...40)

  private func live(_ seed: UInt64, _ onUndetermined: ConsentOnUndetermined = .wait) -> WholeApp {
    var app = WholeApp(seed: seed, onUndetermined: onUndetermined)
    for _ in 0..<1_500 { app.step() }
    return app
  }

  @Test(
    "R101, R112: no ask goes ahead under the consent layer, and the two questions never meet",
    arguments: seeds)
  func neverBoth(seed: UInt64) {
    let app = live(seed, seed.isMultiple(of: 2) ? .open : .wait)
    #expect(app.asksUnderTheLayer == 0 && !app.objections.contains(.twoQuestionsAtOnce))
  }

  @Test("R108, R109, R111: a no in either question is not asked over in the other", arguments: seeds)
  func noIsNo(seed: UInt64) {
    let app = live(seed)
    #expect(
      !app.objections.contains(.alertAfterRefusal) && !app.objections.contains(.askedAgainAfterDenial))
  }

  @Test("R19: a request never shows the alert to an app that is not active", arguments: seeds)
  func neverWhileInactive(seed: UInt64) {
    #expect(live(seed).alertsWhileInactive == 0)
  }

  @Test("R10, R29: an app that has its answer, or never asks, shows no further alert", arguments: seeds)
  func noFurtherAlert(seed: UInt64) {
    var app = live(seed)
    let mayAsk = app.flow.asksOnThisSystem && app.system.recordedAnswer == .unknown
    let shown = app.alertsShown
    for _ in 0..<500 { app.step() }
    #expect(mayAsk || app.alertsShown == shown)
  }

  @Test("R23, R101: these lives are no empty ones: alerts and layers do appear in many")
  func livesAreFull() {
    let apps = Self.seeds.map { live($0) }
    #expect(apps.filter { $0.alertsShown > 0 }.count >= 10)
    #expect(apps.filter { $0.consent.isResolved }.count >= 10)
    #expect(apps.filter { $0.system.status == .authorized }.count >= 3)
  }
}
