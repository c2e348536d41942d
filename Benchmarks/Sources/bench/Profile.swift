import Foundation

/// Where a run's processor time goes, by module, as `perf` samples it.
struct Profile {
  let command: Command
  let scratch: URL

  /// The table, as Markdown; a sentence where there is no `perf`.
  func table(of file: String) throws -> String {
    let samples = scratch.appendingPathComponent("perf.data").path
    let output = scratch.appendingPathComponent("perf.txt")
    let perf = Command(executable: "/usr/bin/env")
    let report: Data
    do {
      _ = try perf.run(
        [
          "perf", "record", "--quiet", "--output", samples, command.executable, "simulate", file, "--quiet",
          "--again", "--db", scratch.appendingPathComponent("profile.sqlite").path,
        ], output: output)
      report = try perf.run(
        ["perf", "report", "--stdio", "--no-children", "--input", samples, "--fields", "overhead,sym"],
        output: output
      ).output
    } catch is Command.Failure {
      return "Where the time goes takes `perf`, which is not installed."
    }
    var shares: [String: Double] = [:]
    for line in String(decoding: report, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      guard words.count >= 3, let share = Double(words[0].dropLast()) else { continue }
      shares[Self.module(of: words[2]), default: 0] += share
    }
    let rows = shares.filter { $0.value >= 1 }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
      .map { String(format: "| %@ | %.0f%% |", $0.key, $0.value) }
    return (["| part | share of the time |", "| --- | ---: |"] + rows).joined(separator: "\n")
  }

  /// The module of a function by its mangled name: `$s`, the length of the module's name, and the name.
  private static func module(of symbol: Substring) -> String {
    guard symbol.hasPrefix("$s") else {
      return symbol.hasPrefix("sqlite3") ? "SQLite" : "the system and its libraries"
    }
    let rest = symbol.dropFirst(2)
    let digits = rest.prefix(while: \.isWholeNumber)
    guard let length = Int(digits) else { return "Swift's library" }
    return String(rest.dropFirst(digits.count).prefix(length))
  }
}
