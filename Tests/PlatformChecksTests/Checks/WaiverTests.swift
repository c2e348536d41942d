import PlatformChecks
import Testing

@Suite("A waiver")
struct WaiverTests {
  /// Two arms with the same pitfall L14, one of them swept, and what is accepted of it.
  private func report(_ waivers: String) throws -> CheckReport {
    var app = CleanApp().writing("delay_seconds: 0", as: "delay_seconds: 1")
    app.experiment = app.experiment.replacing(
      "\napp:\n",
      with: "\n  late: {ask: onboarding, usage_string: concrete, delay_seconds: {sweep: [2, 3]}}\napp:\n")
    app.experiment += "\nwaivers: \(waivers)\n"
    return try app.report()
  }

  /// The arms of each finding of L14, and why it is accepted.
  private func delays(_ report: CheckReport) -> [String] {
    report.findings.filter { $0.pitfall == "L14" }.map {
      "\(report.arms(of: $0).joined(separator: " ")): \($0.waived ?? "open")"
    }
  }

  private func problems(_ waivers: String) -> String {
    do {
      _ = try report(waivers)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("holds for all arms where it names none")
  func everywhere() throws {
    #expect(
      delays(try report("{L14: as the guide has it}")) == [
        "launch: as the guide has it", "late/delay_seconds=2 late/delay_seconds=3: as the guide has it",
      ])
  }

  @Test("holds for the option it names, and leaves the pitfall open in the others")
  func oneArm() throws {
    #expect(
      delays(try report("{L14: {arm: launch, reason: one second}}")) == [
        "launch: one second", "late/delay_seconds=2 late/delay_seconds=3: open",
      ])
    #expect(
      delays(try report("{L14: {arm: late, reason: measured}}")) == [
        "launch: open", "late/delay_seconds=2 late/delay_seconds=3: measured",
      ])
  }

  @Test("can name several arms, and a swept one by its value, which parts a finding in two")
  func severalArms() throws {
    #expect(
      delays(try report("{L14: {arm: [launch, late/delay_seconds=3], reason: both}}")) == [
        "launch: both", "late/delay_seconds=2: open", "late/delay_seconds=3: both",
      ])
  }

  @Test("of an option in which nothing was seen is reported as unused, with the option")
  func unused() throws {
    let report = try report("{L14: {arm: launch, reason: one second}, L5: {arm: late, reason: none needed}}")
    #expect(report.unusedWaivers == ["L5 (late)"])
  }

  @Test("of arms does not hold for what is about no arm")
  func aboutNoArm() throws {
    var app = CleanApp().writing("features_gated: false", as: "features_gated: true")
    app.experiment += "\nwaivers: {L10: {arm: launch, reason: agreed}}\n"
    let report = try app.report()
    #expect(report.hasErrors && report.unusedWaivers == ["L10 (launch)"])
  }

  @Test("needs a reason, an option that is there, and known keys; each slip is located")
  func slips() {
    for waivers in ["{L14: \"  \"}", "{L14: }", "{L14: {arm: launch}}", "{L14: {reason: \"\"}}"] {
      #expect(problems(waivers) != "", "\(waivers)")
    }
    #expect(problems("{L14: {arm: lunch, reason: x}}") != "")
    #expect(problems("{L14: {arm: [], reason: x}}") != "")
    #expect(problems("{L14: {arms: launch, reason: x}}") != "")
    #expect(problems("{L14: [x]}") != "")
    #expect(problems("{R93: told App Review by hand}").isEmpty)
  }
}
