import Foundation
import RuleBook
import Testing

@Suite("The page on checks")
struct DocumentationTests {
  private func page() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent("Sources/PlatformChecks/PlatformChecks.docc/PlatformChecks.md"),
      encoding: .utf8)
  }

  @Test("says of each pitfall what it costs, which rules it rests on, and where it is seen or whom to ask")
  func table() throws {
    let lines = try page().split(separator: "\n").map(String.init)
    for pitfall in Pitfall.all {
      let location = pitfall.seenIn.replacing("*", with: "\\*")
      let costs = pitfall.severities.map(\.rawValue)
      let cost = (costs.dropLast().joined(separator: ", ") + " or " + (costs.last ?? ""))
      let words = costs.count > 1 ? cost : pitfall.severity.rawValue
      let rules = pitfall.rules.joined(separator: ", ")
      let row = "| \(pitfall.tag) | \(pitfall.title) | \(words) | \(rules) | \(location) |"
      #expect(lines.contains(row), "expected on the page: \(row)")
    }
  }
}
