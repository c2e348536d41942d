import ExperimentDesign
import Foundation
import Inference
import Testing

@testable import Studies

@Suite("A plan as a finding")
struct TestPlanTests {
  /// The plan of two options with these counts in turn over the trials.
  private func plan(
    _ counts: [[Int64]], installsPerMonth: Double? = 40_000, guardrails: [GuardrailLimit] = [],
    _ change: (inout TestRequest) -> Void = { _ in }
  ) throws -> TestPlan {
    let (builder, summary) = try builder(counts) {
      $0.context = .ofTwo(installsPerMonth: installsPerMonth, guardrails: guardrails)
    }
    var request = TestRequest()
    change(&request)
    return try builder.testPlan(request, of: summary, overrides: [], subject: ["last"])
  }

  private static let turning: [[Int64]] = [[200, 260], [220, 200]]

  @Test("it says whether the test is worth it, and why not")
  func verdicts() throws {
    let pays = try plan(Self.turning)
    #expect(pays.worth?.verdict == .pays && pays.worth?.pays == true && pays.question.asked == .value)
    #expect(pays.answer.wantedPower == nil && pays.answer.isEnough)
    #expect(try plan([[200, 260], [210, 270]]).worth?.verdict == .choiceStands)
    #expect(try plan([[200, 200]]).worth?.verdict == .sameRates)
    #expect(try plan([[200, 206], [204, 200]]).worth?.pays == false)
    let large = try plan(Self.turning) { $0.installs = 400_000 }
    #expect(large.worth?.verdict == .sizeCostsMore && large.question.asked == .power)
    let unused = try plan(Self.turning, installsPerMonth: nil)
    #expect(unused.worth?.verdict == nil && unused.worth?.pays == nil && unused.calendar == nil)
    #expect(unused.cautions.contains { $0.code == .noVolume } && unused.question.asked == .size)
  }

  @Test("it pays as the proposal of the answer does")
  func proposal() throws {
    for counts in [Self.turning, [[200, 206], [204, 200]], [[200, 260], [210, 270]]] {
      let (builder, summary) = try builder(counts) { $0.context = .ofTwo(installsPerMonth: 40_000) }
      let proposed = try #require(
        try builder.proposedTest(of: [0, 1], scenario: 0, summary: summary))
      let found = try plan(counts)
      #expect(found.answer.installsPerOption == proposed.size.installsPerOption)
      #expect(found.calendar?.readOn == proposed.size.readOnDay && found.worth?.pays == proposed.pays)
      #expect(found.worth?.own.netBenefit == proposed.balance.netBenefit)
    }
  }

  @Test("a guardrail has the installs that tell an option's mean from the limit")
  func guardrails() throws {
    let limit = GuardrailLimit(.optInPerInstall, limit: 0.19)
    let found = try plan([[200, 220]], guardrails: [limit]) { $0.installs = 2_000 }
    let guardrail = try #require(found.guardrails.first)
    #expect(guardrail.option == "b" && guardrail.state == .holds)
    #expect(guardrail.chance == 1 && !guardrail.isEnough)
    #expect(try abs(#require(guardrail.margin) - 0.01) < 1e-9)
    // (1.959964 + 0.841621)² (0.16 + 0.1716) / 0.03² of each.
    let needed = try #require(guardrail.needed)
    #expect(abs(Double(needed) / 2 - 2_891.9) < 2)
    #expect(try abs(#require(guardrail.detects) - 0.051) < 2e-4)
    #expect(try plan([[200, 220]], guardrails: [limit]) { $0.installs = 20_000 }.guardrails[0].isEnough)
  }

  @Test("a plan from rates alone has the formula's numbers, and the command that analyses it")
  func formula() throws {
    let plan = try TestPlan(TestQuestion(baseline: 0.2, arms: [0.22]), design: TestDesign(), day: 7) {
      TestCalendar(installs: $0, installsPerDay: 3_000 / 7, waitingDays: 7)
    }
    #expect(plan.answer.planned == 13_020 && plan.answer.installsPerOption == 6_510)
    #expect(plan.answer.needed == 13_020 && plan.options.map(\.installs) == [6_510, 6_510])
    #expect(try abs(#require(plan.answer.detects) - 0.02) < 1e-5)
    #expect(plan.calendar?.wholeWeeks == 5 && plan.calendar?.readOn == 42)
    #expect(plan.curve.map(\.planned) == [6_510, 13_020, 26_040])
    #expect(
      plan.analyze == ["att-lab", "analyze", "rows.csv", "--as-of", "DATE", "--day", "7", "--baseline", "a"])
    #expect(plan.worth == nil && plan.trials == nil)
  }

  @Test("the command names the split, the looks and the margin that the plan is for")
  func commands() throws {
    let design = try TestDesign(level: ConfidenceLevel(0.9), allocation: [2, 1], looks: .fixed(2))
    let plan = try TestPlan(
      TestQuestion(baseline: 0.2, arms: [0.22], installs: 9_000), design: design, day: 7)
    #expect(
      plan.analyze.dropFirst(7).joined(separator: " ")
        == "--baseline a --confidence 0.9 --planned 9000 --looks DATES --allocation a=2,b=1")
    #expect(plan.looks.count == 2 && plan.installsUsed.count == 1)
    let counts = try TestPlan(
      TestQuestion(baseline: 0.2, arms: [0.2]), design: TestDesign(aim: .nonInferior(margin: 0.01)))
    #expect(
      counts.analyze.joined(separator: " ") == "att-lab analyze counts.csv --baseline a --non-inferior 1pp")
  }
}
