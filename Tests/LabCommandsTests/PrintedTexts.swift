import Foundation

/// What the program prints for people, by the command that prints it.
struct PrintedTexts {
  struct Output: Sendable {
    var command: String
    var text: String
  }

  /// Every output, printed once for all tests.
  static let all: [Output] = (try? collected()) ?? []

  private static func collected() throws -> [Output] {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write("<plist><dict></dict></plist>", to: "Info.plist")
    let tests = Lab.experiments.deletingLastPathComponent().appendingPathComponent("Data/tests").path
    let news = Lab.experiment("news-timing")
    var lines = [
      "simulate sample.yaml --name one",
      "simulate sample.yaml --name two --set population.allow.cold_odds_ratio=0.8",
      "simulate '\(news)' --trials 64 --installs 200 --name news", "show news --verbose",
      "compare one", "compare one two", "compare one --by day", "check sample.yaml", "check '\(news)'",
      "check Info.plist", "check Info.plist --checklist", "check --list",
      "trace sample.yaml --find arms_differ", "runs list", "runs show one", "explain",
      "analyze --counts 'launch=412/2000,third=498/2010' --denominator installs",
      "analyze '\(tests)/third-article.csv' --same-trigger",
      "analyze '\(tests)/launch-or-late.csv' --as-of 2026-02-25 --baseline launch",
      "analyze '\(tests)/launch-or-late.csv' --as-of 2026-02-10 --baseline launch --planned 600 --day 7 "
        + "--looks 2026-01-20,2026-01-27",
    ]
    lines += [
      "", "simulate", "compare", "runs", "runs list", "runs show", "runs rename", "runs note", "runs remove",
      "runs replay", "merge", "report", "export", "analyze", "trace", "explain", "check", "init", "schema",
      "show", "guide",
    ].map { "\($0) --help" }
    var outputs = try lines.map { line in
      Output(command: line, text: try lab.shell("\"$LAB\" \(line)").output)
    }
    let words = try lab.shell("\"$LAB\" explain --format json").output
    let names = words.matches(of: /"name": "([^"]+)"/).map { String($0.output.1) }
    outputs.append(Output(command: "explain of every word", text: try lab.run(["explain"] + names).output))
    return outputs
  }
}
