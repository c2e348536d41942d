import Foundation
import Testing

@Suite("check prints the experiment file's own warnings")
struct CheckWarningsTests {
  /// Two visit patterns fit its retention, of which a warning tells.
  private static let experiment = """
    experiment: doubtful
    seed: 1
    horizon_days: 30
    population:
      retention: {d1: 0.08053, d7: 0.02128, d30: 0.00551, sessions_per_active_day: 1.716}
      allow: {rate: 0.3}
    usage_strings:
      plain: {text: "Shows you ads for topics you read about."}
    arms:
      launch: {ask: launch, usage_string: plain}
      second: {ask: {session: 2}, usage_string: plain}
    """

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(Self.experiment, to: "x.yaml")
    return lab
  }

  /// The warnings that `simulate` prints.
  private func warnings(_ lab: Lab) throws -> [String] {
    let run = try lab("simulate", "x.yaml", "--trials", "2", "--installs", "100", "--format", "csv")
    let lines = run.errors.split(separator: "\n").map(String.init).filter { $0.contains(": warning: ") }
    try #require(run.status == 0 && !lines.isEmpty, "\(run.errors)")
    return lines
  }

  @Test("as text, every warning that simulate prints, with its location")
  func text() throws {
    let lab = try lab()
    let check = try lab("check", "x.yaml")
    for warning in try warnings(lab) { #expect(check.output.contains(warning + "\n")) }
    #expect(check.output.contains("1 warning of the experiment file, "))
  }

  @Test("as JSON and SARIF too, and on standard error beside a list", arguments: ["json", "sarif"])
  func documents(format: String) throws {
    let lab = try lab()
    let warning = try #require(try warnings(lab).first)
    let message = try #require(warning.split(separator: ": warning: ").last)
    let check = try lab("check", "x.yaml", "--format", format)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [String: Any])
    var found = document["file_warnings"] as? [[String: Any]]
    if format == "sarif" {
      let run = try #require((document["runs"] as? [[String: Any]])?.first)
      let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
      #expect(invocation["executionSuccessful"] as? Bool == true)
      found = (invocation["toolExecutionNotifications"] as? [[String: Any]])?.compactMap {
        $0["message"] as? [String: Any]
      }
    }
    let texts = (found ?? []).compactMap { ($0["message"] ?? $0["text"]) as? String }
    #expect(texts == [String(message)])
    let list = try lab("check", "x.yaml", "--checklist", "--format", "json")
    #expect(list.errors.contains(warning))
  }
}
