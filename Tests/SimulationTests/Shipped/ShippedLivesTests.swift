import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Simulation

@Suite("What is simulated is what ships")
struct ShippedLivesTests {
  static let batches = TestSize.of(20, debug: 4)
  static let experimentsPerBatch = TestSize.of(40, debug: 20)
  static let installs = 8
  static let arms = 3

  @Test(
    "a simulated life, lived again by the flow that ships, has every screen, request and install event at its second",
    arguments: 0..<batches)
  func same(batch: Int) throws {
    var generated = GeneratedExperiments(seed: 31_000 + UInt64(batch))
    var wrong: [String] = []
    var lives = 0
    var undecided = 0
    for _ in 0..<Self.experimentsPerBatch {
      let experiment = withoutPreGrant(generated.next(installs: Self.installs, arms: Self.arms))
      let simulator = Simulator(experiment: experiment, seed: UInt64(batch))
      for scenario in experiment.scenarios.indices {
        let tracer = LifeTracer(simulator, trial: 1, scenario: scenario)
        for install in 0..<Self.installs {
          let trace = tracer.trace(install: install)
          for life in trace.arms {
            let arm = experiment.arms[life.arm]
            let surroundings = arm.surroundings[scenario][trace.person.segment]
            var shipped = ShippedLife(arm, surroundings, trace.person)
            for session in life.sessions { shipped.live(session) }
            if shipped.reversesBeforeAlert { continue }
            lives += 1
            if shipped.startsAsPersonLeaves {
              undecided += 1
              continue
            }
            if told(shipped.lines, trace.person) != told(life.deeds, trace.person)
              || shipped.standing != life.standing
            {
              wrong.append(difference(shipped.lines, life, arm, surroundings, trace.person))
            }
          }
        }
      }
    }
    #expect(undecided * 50 < lives)
    #expect(wrong.isEmpty, "\(wrong.count) lives differ; \(wrong.prefix(3).joined(separator: "\n\n"))")
  }

  /// Consent without a screen is not offered by what ships: it is a legal risk (R116).
  private func withoutPreGrant(_ experiment: Experiment) -> Experiment {
    experiment.changed { $0.changeArms { $0.changeSurroundings { $0.consent?.preGrant = false } } }
  }

  /// What can be compared: the order at one instant is left out, since a timer of no seconds fires a moment later
  /// in an app, and with it what the versions of the system keep from an app.
  private func told(_ lines: [ShippedLife.Line], _ person: TracedPerson) -> [ShippedLife.Line] {
    lines.filter { line in
      // The callback came too early, so an app learns of the answer only when it is active again (R54, R55), and its
      // SDK with it.
      switch line.deed {
      case .sendsInstall, .startsSDK: person.version != .iOS17_4
      case .showsPrePrompt, .requests, .showsAlert, .showsConsent, .showsSettingsLink: true
      }
    }
    .map { line in
      var line = line
      // A foreground wait is kept from process to process as what has been used of it, which costs the last bits.
      line.seconds = (line.seconds * 1e9).rounded() / 1e9
      switch (person.version, line.deed) {
      // The model's layer before the alert asks everyone; what ships nobody whose device forbids it (R111).
      case (_, .showsConsent) where !person.device.allowsRequests || person.device.restriction != .none:
        line.deed = .showsConsent(asks: true)
      case (.iOS14_0, .showsConsent): line.deed = .showsConsent(asks: true)
      // Stricter than the system: nothing tracks before the question is answered, although the identifier
      // could be read (R50, R99).
      case (.iOS14_0, .sendsInstall): line.deed = .sendsInstall(isIdentified: true)
      // An app cannot know there that a profile keeps the identifier from it; what it reads are zeros.
      case (.before14, .showsConsent): line.deed = .showsConsent(asks: true)
      case (.before14, .sendsInstall): line.deed = .sendsInstall(isIdentified: true)
      case (_, .showsPrePrompt), (_, .requests), (_, .showsAlert), (_, .startsSDK), (_, .showsSettingsLink),
        (_, .showsConsent), (_, .sendsInstall):
        break
      }
      return line
    }
    .sorted { ($0.session, $0.seconds, $0.deed.rank) < ($1.session, $1.seconds, $1.deed.rank) }
  }

  private func difference(
    _ shipped: [ShippedLife.Line], _ life: ArmTrace, _ arm: Arm, _ surroundings: Surroundings,
    _ person: TracedPerson
  ) -> String {
    let shipped = told(shipped, person)
    let traced = told(life.deeds, person)
    let first = zip(shipped, traced).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let path = first ?? min(shipped.count, traced.count)
    return """
      \(knobs(arm.strategy)) delay \(arm[.delaySeconds].constant ?? .nan) \(person.version) \(knobs(person.device))
      attribution \(knobs(surroundings.attribution as Any)) consent \(knobs(surroundings.consent as Any))
      at \(path): shipped \(shipped.dropFirst(max(0, path - 2)).prefix(5)), \
      simulated \(traced.dropFirst(max(0, path - 2)).prefix(5))
      \(life.sessions.dropFirst(max(0, (traced.indices.contains(path) ? traced[path].session : shipped.indices.contains(path) ? shipped[path].session : 1) - 1)).prefix(1).flatMap(\.moments).map { "\($0.seconds) \($0.event)" })
      """
  }
}
