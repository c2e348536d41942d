import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@Suite("The paths of what is not known")
struct UncertainParametersTests {
  private let distribution = Distribution.uniform(low: 0, high: 1)

  @Test("stand in the order of their names, whatever the order in the file; known numbers have none")
  func order() {
    let segment = makeSegment {
      $0[.browseSeconds] = uncertain(distribution, at: "z")
      $0[.allowRate] = uncertain(distribution, at: "b")
      $0[.annoyanceNag] = uncertain(distribution, at: "a.b")
      $0[.activationSigma] = uncertain(distribution, at: "B")
    }
    let arm = makeArm("arm", .launch) { $0[.delaySeconds] = uncertain(distribution, at: "arms.arm.delay") }
    let paths = makeExperiment([segment], [arm]).uncertain.map(\.path)
    #expect(paths == ["B", "a.b", "arms.arm.delay", "b", "z"])
  }

  @Test("a path that many share is there once")
  func sharing() {
    let rate = uncertain(distribution, at: "allow.rate")
    let segments = ["one", "two"].map { name in
      makeSegment {
        $0.name = name
        $0.share = 0.5
        $0[.allowRate] = rate
      }
    }
    let scenarios = ["base", "other"].map { makeScenario(name: $0, segments: segments) }
    let string = UsageString(
      name: "s", text: "t", numbers(.usageString, [.usageOddsRatio: uncertain(distribution, at: "usage.s")]))
    let arms = ["one", "two"].map { name in
      makeArm(name, .launch) { $0.usageString = string }
    }
    let paths = makeExperiment(scenarios, arms).uncertain
    #expect(paths.map(\.path) == ["allow.rate", "usage.s"])
  }

  @Test("every number of a whole experiment is visited, and can be changed")
  func everyParameter() {
    var count = 0
    let named = fullExperiment.changed {
      $0.changeParameters { parameter in
        count += 1
        parameter = uncertain(distribution, at: "path\(count)")
      }
    }
    // Those of people, with four of visits; an event, an alert, the SDK and the layer, these three for two arms too.
    let owners = Number.Owner.allCases.map(\.numbers.count)
    let around = [Number.Owner.alert, .attribution, .consent].map(\.numbers.count).reduce(0, +)
    let twice = [Number.Owner.arm, .usageString].map(\.numbers.count).reduce(0, +)
    #expect(count == owners.reduce(0, +) + 4 + 2 * around + twice)
    #expect(named.uncertain.count == count)
  }
}
