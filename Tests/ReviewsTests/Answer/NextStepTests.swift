import ExperimentDesign
import ExperimentSamples
import Reviews
import Studies
import Testing

@Suite("What an answer says to do besides")
struct NextStepTests: AnswerSuite {
  @Test(
    "a warning of the checks is a next step: its options where they are few, what it is, and its fix",
    arguments: [
      ([0, 1], "a and b: "), ([0, 1, 2], ""), ([0, 1, 2, 3], ""),
    ])
  func warned(arms: [Int], subject: String) throws {
    let warning = DescribedFinding(
      Finding(
        pitfall: "L18", rules: ["R137"], severity: .warning, waived: nil,
        location: FileLocation(file: "x.yaml", key: "attribution.wait_seconds"), arms: arms),
      what: "The SDK waits 20 seconds.", why: "It is too short.", fix: "Lengthen the wait.")
    let found = try summary(
      ["a", "b", "c", "d"], platform: PlatformDescription(findings: [warning], visibilities: [])
    ) { [500 + Int64($0), 300, 200, 100] }
    #expect(
      unwrapped(text(found)).contains(
        "Fix a warning \(subject)The SDK waits 20 seconds. Lengthen the wait. att-lab check x.yaml"))
  }

  @Test("an option of a lower mean that is best more often than the runner-up is to be tested too")
  func opponent() throws {
    func answer(_ third: Int64) throws -> String {
      unwrapped(
        text(try summary(["a", "b", "c"], trials: 400) { [500, 470, $0 % 4 == 0 ? third : 100] }))
    }
    #expect(try answer(700).contains("c is best in 25% of draws, the runner-up in 0%: test it too."))
    #expect(try !answer(480).contains("test it too"))
  }
}
