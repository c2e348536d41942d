import ExperimentDesign
import ExperimentSamples
import Foundation
import Inference
import Rendering
import Studies
import Testing
import TextFormats

@testable import Reviews

@Suite("The page of a plan")
struct PlanDocumentTests {
  private func plan(_ counts: [[Int64]], arms: Int = 2) throws -> TestPlan {
    let names = (0..<arms).map { ["a", "b", "c"][$0] }
    var outline = makeOutline(
      arms: names.map { makeArm($0) }, trials: 60, parameters: [makeParameter("x", isDrawn: true)])
    outline.context = AnswerContext(
      makeExperiment([makeSegment()], names.map { ExperimentSamples.makeArm($0, .launch) }),
      guardrails: [GuardrailLimit(.promptedPerInstall, limit: 0.7)],
      volume: AppVolume(installsPerMonth: 40_000, valuePerOptIn: nil, currency: "USD"))
    let trials = (0..<60).map { counts[$0 % counts.count] }
    let builder = makeBuilder(outline, authorized: trials, draws: (0..<60).map { [Double($0)] })
    var request = TestRequest()
    request.arms = arms > 2 ? names : nil
    return try builder.testPlan(request, of: try builder.summary())
  }

  @Test("two options fit 25 lines, with the size, the guardrail, the worth and the command")
  func onePage() throws {
    let found = try plan([[20, 26], [22, 20]])
    let text = found.document(.brief).text(.plain)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 25, "\(text)")
    #expect(lines.allSatisfy { $0.count <= 100 }, "\(text)")
    for part in ["Guardrail", "Worth", "Detects", found.analyze.joined(separator: " ")] {
      #expect(text.contains(part), "\(text)")
    }
    let all = found.document(.full).text(.plain)
    #expect(all.contains("Monte Carlo error of a chance") && all.count > text.count)
  }

  @Test(
    "the command that analyses it names the day, the split, the looks and the margin that the plan is for")
  func commands() throws {
    func analyze(_ change: (inout TestRequest) -> Void) throws -> String {
      var request = TestRequest()
      change(&request)
      return try TestPlan(baseline: 0.2, request).analyze.joined(separator: " ")
    }
    #expect(
      try analyze { ($0.difference, $0.day) = (0.02, 7) }
        == "att-lab analyze rows.csv --as-of DATE --day 7 --baseline a")
    let looks = try analyze {
      $0.confidence = 0.9
      ($0.difference, $0.allocation, $0.looks, $0.installs, $0.day) = (0.02, [2, 1], .fixed(2), 9_000, 7)
    }
    #expect(
      looks.hasSuffix("--baseline a --confidence 0.9 --planned 9000 --looks DATES --allocation a=2,b=1"))
    #expect(
      try analyze { $0.nonInferior = 0.01 }
        == "att-lab analyze counts.csv --baseline a --non-inferior 1pp")
  }

  @Test("a test that does not pay is called so in the first line")
  func notWorthIt() throws {
    let text = try plan([[20, 26], [21, 27]]).document(.brief).text(.plain)
    #expect(text.prefix { $0 != "\n" }.contains("does not pay"), "\(text)")
    #expect(try plan([[20, 20]]).document(.brief).markdown.contains("does not pay"))
  }

  @Test("a stored plan is the same after it is read, of two options and of three")
  func stored() throws {
    for found in [try plan([[20, 26], [22, 20]]), try plan([[20, 26, 24], [22, 20, 21]], arms: 3)] {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let read = try decoder.decode(TestPlan.self, from: Data(try found.json().text.utf8))
      #expect(read == found)
      let table = try found.csv()
      #expect(table.rows.count == found.curve.count && table.header.contains("net_benefit"))
      #expect(read.document(.full).text(.plain) == found.document(.full).text(.plain))
    }
  }
}
