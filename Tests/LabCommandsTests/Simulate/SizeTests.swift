import Foundation
import Testing

@Suite("Sizes, and what they take")
struct SizeTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    return lab
  }

  @Test("what cannot be computed is refused before it begins, with the estimate and what to reduce")
  func refused() throws {
    let lab = try lab()
    let trials = try lab.shell("\"$LAB\" simulate sample.yaml --trials 4000000000 --installs 1")
    #expect(trials.status == 64 && trials.output.isEmpty)
    #expect(trials.errors.contains("the run is too large: it takes about"))
    #expect(trials.errors.contains("TB of memory") && trials.errors.contains("reduce --trials"))
    try lab.write(sampleExperiment.replacing("trials: 6", with: "trials: 2000000000"), to: "large.yaml")
    #expect(try lab("simulate", "large.yaml", "--seed", "5").status == 64)
    #expect(try lab("simulate", "large.yaml").status == 65)
    // Nothing was begun.
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
    // A look is allowed, and says it.
    let look = try lab("simulate", "large.yaml", "--dry-run")
    #expect(look.status == 0 && look.output.contains("the run is too large"))
    // One of many small parts is not.
    #expect(
      try lab("simulate", "large.yaml", "--installs", "1", "--shard", "1/100000", "--dry-run").status == 0)
  }

  @Test("counts and seeds on the command line are written as in the file")
  func counts() throws {
    let lab = try lab()
    let plain = try lab("simulate", "sample.yaml", "--dry-run", "--trials", "10000", "--seed", "1000")
    let short = try lab("simulate", "sample.yaml", "--dry-run", "--trials", "1e4", "--seed", "1e3")
    // How long it takes is another number each time.
    func untimed(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.hasPrefix("It takes about") }
    }
    #expect(plain.status == 0 && untimed(plain.output) == untimed(short.output))
    #expect(try lab("simulate", "sample.yaml", "--dry-run", "--trials", "10_000").status == 0)
    for wrong in ["1.5", "4k", "1e-1", "many"] {
      let refused = try lab("simulate", "sample.yaml", "--dry-run", "--trials", wrong)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("expected a whole number, such as 400 or 1e4."))
    }
  }

  @Test("--test-installs sets the installs of the A/B test that predictions speak of")
  func testInstalls() throws {
    let lab = try lab()
    let short = try lab("simulate", "sample.yaml", "--test-installs", "500", "--format", "json")
    let long = try lab("simulate", "sample.yaml", "--set", "test.installs_per_arm=500", "--format", "json")
    #expect(short.status == 0 && short.output == long.output)
    #expect(short.output.contains("\"test_installs_per_arm\": 500"))
  }

  @Test("a limit of the process's memory counts")
  func limit() throws {
    let limited = try lab().shell(
      "ulimit -v 3000000; \"$LAB\" simulate sample.yaml --trials 30000000 --installs 1")
    #expect(limited.status == 64 && limited.errors.contains("allows 3.1 GB"), "\(limited.errors)")
  }

  @Test("--dry-run says what --precision, --shard and more threads than cores take")
  func dryRun() throws {
    let lab = try lab()
    let sized = try lab("simulate", "sample.yaml", "--dry-run", "--precision", "0.01", "--max-trials", "3000")
    #expect(sized.output.contains("200 to 3,000 trials (as --precision needs) of 400 installs"))
    let shard = try lab("simulate", "sample.yaml", "--dry-run", "--shard", "2/4")
    #expect(shard.output.contains("2 trials (shard 2/4 of 6) of 400 installs"))
    let cores = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let threads = try lab("simulate", "sample.yaml", "--dry-run", "--threads", "1024")
    #expect(threads.output.replacing(/\s+/, with: " ").contains(" on \(cores) thread"))
    #expect(threads.output.replacing(/\s+/, with: " ").contains(" of memory and "))
  }
}
