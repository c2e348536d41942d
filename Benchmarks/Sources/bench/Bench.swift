import Foundation

/// Measures what one feels of att-lab: how soon the command answers, how fast it simulates, on one
/// thread and on more, and how much memory a large run holds.
///
///     bench BINARY                    prints the figures
///     bench BINARY --python PYTHON    runs the programs of `Benchmarks/peers` beside it
///     bench BINARY --old OLDER        also compares error × √time with an older binary
///     bench BINARY --check            also ends with 1 where one misses its floor
///     bench BINARY --curves           prints how cost grows instead; takes some ten minutes
///     bench BINARY --errors           prints what the Monte Carlo errors are worth instead; the same
///     bench BINARY --agree OLDER FILE…
///                                     holds the answers of an older binary to files against its own, as z
///
/// Run it on a machine that does nothing else, from the folder that holds `Experiments`.
@main
struct Bench {
  let command: Command
  let scratch: URL
  /// Python with what the peers need; `nil` to leave them out.
  let python: String?
  /// An older binary to compare with; `nil` for none.
  let older: Command?
  let cores = ProcessInfo.processInfo.activeProcessorCount
  var report = Report()

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let binary = arguments.first else {
      print(
        "usage: bench BINARY [--python PYTHON] [--old OLDER] [--check] | bench BINARY --curves | --errors "
          + "| --agree OLDER FILE…")
      exit(64)
    }
    do {
      if arguments.contains("--errors") { return try measureErrors(binary: binary) }
      if arguments.contains("--curves") { return try measureCurves(binary: binary) }
      if let position = arguments.firstIndex(of: "--agree"), let older = arguments[safe: position + 1] {
        let isMissed = try measureAgreement(
          binary: binary, older: older, files: Array(arguments[(position + 2)...]))
        if isMissed { exit(1) }
        return
      }
      let python = arguments.firstIndex(of: "--python").flatMap { arguments[safe: $0 + 1] }
      let older = arguments.firstIndex(of: "--old").flatMap { arguments[safe: $0 + 1] }
      let report = try measured(binary: binary, python: python, older: older)
      if report.missed && arguments.contains("--check") { exit(1) }
    } catch {
      print("bench: \(error)")
      exit(1)
    }
  }

  /// Measures everything, printing as it goes; leaves nothing behind.
  static func measured(binary: String, python: String?, older: String?) throws -> Report {
    try withScratch { scratch in
      var bench = Bench(
        command: Command(executable: binary), scratch: scratch, python: python,
        older: older.map { Command(executable: $0) })
      try bench.startUp()
      try bench.precision()
      try bench.speed(of: "Experiments/news-timing.yaml", installs: 20_000, floor: Floor.rate)
      try bench.speed(of: "Benchmarks/bare-timing.yaml", floor: Floor.bareRate)
      // Where what a trial costs beside its installs, storing it above all, weighs little.
      try bench.speed(of: "Benchmarks/bare-timing.yaml", installs: 100_000, floor: Floor.bareRate)
      try bench.peers()
      try bench.memory()
      try bench.list()
      return bench.report
    }
  }

  /// Prints the cost curves; leaves nothing behind.
  static func measureCurves(binary: String) throws {
    try withScratch { scratch in
      let curves = Curves(
        command: Command(executable: binary), scratch: scratch,
        threads: ProcessInfo.processInfo.activeProcessorCount)
      try curves.installs()
      try curves.arms()
      try curves.parameters()
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

  /// Prints how far the answers of an older binary are from this one's, file by file.
  ///
  /// - Returns: whether one is too far.
  static func measureAgreement(binary: String, older: String, files: [String]) throws -> Bool {
    try withScratch { scratch in
      var bench = Bench(
        command: Command(executable: binary), scratch: scratch, python: nil, older: nil)
      try bench.agreement(with: Command(executable: older), files: files)
      return bench.report.missed
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
    for _ in 0..<5 {
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

  mutating func precision() throws {
    print("news-timing, the lead of an option over another, processor seconds of 1 thread")
    var contenders = [
      Precision.Contender(name: "file's size", command: command, size: []),
      Precision.Contender(
        name: "1,400 x 1,000", command: command, size: ["--trials", "1400", "--installs", "1000"]),
      // What an error of 0.01 points takes.
      Precision.Contender(
        name: "20,000 x 1,000", command: command, size: ["--trials", "20000", "--installs", "1000"]),
    ]
    if let older {
      // What files had before inputs were spread evenly.
      contenders.append(
        .init(name: "older", command: older, size: ["--trials", "400", "--installs", "20000"]))
    }
    let measured = try Precision(scratch: scratch).measured(contenders, goes: 3)
    let old = older == nil ? nil : measured.last
    for found in measured {
      let times = old.map { String(format: ", %.1f times as good as the older", $0.product / found.product) }
      report.line(
        "  \(found.name)",
        String(
          format: "±%.4f pp in %.1f s, error × √time %.3f", 100 * found.error, found.seconds,
          100 * found.product) + (times ?? ""))
    }
  }

  mutating func peers() throws {
    guard let python else {
      report.line("bare-timing in Python", "  not measured: no --python")
      return
    }
    print(
      "bare-timing beside what one would write in Python, 1 thread; the lead of launch over the third article"
    )
    let (own, peers) = try Peers(
      command: command, python: Command(executable: python), scratch: scratch
    ).measured()
    func precision(_ found: Peers.Found) -> String {
      String(
        format: "%6.2f million a second; error × √time %.4f, ±0.01 pp in %.1f s", found.rate / 1e6,
        100 * found.errorTimesRootOfSeconds, found.seconds(untilError: 1e-4))
    }
    report.line("  att-lab", precision(own))
    for peer in peers {
      let times = peer.seconds(untilError: 1e-4) / own.seconds(untilError: 1e-4)
      report.line(
        "  \(peer.kind)",
        precision(peer)
          + String(
            format: ", %.1f times as long as att-lab; furthest metric %.1f standard errors away", times,
            peer.worst),
        floor: ("the same answer, within 4.5", held: peer.worst < Floor.distance))
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

  mutating func list() throws {
    guard let seconds = try ManyRuns(command: command, scratch: scratch, count: 10_000).listing() else {
      report.line("10,000 runs listed", "  not measured: sqlite3 is not installed")
      return
    }
    report.line(
      "10,000 runs listed", String(format: "%6.2f s", seconds),
      floor: ("under 1 s", held: seconds < Floor.list))
  }
}

extension ArraySlice {
  fileprivate subscript(safe index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
