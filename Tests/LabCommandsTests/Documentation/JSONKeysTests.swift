import ExperimentDesign
import Foundation
import Testing

@Suite("Keys of the JSON")
struct JSONKeysTests {
  private static let root = Lab.experiments.deletingLastPathComponent()

  /// The keys of a document, at every depth.
  private func keys(of value: Any) -> Set<String> {
    switch value {
    case let members as [String: Any]:
      return members.reduce(into: Set<String>()) { $0.formUnion(keys(of: $1.value).union([$1.key])) }
    case let items as [Any]: return items.reduce(into: []) { $0.formUnion(keys(of: $1)) }
    case _: return []
    }
  }

  /// What stands in backticks in the part of the page on keys, a schema at a time.
  private static let documented: [String: Set<String>] = {
    let page = try? String(contentsOf: root.appendingPathComponent("Data/README.md"), encoding: .utf8)
    let part = page?.components(separatedBy: "## Every key of the JSON\n").dropFirst().first ?? ""
    var found: [String: Set<String>] = [:]
    for section in part.components(separatedBy: "\n### ").dropFirst() {
      let words = section.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(
        \.element)
      if let schema = words.first { found[schema] = Set(words) }
    }
    return found
  }()

  /// Names of arms, scenarios and metrics in what is run here.
  private let names = Set(
    ["base", "launch", "late", "later", "closable", "a", "b", "c", "third", "third_article"]
  ).union(Metric.allCases.map(\.rawValue))

  private func expectDocumented(_ document: [String: Any], _ source: String) throws {
    let schema = try #require(document["schema"] as? String, "\(source)")
    var found = document
    // An answer has a page of its own, and the keys searched are those of the file.
    if schema.hasPrefix("att-lab/optimization"), var space = document["space"] as? [String: Any] {
      space["keys"] = []
      (found["final"], found["space"]) = ([], space)
    }
    // Its members' keys are tags.
    if schema.hasPrefix("att-lab/trace") { found["rules"] = [] }
    let known = try #require(Self.documented[schema], "\(source): no page of \(schema)")
    let missing = keys(of: found).subtracting(names).subtracting(known)
    #expect(missing.isEmpty, "\(source): not on the page of \(schema): \(missing.sorted())")
  }

  @Test("those of the golden files are on the page of their schema", arguments: files)
  func goldenFiles(file: String) throws {
    let data = try Data(contentsOf: goldens.appendingPathComponent(file))
    try expectDocumented(#require(try JSONSerialization.jsonObject(with: data) as? [String: Any]), file)
  }

  private static let files = GoldenTests.rows.map(\.file).filter {
    $0.hasSuffix(".json") && !["schema.json", "export-strategy.json"].contains($0)
  }

  @Test("so are those of other shapes of the same documents")
  func otherShapes() throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment + "\nobjective: {opt_in_per_install: 1, sessions_lost_per_install: -0.1}\n",
      to: "weighted.yaml")
    try lab.write(
      "arm,release,installs,allowed,retained_d7,value_mean,value_sd\n"
        + "a,1.0,2000,800,300,0.5,1\na,1.1,500,50,60,0.4,1\nb,1.1,500,52,61,0.4,1\n", to: "counted.csv")
    let data = Self.root.appendingPathComponent("Data/tests").path
    let events =
      "analyze '\(data)/launch-or-late.csv' --as-of 2026-02-10 --baseline launch --planned 600 --day 7"
    for line in [
      "simulate weighted.yaml --trials 4", "simulate weighted.yaml --installs 30 --precision 0.02",
      "runs list",
      "analyze counted.csv", events, "\(events) --peek", "\(events) --looks 2026-01-20,2026-01-27",
      "plan --baseline 20% --lift 2pp --looks 2", "check missing.yaml",
    ] {
      try expectDocumented(lab.members(line, statuses: [0, 2, 65]), line)
    }
  }
}
