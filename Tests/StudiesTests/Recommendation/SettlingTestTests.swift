import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Testing

@testable import Studies

@Suite("The test that would settle a verdict")
struct SettlingTestTests {
  private func summary(
    objective: Objective = Objective(.optInPerInstall), _ authorized: [Int64]
  ) throws -> ScenarioSummary {
    var outline = sampleOutline(trials: 30)
    outline.objective = objective
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<30 {
      builder.add(sampleTrial(trial, authorized: authorized, draws: [Double(trial)]))
    }
    return try builder.summary().scenarios[0]
  }

  @Test("of shares of installs it has the size that the formula gives for the margin and for the lead")
  func shares() throws {
    let test = try #require(try summary([200, 220]).settlingTest)
    #expect(test.margin.difference == 0.005)
    let target = try PowerTarget()
    #expect(abs(test.margin.installsPerArm - (try target.baselineSize(baseline: 0.2, arm: 0.205))) < 0.01)
    let lead = try #require(test.lead)
    #expect(abs(lead.difference - 0.02) < 1e-12)
    // R: power.prop.test(p1 = .2, p2 = .22, power = .8).
    #expect(abs(lead.installsPerArm - 6509.4667) < 0.01)
  }

  @Test("of a weighted sum the size follows from how much installs differ")
  func sums() throws {
    let sum = try Objective(terms: [Objective.Term(metric: .optInPerInstall, weight: 2)])
    let single = try #require(try summary([200, 220]).settlingTest?.lead)
    let doubled = try #require(try summary(objective: sum, [200, 220]).settlingTest?.lead)
    #expect(abs(doubled.difference - 2 * single.difference) < 1e-12)
    #expect(abs(doubled.installsPerArm / single.installsPerArm - 1) < 0.01)
  }

  @Test("an arm on its own has no test, nor has one without a value between 0 and 1")
  func none() throws {
    #expect(try summary([0, 0]).settlingTest == nil)
  }

  @Test("weeks are whole, for two options of every install, and the last install is waited for")
  func weeks() throws {
    let test = SettlingTest(margin: .init(difference: 0.005, installsPerArm: 10_000), lead: nil)
    // 43,482.14 a month are 10,000 a week.
    let volume = AppVolume(installsPerMonth: 10_000 * 365.25 / 84, valuePerOptIn: nil, currency: "USD")
    #expect(abs(volume.installsPerWeek - 10_000) < 1e-6)
    func calendar(_ installs: Double) -> TestCalendar? {
      test.margin.calendar(
        at: AppVolume(installsPerMonth: installs, valuePerOptIn: nil, currency: "USD"), readAt: 30)
    }
    #expect(calendar(44_000)?.wholeWeeks == 2 && calendar(44_000)?.readOn == 44)
    #expect(calendar(43_000)?.wholeWeeks == 3 && calendar(43_000)?.readOn == 51)
    // Fewer than 0.1 a day are no pace.
    #expect(calendar(1) == nil)
  }
}
