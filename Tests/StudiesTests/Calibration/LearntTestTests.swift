import ExperimentDesign
import Testing

@testable import Studies

@Suite("A test that numbers have learnt from")
struct LearntTestTests {
  @Test(
    "it is read back from the source of evidence, between the file's name and the fingerprints of its counts")
  func readBack() throws {
    let test = LearntTest(
      options: ["launch", "a by day 3 vs"], day: 7, ahead: "a by day 3 vs", chance: 0.9993)
    let source = "calibrate, test.csv, sha256 ab12\(test.mark), counts 12 34"
    #expect(LearntTest(reading: source) == test)
    #expect(LearntTest(reading: "test.csv, sha256 ab12\(test.mark)") == test)
    #expect(LearntTest(reading: "calibrate, funnel.csv, sha256 ab12, counts 12 34") == nil)
    #expect(LearntTest(reading: "a paper, test of time") == nil)
    #expect(LearntTest.name("a; b") == "a, b")
    #expect(LearntTest(options: ["a", "b"], day: 7, ahead: "a", chance: 1).chance < 1)
  }

  @Test("equal counts put neither option ahead", arguments: [(0.5, true), (0.504, true), (0.51, false)])
  func even(chance: Double, isEven: Bool) {
    #expect(LearntTest(options: ["a", "b"], day: 7, ahead: "a", chance: chance).isEven == isEven)
  }
}
