import ExperimentDesign
import Inference
import Testing

@testable import Studies

@Suite("The test that an answer proposes")
struct ProposedTestTests {
  /// Counts of two options, in turn over the trials, and how many install in a month.
  private func builder(
    _ counts: [[Int64]], installsPerMonth: Double?, _ change: (inout RunOutline) -> Void = { _ in }
  ) throws -> (RunSummaryBuilder, RunSummary) {
    try StudiesTests.builder(counts) {
      $0.context = .ofTwo(installsPerMonth: installsPerMonth, valuePerOptIn: 2)
      change(&$0)
    }
  }

  @Test("it has the size, the weeks and the day of the plan of the same two options")
  func sameAsPlan() throws {
    for (counts, baseline): ([[Int64]], Int) in [
      ([[200, 260], [220, 200]], 0), ([[200, 260], [220, 200]], 1), ([[200, 220]], 0), ([[200, 220]], 1),
    ] {
      let (builder, summary) = try builder(counts, installsPerMonth: 40_000) { $0.baseline = baseline }
      let found = try #require(summary.scenarios[0].proposedTest)
      let plan = try builder.plannedTest(TestRequest(), of: summary)
      #expect(plan.options == [baseline, 1 - baseline])
      #expect(plan.planned == 2 * found.size.installsPerOption)
      let calendar = try #require(plan.calendar(installs: plan.planned))
      #expect(calendar.wholeWeeks == found.size.weeks && calendar.readOn == found.size.readOnDay)
      // Two digits of each option.
      #expect(found.size.installsPerOption == twoDigitsUp(Double(found.size.installsPerOption)))
      #expect(found.balance.netBenefit == found.balance.gain - found.balance.cost)
    }
  }

  @Test("it pays where the choice may turn, and the gain is a hundredth of what the year brings")
  func pays() throws {
    let (turning, summary) = try builder([[200, 260], [220, 200]], installsPerMonth: 40_000)
    let test = try #require(try turning.proposedTest(of: [0, 1], scenario: 0, summary: summary))
    #expect(test.pays && test.balance.gain > 0.01 * test.optInsPerYear)
    // 23% of 480,000 installs.
    #expect(abs(test.optInsPerYear - 110_400) < 200)
    let (small, of) = try builder([[200, 206], [204, 200]], installsPerMonth: 40_000)
    let little = try #require(try small.proposedTest(of: [0, 1], scenario: 0, summary: of))
    #expect(!little.pays && little.balance.gain < 0.01 * little.optInsPerYear)
    let (clear, other) = try builder([[200, 260], [210, 270]], installsPerMonth: 40_000)
    let nothing = try #require(try clear.proposedTest(of: [0, 1], scenario: 0, summary: other))
    #expect(!nothing.pays && nothing.balance.netBenefit <= 0 && nothing.size.installsPerOption > 1_000)
  }

  @Test("its size is advised where installs can be split one by one, which usage strings cannot")
  func usageStrings() throws {
    for string in [nil, "other"] {
      // As far apart as few trials tell.
      let counts: [[Int64]] = [[200, 360], [200, 360], [200, 360], [220, 200]]
      let (_, summary) = try builder(counts, installsPerMonth: 40_000) {
        if let string { $0.arms[1].usageString = string }
      }
      guard case .test(_, _, let size, _) = summary.decided(summary.scenarios[0]).advice else {
        Issue.record("found \(summary.decided(summary.scenarios[0]).advice)")
        return
      }
      #expect((size == nil) == (string != nil) && summary.scenarios[0].proposedTest != nil)
    }
  }

  @Test("there is none without a volume, and of an objective that is no share of installs")
  func none() throws {
    let counts: [[Int64]] = [[200, 260], [220, 200]]
    let (silent, summary) = try builder(counts, installsPerMonth: nil)
    #expect(try silent.proposedTest(of: [0, 1], scenario: 0, summary: summary) == nil)
    let (sums, of) = try builder(counts, installsPerMonth: 40_000) {
      $0.objective = Objective(.sessionsPerInstall)
    }
    #expect(try sums.proposedTest(of: [0, 1], scenario: 0, summary: of) == nil)
  }
}
