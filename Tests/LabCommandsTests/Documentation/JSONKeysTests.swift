import ExperimentDesign
import Foundation
import Testing

@Suite("Keys of the JSON")
struct JSONKeysTests {
  private static let root = Lab.experiments.deletingLastPathComponent()

  /// The keys of a document, those that are names left out.
  private func keys(of value: Any) -> Set<String> {
    switch value {
    case let members as [String: Any]:
      return members.reduce(into: Set<String>()) { $0.formUnion(keys(of: $1.value).union([$1.key])) }
    case let items as [Any]: return items.reduce(into: []) { $0.formUnion(keys(of: $1)) }
    case _: return []
    }
  }

  /// What stands in backticks in the part of the page on keys, a schema at a time.
  private func documented() throws -> [String: Set<String>] {
    let page = try String(
      contentsOf: Self.root.appendingPathComponent("Data/README.md"), encoding: .utf8)
    let part = try #require(page.components(separatedBy: "## Every key of the JSON\n").dropFirst().first)
    var found: [String: Set<String>] = [:]
    for section in part.components(separatedBy: "\n### ").dropFirst() {
      let words = section.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
        .map(\.element)
      found[try #require(words.first)] = Set(words)
    }
    return found
  }

  /// Names of arms, scenarios and metrics in what is run here.
  private let names = Set([
    "base", "launch", "late", "later", "closable", "a", "b", "c", "third", "third_article",
  ]).union(Metric.allCases.map(\.rawValue))

  @Test("every key that a command writes is on the page of its schema, and every schema has one")
  func documentedKeys() throws {
    let documented = try documented()
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write(
      sampleExperiment + "\nobjective: {opt_in_per_install: 1, sessions_lost_per_install: -0.1}\n",
      to: "weighted.yaml")
    try lab.write(
      sampleExperiment
        + "\nsearch: {ask: [onboarding, {session: 2}], usage_string: plain, pre_prompt: [none, open]}\n",
      to: "search.yaml")
    try lab.write(
      "arm,release,installs,allowed,retained_d7,value_mean,value_sd\n"
        + "a,1.0,2000,800,300,0.5,1\na,1.1,500,50,60,0.4,1\nb,1.1,500,52,61,0.4,1\n", to: "counted.csv")
    try lab.write(
      "arm,week,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7\n"
        + (1...3).map { "launch,\($0),1000,1000,170,170,830,830\n" }.joined(), to: "funnel.csv")
    let data = Self.root.appendingPathComponent("Data/tests").path
    let events =
      "analyze '\(data)/launch-or-late.csv' --as-of 2026-02-10 --baseline launch --planned 600 --day 7"
    let lines = [
      "simulate sample.yaml --name plain", "simulate weighted.yaml --trials 4",
      "simulate sample.yaml --installs 30 --precision 0.001 --max-trials 25",
      "simulate sample.yaml --installs 20 --trials 1000 --name long", "simulate sample.yaml --dry-run",
      "runs show plain", "compare plain", "compare long --metric opt_in_per_install", "compare plain plain",
      "compare plain --by day", "runs list", "runs replay plain",
      "analyze --counts 'a=412/2000,b=498/2010,c=0/30' --denominator installs",
      "analyze '\(data)/third-article.csv'", "analyze counted.csv", events, "\(events) --peek --same-trigger",
      "\(events) --looks 2026-01-20,2026-01-27",
      "plan --baseline 20% --lift 2pp --installs-per-week 3000 --day 7 --looks 2",
      "plan plain --per-day 300 --simulations 9", "plan long --day 7 --looks 2 --future 9000",
      "optimize search.yaml --trials 40 --installs 100",
      "calibrate sample.yaml --counts funnel.csv --installs 2000",
      "calibrate sample.yaml --counts funnel.csv --installs 2000 --teach launch,later",
      "trace sample.yaml --find denied",
      "trace sample.yaml --find pre_prompt_left", "explain",
      "check sample.yaml", "check --list", "check sample.yaml --checklist",
      "check sample.yaml --why-no-prompt", "check sample.yaml --implies",
      "check missing.yaml", "check missing.yaml --checklist", "check missing.yaml --why-no-prompt",
      "check missing.yaml --implies",
    ]
    var schemas: Set<String> = []
    for line in lines {
      let outcome = try lab.shell("\"$LAB\" \(line) --format json")
      // A check whose findings are errors has written them, a run that does not reach its precision and a void test too.
      let isMissing = line.hasPrefix("check missing")
      let endsWithTwo = line.hasPrefix("check") || line.contains("--precision") || line.contains("c=0/30")
      let isWell =
        isMissing ? outcome.status == 65 : outcome.status == 0 || endsWithTwo && outcome.status == 2
      #expect(isWell, "\(line): \(outcome.errors)")
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], "\(line)")
      let schema = try #require(document["schema"] as? String, "\(line)")
      schemas.insert(schema)
      var found = document
      // Its members' keys are paths of the file.
      if schema == "att-lab/dry-run/1", let parameters = document["parameters"] as? [String: Any] {
        found["parameters"] = Array(parameters.values)
      }
      // An answer has a page of its own, and the keys searched are those of the file.
      if schema == "att-lab/optimization/1", var space = document["space"] as? [String: Any] {
        space["keys"] = []
        (found["final"], found["space"]) = ([], space)
      }
      // Its members' keys are tags.
      if schema == "att-lab/trace/1" { found["rules"] = [] }
      let missing = keys(of: found).subtracting(names).subtracting(documented[schema] ?? [])
      #expect(missing.isEmpty, "\(line): not on the page of \(schema): \(missing.sorted())")
    }
    #expect(schemas == Set(documented.keys))
  }
}
