import Foundation

/// How this program's pace compares with an older one's, with other tools' given the same plan, and with what the
/// machine could do at most.
///
/// All take their goes in turn, so that what else the machine does meets them alike; the best go counts.
struct Comparison {
  let command: Command
  /// Another build of the program.
  let older: Command?
  let scratch: URL

  private static let file = "Benchmarks/bare-timing.yaml"
  private static let goes = 3

  /// Something that simulates the plan, in installs × options a second; `nil` where it cannot be had.
  private typealias Runner = (name: String, go: () throws -> Double?)

  /// The table, as Markdown.
  func table() throws -> String {
    var runners: [Runner] = [("att-lab, 1 thread", try pace(command))]
    if let older { runners.append(("att-lab before, 1 thread", try pace(older))) }
    runners += ["numpy", "numba"].map { library in
      (library == "numpy" ? "NumPy, by columns" : "numba, a loop", { try other(library) })
    }
    runners += [
      ("this machine, a scalar loop", { bound(BareModel.playOneByOne) }),
      ("this machine, sixteen lives at once", { bound(BareModel.playSideBySide) }),
    ]
    var best = [Double?](repeating: nil, count: runners.count)
    for _ in 0..<Self.goes {
      for (index, runner) in runners.enumerated() {
        if let rate = try runner.go() { best[index] = max(best[index] ?? 0, rate) }
      }
    }
    let one = best[0] ?? .nan
    let rows = zip(runners, best).map { runner, rate in
      guard let rate else { return "| \(runner.name) | not installed | |" }
      return "| \(runner.name) | " + String(format: "%.1f | %.2f |", rate / 1e6, rate / one)
    }
    return
      (["| the bare model by | million installs × options/s | to att-lab |", "| --- | ---: | ---: |"] + rows)
      .joined(separator: "\n")
  }

  private func pace(_ command: Command) throws -> () throws -> Double? {
    let simulation = Simulation(command: command, file: Self.file, threads: 1, scratch: scratch)
    var pace = try Pace(simulation, copies: 1, seconds: 2)
    return {
      try pace.go()
      return pace.best
    }
  }

  private func other(_ library: String) throws -> Double? {
    let output = scratch.appendingPathComponent("\(library).txt")
    let python = Command(executable: "/usr/bin/env")
    do {
      let words = try python.run(
        ["python3", "Benchmarks/bare_timing.py", library, "500", "20000"], output: output
      ).output.split(separator: UInt8(ascii: " "))
      let numbers = words.prefix(2).compactMap { Double(String(decoding: $0, as: UTF8.self)) }
      return numbers.count == 2 ? numbers[0] / numbers[1] : nil
    } catch is Command.Failure {
      return nil
    }
  }

  private func bound(_ play: (Int, UInt32) -> SIMD4<Int>) -> Double {
    let lives = 10_000_000
    let clock = ContinuousClock()
    var opted = SIMD4<Int>()
    let elapsed = clock.measure { opted = play(lives, 1) }
    // Shown by the shares of installs that opt in: 30.0, 28.9 and 23.2%.
    precondition(abs(Double(opted[2]) / Double(lives) - 0.232) < 0.002, "The bare model is another: \(opted)")
    return 3 * Double(lives) / elapsed.seconds
  }
}
