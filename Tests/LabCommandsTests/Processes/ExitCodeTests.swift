import Foundation
import Testing

@Suite("Exit codes and streams")
struct ExitCodeTests {
  private static let counts =
    "analyze --counts 'launch=412/2000,third=498/2010' --denominator installs --require"

  /// Commands by how they end: done, ran and found nothing, a requirement or check not met, misuse, bad input, no store.
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
    (
      64,
      [
        "simulate", "simulate a b", "frobnicate", "check", "check sample.txt", "show nothing",
        "simulate sample.yaml --threads 0", "simulate sample.yaml --set nothing",
        "simulate sample.yaml --trials many",
        "simulate sample.yaml --trials 0", "simulate sample.yaml --trials 99999999999999999999",
        "simulate sample.yaml --installs 1.5", "simulate sample.yaml --seed -1",
        "simulate sample.yaml --precision nan",
        "simulate sample.yaml --set population.allow.rate=2", "simulate sample.yaml --shard 3/2",
        "compare --metric happiness",
        "explain nonsense",
        "trace sample.yaml --install 500", "export --arm launch", "plan", "plan --baseline 20%",
        "plan --baseline 20 --lift 2pp", "plan --baseline 20% --lift 2%", "plan --baseline 95% --lift 10pp",
        "analyze", "analyze --counts a=1/2", "analyze --counts a=1/2 --denominator installs --confidence 95",
        "calibrate sample.yaml", "calibrate test.csv --update --file sample.yaml",
        "optimize search.yaml --set trails=5",
        "runs remove last",
      ]
    ),
    (
      65,
      [
        "simulate bad.yaml", "simulate none.yaml", "simulate .", "check bad.yaml", "check none.yaml",
        "trace none.yaml",
        "simulate sample.yaml --trials 4000000000 --installs 1", "optimize sample.yaml", "analyze none.csv",
        "analyze . ", "analyze - < /dev/null", "analyze bad.csv",
        "calibrate bad.csv --file sample.yaml", "simulate search.yaml", "merge out.sqlite empty.sqlite",
      ]
    ),
    (
      74,
      [
        "runs --db none.sqlite", "show last --db none.sqlite", "simulate sample.yaml --csv none/x.csv",
        "simulate sample.yaml --db none/x.sqlite", "init shop --out sample.yaml",
        "export last --db none.sqlite",
      ]
    ),
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
    try lab.write("population: newz\narms: {a: {ask: lunch}}\n", to: "bad.yaml")
    try lab.write("arm,installs,allowed,allowed_by_7\nlaunch,10,11,11\n", to: "bad.csv")
    try lab.write("arm,installs,allowed\nlaunch,1000,200\nlater,3000,540\n", to: "split.csv")
    try lab.write("arm,installs,allowed\nlaunch,2000,320\nlater,2000,468\n", to: "test.csv")
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
    try lab.write("", to: "empty.sqlite")
    return lab
  }

  @Test("say how a command ended, and only results are on standard output", arguments: lines.map(\.status))
  func statuses(status: Int32) async throws {
    let lab = try await lab()
    for line in Self.lines.first(where: { $0.status == status })?.lines ?? [] {
      let outcome = try lab.shell("\"$LAB\" \(line)")
      #expect(outcome.status == status, "\(line): \(outcome.errors)")
      if status == 1 || status > 2 { #expect(outcome.output.isEmpty && !outcome.errors.isEmpty, "\(line)") }
      if status == 0 { #expect(!outcome.output.isEmpty, "\(line)") }
    }
    if status == 64 { _ = try await lab.written("show one") }
  }
}
