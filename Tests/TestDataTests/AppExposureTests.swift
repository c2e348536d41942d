import FlowRehearsal
import PromptFlow
import TestData
import Testing

@Suite("Rows that an app writes with PromptFlow")
struct AppExposureTests {
  /// 600 installs of two arms, each living its first day as its arm says; answers by the install's number.
  private func table() throws -> String {
    let experiment = try InAppExperiment(
      "ask-timing", salt: "2026-03", arms: [.init("launch", weight: 0.5), .init("onboarding", weight: 0.5)])
    var text = ExposureCSV.header
    for number in 0..<600 {
      let name = "install-\(number)"
      let arm = try #require(experiment.arm(of: name))
      let installed = 1_772_323_200 + Int64(number) * 60
      var record = ExposureRecord(arm: arm.name, installedAt: installed, release: "5.1.0", language: "en")
      var life = Rehearsal(
        FlowSetup(strategy: PromptStrategy(trigger: arm.name == "launch" ? .launch : .onboarding)),
        device: TrackingDevice(allowsRequests: number % 5 != 0))
      life.launch()
      life.wait(1)
      if arm.name == "onboarding", number % 3 != 0 {
        life.send(.onboardingCompleted)
        life.wait(1)
      }
      life.answer(number % 4 == 1 ? .allow : .deny)
      for line in life.records { record.note(line, at: installed + Int64(life.seconds)) }
      text += ExposureCSV.row(record, installID: name)
    }
    return text
  }

  @Test("analyze reads every row without a finding, and counts what the lives came to")
  func endToEnd() throws {
    let table = try events(table())
    #expect(table.findings.isEmpty)
    #expect(table.arms.compactMap(\.assigned).reduce(0, +) == 600)
    // The same lives, counted by their rules: asked where the device lets itself be asked and the moment came.
    var expected: [String: (prompted: Int, allowed: Int, refused: Int)] = [:]
    let experiment = try InAppExperiment(
      "ask-timing", salt: "2026-03", arms: [.init("launch", weight: 0.5), .init("onboarding", weight: 0.5)])
    for number in 0..<600 {
      let arm = try #require(experiment.arm(of: "install-\(number)")).name
      let mayBeAsked = number % 5 != 0
      let isAsked = mayBeAsked && (arm == "launch" || number % 3 != 0)
      expected[arm, default: (0, 0, 0)].prompted += isAsked ? 1 : 0
      expected[arm, default: (0, 0, 0)].allowed += isAsked && number % 4 == 1 ? 1 : 0
      expected[arm, default: (0, 0, 0)].refused += mayBeAsked ? 0 : 1
    }
    for (location, arm) in table.arms.enumerated() {
      let found = table.horizons[0].arms[location]
      let wanted = try #require(expected[arm.name])
      #expect(found.counts.prompted == wanted.prompted && found.counts.answered == wanted.prompted)
      #expect(found.counts.allowed == wanted.allowed && found.refusedByDevice == wanted.refused)
    }
  }
}
