import ExperimentFiles
import FlowRehearsal
import Foundation
import PromptFlow
import Runs
import Testing

@Suite("What leaves the laboratory for an app, and comes back from one")
struct AppTests {
  // That a simulated option does what this strategy does in an app is held by the tests of the simulation.
  @Test(
    "the option that was simulated is the one that is exported",
    arguments: ["news-timing", "pre-prompt-or-not"])
  func exported(name: String) async throws {
    let lab = try Lab()
    let file = Lab.experiment(name)
    _ = try await lab.written("simulate '\(file)' --trials 2 --installs 50 --quiet")
    for arm in try loadExperiment(path: file).experiment.arms {
      let text = try await lab.written("export --table strategy --arm '\(arm.name)'")
      let document = try JSONDecoder().decode(PromptStrategyDocument.self, from: Data(text.utf8))
      #expect(document.strategy == arm.strategy && document.arm == arm.name && document.experiment == name)
    }
  }

  @Test("from assignment to analysis: rows that an app writes come through the command as the lives were")
  func analyzed() async throws {
    let experiment = try InAppExperiment(
      "ask-timing", salt: "2026-03", arms: [.init("launch", weight: 0.5), .init("onboarding", weight: 0.5)])
    var rows = ExposureCSV.header
    var expected: [String: (assigned: Int, prompted: Int, allowed: Int)] = [:]
    for number in 0..<600 {
      let name = "install-\(number)"
      let arm = try #require(experiment.arm(of: name)).name
      let installed = 1_772_323_200 + Int64(number) * 60  // from 2026-03-01 on
      var record = ExposureRecord(arm: arm, installedAt: installed, release: "5.1.0", language: "en")
      var life = Rehearsal(
        FlowSetup(strategy: PromptStrategy(trigger: arm == "launch" ? .launch : .onboarding)),
        device: TrackingDevice(allowsRequests: number % 5 != 0))
      life.launch()
      life.wait(1)
      if arm == "onboarding", number % 3 != 0 {
        life.send(.onboardingCompleted)
        life.wait(1)
      }
      let isAsked = life.system.presented == .tracking
      let allows = number % 4 == 1
      life.answer(allows ? .allow : .deny)
      for line in life.records { record.note(line, at: installed + Int64(life.seconds)) }
      rows += ExposureCSV.row(record, installID: name)
      let counted = expected[arm] ?? (0, 0, 0)
      expected[arm] = (
        counted.assigned + 1, counted.prompted + (isAsked ? 1 : 0),
        counted.allowed + (isAsked && allows ? 1 : 0)
      )
    }
    let lab = try Lab()
    try lab.write(rows, to: "rows.csv")
    let document = try await lab.object("analyze rows.csv --as-of 2026-04-30 --baseline launch")
    let material = document["material"] as? [String: [String: Any]]
    #expect(material?["events"]?["rows"] as? Int == 600)
    let panels = try #require(document["panels"] as? [[String: Any]])
    for (arm, wanted) in expected {
      for (denominator, people) in [("installs", wanted.assigned), ("prompted", wanted.prompted)] {
        let panel = panels.first { $0["denominator"] as? String == denominator }
        let found = (panel?["options"] as? [String: [String: Any]])?[arm]?["count"] as? [String: Any]
        #expect(found?["x"] as? Int == wanted.allowed && found?["n"] as? Int == people)
      }
    }
    #expect(expected.count == 2)
  }
}
