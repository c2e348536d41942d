import ExperimentDesign
import GSLNumerics
import Inference
import TestAnalysis
import Testing

@Suite("Requirements of a real test")
struct AnalysisRequirementTests {
  private let counts = "arm,installs,prompted,allowed\na,2000,1500,412\nb,2010,1500,498\n"

  private func finding(
    _ text: String, options: (inout AnalysisOptions) -> Void = { _ in }
  ) throws -> AnalysisRequirementFinding {
    try analysis(counts: counts, options: options).finding(Requirement(text))
  }

  @Test("a difference is shown with the one-sided confidence of the score test")
  func difference() throws {
    let found = try finding("b.opt_in_per_install > a + 0.01 @ 95%")
    let pair = TwoArms(try ObservedCount(498, of: 2010), against: try ObservedCount(412, of: 2000))
    let p = try #require(pair.exceedance(of: 0.01)).p.value
    #expect(found.isShown && abs((found.confidence ?? 0) - (1 - p)) < 1e-12)
    #expect(abs((found.margin ?? 0) - (498.0 / 2010 - 0.206 - 0.01)) < 1e-12)
    #expect(try !finding("b.opt_in_per_install > a + 0.03 @ 95%").isShown)
    #expect(try !finding("b.opt_in_per_install > a + 0.01 @ 99.9%").isShown)
  }

  @Test("below is above with the arms changed")
  func below() throws {
    let above = try finding("b.opt_in_per_install > a + 0.01 @ 95%")
    let below = try finding("a.opt_in_per_install < b - 0.01 @ 95%")
    #expect(above.isShown && below.isShown)
    #expect(abs((above.confidence ?? 0) - (below.confidence ?? 1)) < 1e-12)
  }

  @Test("a number alone is held to the score test of one share, each denominator to its own")
  func number() throws {
    let found = try finding("b.opt_in_per_install > 0.23 @ 95%")
    let z = (498.0 / 2010 - 0.23) / (0.23 * 0.77 / 2010).squareRoot()
    #expect(abs((found.confidence ?? 0) - (try StandardNormal.cumulative(z))) < 1e-12)
    #expect(try finding("b.opt_in_per_prompted > 0.3 @ 95%").isShown)
    #expect(try finding("b.opt_in_per_install < 1.5 @ 95%").isShown)
    #expect(try !finding("b.opt_in_per_install > 1.5 @ 95%").isShown)
  }

  @Test("where no verdict is given nothing is shown, and the reason is said")
  func brokenSplit() throws {
    let found = try finding("b.opt_in_per_install > a @ 95%") { $0.allocation = [3, 1] }
    #expect(!found.isShown && found.reason == .noVerdict(.brokenSplit))
  }

  @Test(
    "an arm, a denominator or a column that the data lack is refused",
    arguments: [
      "c.opt_in_per_install > a @ 95%", "b.opt_in_per_answered > a @ 95%", "b.retained_d7 > a - 0.005 @ 95%",
    ])
  func refused(text: String) {
    #expect(throws: RequirementProblem.self) { try finding(text) }
  }

  @Test("a measure of simulations that real tests do not have is no measure")
  func otherMeasure() {
    #expect(throws: RequirementProblem.self) {
      try Requirement<AnalysisMeasure>("a.sessions_per_install > b @ 95%")
    }
  }
}
