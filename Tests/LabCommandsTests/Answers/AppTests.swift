import ExperimentFiles
import FlowRehearsal
import Foundation
import PromptFlow
import Runs
import Testing

@Suite("What leaves the laboratory for an app, and comes back from one")
struct AppTests {
  /// A life of `att-lab trace --format json`.
  private struct Trace: Decodable {
    struct Person: Decodable {
      var restricted: Bool
      var allowsRequests: Bool

      private enum CodingKeys: String, CodingKey {
        case restricted
        case allowsRequests = "allows_requests"
      }
    }

    struct Option: Decodable {
      var option: String
      var finalState: String

      private enum CodingKeys: String, CodingKey {
        case option
        case finalState = "final_state"
      }
    }

    var person: Person
    var options: [Option]
    var moments: [TracedArm.Moment]
  }

  private func strategies(_ name: String) async throws -> [String: PromptStrategyDocument] {
    let lab = try Lab()
    let file = Lab.experiment(name)
    _ = try await lab.written("simulate '\(file)' --trials 2 --installs 50 --quiet")
    var documents: [String: PromptStrategyDocument] = [:]
    for arm in try loadExperiment(path: file).experiment.arms {
      let text = try await lab.written("export --table strategy --arm '\(arm.name)'")
      let document = try JSONDecoder().decode(PromptStrategyDocument.self, from: Data(text.utf8))
      #expect(document.strategy == arm.strategy && document.arm == arm.name && document.experiment == name)
      documents[arm.name] = document
    }
    return documents
  }

  @Test(
    "the option that was simulated is the option that ships: its exported strategy, in an app, gives the same",
    arguments: [
      ("news-timing", ["allowed", "denied", "lost_request"]),
      ("pre-prompt-or-not", ["allowed", "pre_prompt_left"]),
    ])
  func ships(name: String, examples: [String]) async throws {
    let documents = try await strategies(name)
    var lives = 0
    var wrong: [String] = []
    for example in examples {
      let line = "trace '\(Lab.experiment(name))' --find \(example) --format json"
      let trace = try JSONDecoder().decode(Trace.self, from: Data(try await Lab().written(line).utf8))
      let device = TrackingDevice(
        restriction: trace.person.restricted ? .profile : .none, allowsRequests: trace.person.allowsRequests)
      for option in trace.options {
        let arm = option.option
        let traced = TracedArm(
          finalState: option.finalState, moments: trace.moments.filter { $0.option == arm })
        let document = try #require(documents[arm])
        let shipped = ShippedArm(document, living: traced, device: device)
        lives += 1
        if shipped.done != traced.done || shipped.finalState != traced.finalState {
          wrong.append("\(example), \(arm): \(shipped.done) \(shipped.finalState), traced \(traced.done)")
        }
      }
    }
    #expect(lives == examples.count * documents.count)
    #expect(wrong == [])
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
