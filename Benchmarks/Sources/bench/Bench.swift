import Foundation

/// Measures what one feels of att-lab: how soon the command answers, how fast it simulates, on one
/// thread and on more, beside other programs and over the size of a run, and how much memory a large run holds.
///
///     bench BINARY             prints the figures
///     bench BINARY --old OLD   also compares with an older build
///     bench BINARY --check     also ends with 1 where one misses its floor
///     bench BINARY --errors    prints what the Monte Carlo errors are worth instead; some ten minutes
///
/// Run it on a machine that does nothing else, from the folder that holds `Experiments`.
@main
struct Bench {
  let command: Command
  let scratch: URL
  let cores = ProcessInfo.processInfo.activeProcessorCount
  var report = Report()

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let binary = arguments.first else {
      print("usage: bench BINARY [--old OLD] [--check | --errors]")
      exit(64)
    }
    do {
      if arguments.contains("--errors") { return try measureErrors(binary: binary) }
      let older = arguments.firstIndex(of: "--old").flatMap { arguments.dropFirst($0).first }
      let report = try measured(binary: binary, older: older)
      if report.missed && arguments.contains("--check") { exit(1) }
    } catch {
      print("bench: \(error)")
      exit(1)
    }
  }

  /// Measures everything, printing as it goes; leaves nothing behind.
  static func measured(binary: String, older: String?) throws -> Report {
    try withScratch { scratch in
      var bench = Bench(command: Command(executable: binary), scratch: scratch)
      try bench.startUp()
      // Where what a trial costs beside its installs, storing it above all, weighs little.
      try bench.speed(of: "Experiments/news-timing.yaml", installs: 5_000, floor: Floor.rate)
      try bench.speed(of: "Benchmarks/bare-timing.yaml", floor: Floor.bareRate)
      try bench.memory()
      let comparison = Comparison(
        command: bench.command, older: older.map { Command(executable: $0) }, scratch: scratch)
      print("", try comparison.table(), separator: "\n")
      let curves = Curves(command: bench.command, scratch: scratch, cores: bench.cores)
      print("", try curves.tables(), separator: "\n")
      print("", try Profile(command: bench.command, scratch: scratch).table(of: Curves.news), separator: "\n")
      return bench.report
    }
  }

  /// Prints the page on Monte Carlo errors; leaves nothing behind.
  static func measureErrors(binary: String) throws {
    try withScratch { scratch in
      let errors = PrintedErrors(
        command: Command(executable: binary), scratch: scratch, file: "Experiments/news-timing.yaml",
        seeds: 100,
        trials: 1_000, installs: 500)
      print(try errors.page())
    }
  }

  private static func withScratch<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    return try body(scratch)
  }

  mutating func startUp() throws {
    let output = scratch.appendingPathComponent("version.txt")
    let starts = try (0..<20).map { _ in
      try command.run(["--version"], output: output).elapsed.seconds
    }.sorted()
    let median = starts[starts.count / 2]
    report.line(
      "start-up, median of 20", String(format: "%6.1f ms", median * 1e3),
      floor: ("under 30 ms", held: median < Floor.start))
  }

  /// Measures an experiment on one thread and more, in turn, and as two commands at once: what two
  /// threads can gain at most on this machine as it is now.
  ///
  /// - Parameters:
  ///   - installs: of a trial, where not those of the file.
  ///   - floor: the least installs × arms per second on one thread.
  mutating func speed(of file: String, installs: Int? = nil, floor: Double) throws {
    let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    print("\(name), installs × arms" + (installs.map { ", \($0) installs a trial" } ?? ""))
    func pace(threads: Int, copies: Int = 1) throws -> Pace {
      let simulation = Simulation(command: command, file: file, threads: threads, scratch: scratch)
      return try Pace(simulation, installs: installs, copies: copies, seconds: 3)
    }
    var paces = try Set([1, min(2, cores), cores]).sorted().map { try pace(threads: $0) }
    if cores > 1 { paces.append(try pace(threads: 1, copies: 2)) }
    for _ in 0..<3 {
      for index in paces.indices { try paces[index].go() }
    }
    let one = paces[0].best
    let together = paces.first { $0.copies > 1 }?.best
    for pace in paces { describe(pace, one: one, together: together, floor: floor) }
  }

  /// - Parameters:
  ///   - one: what one thread makes.
  ///   - together: what two commands at once make; `nil` on one core.
  private mutating func describe(_ pace: Pace, one: Double, together: Double?, floor: Double) {
    let threads = pace.simulation.threads
    let gain = pace.best / one
    let rate = String(format: "%6.2f million a second", pace.best / 1e6)
    let compared = rate + String(format: ", %.2f times one", gain)
    switch (pace.copies, threads) {
    case (1, 1):
      report.line(
        "  1 thread", rate,
        floor: (String(format: "%.0f million", floor / 1e6), held: pace.best >= floor))
    case (1, 2):
      let isAllThereIs = together.map { pace.best >= Floor.shareOfTwoCommands * $0 } ?? false
      report.line(
        "  2 threads", compared,
        floor: (
          "1.9 times, or 0.97 of two commands at once", held: gain >= Floor.gainOfTwo || isAllThereIs
        ))
    case (1, _): report.line("  \(threads) threads", compared)
    case (_, _): report.line("  \(pace.copies) commands at once, 1 thread each", compared)
    }
  }

  mutating func memory() throws {
    let file = "Benchmarks/bare-timing.yaml"
    let run = try Simulation(command: command, file: file, threads: cores, scratch: scratch)
      .run(trials: 100, installs: 1_000_000)
    report.line(
      "10⁸ installs, \(run.lives / 100_000_000) arms each",
      String(format: "%6.1f MB at most, %.0f s", Double(run.peakMemory) / 1e6, run.elapsed.seconds),
      floor: ("under 100 MB", held: run.peakMemory < Floor.memory))
  }
}
