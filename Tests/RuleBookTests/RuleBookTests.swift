import Foundation
import Testing

@testable import RuleBook

@Suite("The book of rules")
struct RuleBookTests {
  @Test("holds R1 to R152 and L1 to L44, each once and in order")
  func complete() {
    #expect(Rule.all.map(\.tag) == (1...152).map { "R\($0)" })
    #expect(Pitfall.all.map(\.tag) == (1...45).map { "L\($0)" })
    #expect(Rule.tagged("R19")?.title == "not active")
    #expect(Rule.tagged("R153") == nil && Pitfall.tagged("L5")?.rules == ["R81", "R83"])
  }

  @Test("every rule has a text, a title and a source, and every key of a source a citation")
  func sources() {
    for rule in Rule.all {
      #expect(rule.text.hasSuffix(".") || rule.text.hasSuffix(")"), "\(rule.tag)")
      #expect(!rule.title.isEmpty && rule.title.count <= 60, "\(rule.tag)")
      #expect(!rule.sources.isEmpty, "\(rule.tag)")
      for key in rule.sources where key.wholeMatch(of: /[A-Z]+[0-9]*/) != nil {
        #expect(Rule.citations[key] != nil, "\(rule.tag) cites \(key)")
      }
    }
  }

  @Test("no text is there twice, so that no rule is another one's copy")
  func distinct() {
    #expect(Set(Rule.all.map(\.text)).count == Rule.all.count)
    #expect(Set(Pitfall.all.map(\.why)).count == Pitfall.all.count)
    #expect(Set(Pitfall.all.map(\.title)).count == Pitfall.all.count)
  }

  @Test("every case of a pitfall costs what the pitfall may, and leaves nothing to fill in")
  func cases() {
    #expect(PitfallCase.all.count == Record.all(of: "findings").count)
    for (name, found) in PitfallCase.all {
      #expect(found.pitfall.severities.contains(found.severity), "\(name)")
      let texts = [\PitfallCase.said, \.fix, \.see].map { found.filled($0, [:]) }
      #expect(texts.allSatisfy { !$0.contains("}") } && texts[0].count > 5, "\(name)")
      #expect(found.rules.allSatisfy { Rule.tagged($0) != nil }, "\(name)")
    }
  }

  @Test("every pitfall names rules that there are, says what to do, and where it can be seen")
  func pitfalls() {
    for pitfall in Pitfall.all {
      #expect(!pitfall.rules.isEmpty && pitfall.rules.allSatisfy { Rule.tagged($0) != nil }, "\(pitfall.tag)")
      #expect(pitfall.fix.hasSuffix(".") && pitfall.why.hasSuffix("."), "\(pitfall.tag)")
      #expect(pitfall.places.allSatisfy { !$0.isEmpty }, "\(pitfall.tag)")
    }
  }

  /// Every file below a folder of the package with one of these endings.
  private static func texts(in folder: String, _ endings: [String]) throws -> [(path: String, text: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let location = root.appendingPathComponent(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: location.path).sorted()
    return paths.filter { path in endings.contains { path.hasSuffix($0) } }.compactMap { path in
      (try? String(contentsOf: location.appendingPathComponent(path), encoding: .utf8)).map { (path, $0) }
    }
  }

  @Test("every tag that stands in the sources, the experiments or the data is explained")
  func used() throws {
    let files =
      try Self.texts(in: "Sources", [".swift", ".md"]) + Self.texts(in: "Experiments", [".yaml"])
      + Self.texts(in: "Data", [".yaml", ".md"])
    #expect(files.count > 100)
    for (path, text) in files where !path.hasPrefix("RuleBook/") {
      for match in text.matches(of: /\b([RL][1-9][0-9]{0,2})\b/) {
        let tag = String(match.1)
        #expect(Rule.tagged(tag) != nil || Pitfall.tagged(tag) != nil, "\(path) names \(tag)")
      }
    }
  }
}
