import Foundation
import Testing

@Suite("Exit codes and streams")
struct ExitCodeTests {
  private static let counts =
    "analyze --counts 'launch=412/2000,third=498/2010' --denominator installs --require"

  /// Commands by how they end: done, ran and found nothing, a requirement or check not met.
  ///
  /// Misuse, other bad input and files that cannot be read are in the goldens of errors, with the status of each.
  private static let lines: [(status: Int32, lines: [String])] = [
    (
      0,
      [
        "", "check plain.yaml", "simulate - --trials 1 < sample.yaml",
        "simulate sample.yaml --trials 1e1 --quiet",
        "\(counts) 'third.opt_in_per_install > launch + 0.01 @ 95%'",
        "simulate sample.yaml --trials 100 --require 'later.opt_in_per_install > launch + 0.02 @ 90%'",
        "plan --baseline 20% --lift 2pp --no-store", "init shop --out -", "schema", "--version", "--help",
        "--generate-completion-script bash", "--generate-completion-script zsh",
        "--generate-completion-script fish",
        "optimize search.yaml --trials 40 --installs 100 --no-store",
      ]
    ),
    (1, ["trace sample.yaml --find lost_request"]),
    (
      2,
      [
        "check vague.yaml", "\(counts) 'third.opt_in_per_install > launch + 0.05 @ 95%'",
        "analyze --counts 'a=412/2400,b=498/2010' --denominator installs",
        "simulate sample.yaml --trials 100 --require 'later.opt_in_per_install < launch @ 95%'",
        "plan --baseline 20% --lift 2pp --planned 400 --power 80% --no-store",
        "optimize forbidden.yaml --quiet --no-store",
        "calibrate split.csv --update --file sample.yaml --day 7 --no-store",
        "calibrate ramp.csv --update --file sample.yaml --day 7 --no-store",
        "calibrate segments.csv --update --file sample.yaml --day 7 --no-store",
        "calibrate releases.csv --update --file sample.yaml --day 7 --no-store",
        "calibrate tiny.csv --update --file sample.yaml --day 7 --installs 2000 --no-store",
        "calibrate odd.csv --file sample.yaml --installs 2000 --no-store",
      ]
    ),
    // What memory there is, is of the machine, and so is the message.
    (65, ["simulate sample.yaml --trials 4000000000 --installs 1"]),
  ]

  private func lab() async throws -> Lab {
    let lab = try await Lab.simulated("--name one", of: sampleExperiment)
    try lab.write(searchedExperiment, to: "search.yaml")
    try lab.write(
      searchedExperiment.replacing("pre_prompt: [none, open]", with: "pre_prompt: [open]"),
      to: "forbidden.yaml")
    try lab.write(
      sampleExperiment.replacing("Shows you ads for topics you read about.", with: "TODO"), to: "vague.yaml")
    try lab.write(sampleExperiment.replacing(/\n  closable: .*/, with: ""), to: "plain.yaml")
    try lab.write("arm,installs,allowed\nlaunch,1000,200\nlater,3000,540\n", to: "split.csv")
    for (part, first, second) in [("day", "2026-01-05", "2026-01-06"), ("segment", "new", "old")] {
      try lab.write(
        "arm,\(part),installs,allowed\nlaunch,\(first),9000,3000\nlater,\(first),1000,370\n"
          + "launch,\(second),3000,600\nlater,\(second),9000,2070\n",
        to: part == "day" ? "ramp.csv" : "segments.csv")
    }
    try lab.write(
      "arm,release,installs,allowed\nlaunch,1,5000,1000\nlater,2,5000,1200\nlaunch,3,5000,950\nlater,4,5000,1150\n",
      to: "releases.csv")
    try lab.write("arm,installs,allowed\nlaunch,2,0\n", to: "tiny.csv")
    try lab.write("arm,installs,prompted,allowed_by_7\nlaunch,1000,1000,900\n", to: "odd.csv")
    return lab
  }

  @Test("say how a command ended, and only results are on standard output", arguments: lines.map(\.status))
  func statuses(status: Int32) async throws {
    let lab = try await lab()
    for line in Self.lines.first(where: { $0.status == status })?.lines ?? [] {
      let outcome = try lab.shell("\"$LAB\" \(line)")
      #expect(outcome.status == status, "\(line): \(outcome.errors)")
      if status == 1 || status == 65 { #expect(outcome.output.isEmpty && !outcome.errors.isEmpty, "\(line)") }
      if status == 0 { #expect(!outcome.output.isEmpty, "\(line)") }
    }
  }
}
