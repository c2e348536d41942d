import ExperimentDesign
package import PlatformChecks
package import Rendering

/// What `check` found, ready to be shown.
package struct CheckReview: Presentable {
  /// What was found.
  package var report: CheckReport
  /// How long it took; `nil` where no person waits for it.
  package var seconds: Double?
  /// The tool's version.
  package var version: String

  package init(_ report: CheckReport, seconds: Double? = nil, version: String) {
    self.report = report
    self.seconds = seconds
    self.version = version
  }

  package var name: String { "What att-lab check found" }

  package func json() throws -> JSONValue { try JSONValue(encoding: report) }

  package func csv() throws -> CSVDocument { try CSVDocument(encoding: report.findings) }

  package func document(_ detail: Detail) -> ReviewDocument {
    let shown = report.findings.filter { $0.accepted == nil || detail == .full }
    return ReviewDocument(
      [shown.flatMap { lines($0, detail) }, unread, reviewer, [.line(Phrase(verbatim: closing), .plain)]])
  }

  private func lines(_ finding: Finding, _ detail: Detail) -> [ReviewDocument.Block] {
    let word = finding.accepted == nil ? finding.severity.rawValue : "accepted"
    let arms = finding.arms.isEmpty ? "" : " (\(finding.arms.joined(separator: ", ")))"
    let head = "\(Self.place(finding.place)): \(word): \(finding.sentence) [\(finding.rule)]\(arms)"
    var blocks = [
      ReviewDocument.Block.line(Phrase(verbatim: head), finding.severity == .note ? .plain : .warning)
    ]
    guard detail == .full || finding.severity == .error else { return blocks }
    blocks += finding.related.map {
      .line(Phrase(verbatim: "  see   \(Self.place($0.place)): \($0.what)"), .plain)
    }
    for (label, text) in [("  why   ", finding.why), ("  fix   ", finding.fix)] where !text.isEmpty {
      blocks.append(.labelled(label, Phrase(verbatim: text), .plain))
    }
    if let reason = finding.accepted {
      blocks.append(.labelled("  accepted  ", Phrase(verbatim: reason), .plain))
    }
    return blocks
  }

  private static func place(_ place: FileLocation) -> String {
    place.line > 0 ? "\(place.file):\(place.line):\(max(1, place.column))" : place.file
  }

  /// A line for each reason.
  private var unread: [ReviewDocument.Block] {
    var reasons: [String] = []
    for file in report.unread where !reasons.contains(file.why) { reasons.append(file.why) }
    return reasons.map { why in
      let files = report.unread.filter { $0.why == why }
      if files.count == 1, let file = files.first {
        let place = FileLocation(file: file.file, line: file.line, column: 1)
        return .line(Phrase(verbatim: "\(Self.place(place)): note: not read: \(why)"), .plain)
      }
      let shown = files.prefix(3).map(\.file).joined(separator: ", ")
      return .line(
        Phrase(
          verbatim: "note: not read: \(files.count) files (\(shown)\(files.count > 3 ? ", …" : "")): \(why)"),
        .plain)
    }
  }

  private var reviewer: [ReviewDocument.Block] {
    var blocks: [ReviewDocument.Block] = []
    for file in Set(report.reviewer.map(\.file)).sorted() {
      let sights = report.reviewer.filter { $0.file == file }
      // The one scenario of a file needs no name.
      let hasScenarios = Set(sights.compactMap(\.scenario)).count > 1
      let names = sights.map { sight in
        let conditions = [
          hasScenarios ? sight.scenario.map { "scenario \($0)" } : nil, sight.segment.map { "segment \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
        let name = sight.arm ?? "the app"
        return TerminalText.safe(conditions.isEmpty ? name : "\(name) (\(conditions))")
      }
      let width = min(40, names.map(TerminalText.width).max() ?? 0)
      let times = sights[0].arm == nil ? "by its sources" : "median times"
      let isOne = Set(report.reviewer.map(\.file)).count < 2
      let whose = isOne ? "" : " of \(file)"
      blocks.append(.title(Phrase(verbatim: "Will App Review see the prompt\(whose)? (\(times))")))
      blocks += zip(sights, names).map { sight, name in
        let padding = String(repeating: " ", count: max(0, width - TerminalText.width(name)))
        return .labelled("  \(name)\(padding)  ", Phrase(verbatim: sight.words), .plain)
      }
    }
    return blocks
  }

  /// The last line: `3 errors, 1 warning in 214 files (0.3 s)`.
  private var closing: String {
    func count(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
    var parts = [count(report.errors, "error"), count(report.warnings, "warning")]
    if report.notes > 0 { parts.append(count(report.notes, "note")) }
    if report.accepted > 0 { parts.append("\(report.accepted) accepted") }
    let time = seconds.map { " (\(($0 * 10).rounded() / 10) s)" } ?? ""
    return "\(parts.joined(separator: ", ")) in \(count(report.read, "file"))\(time)"
  }

  /// As commands of GitHub's workflows, which show each finding at its line of a pull request.
  package var github: String {
    func escaped(_ text: String, _ marks: [(String, String)]) -> String {
      marks.reduce(text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A"))
      {
        $0.replacing($1.0, with: $1.1)
      }
    }
    func command(_ word: String, _ place: FileLocation, _ title: String, _ text: String) -> String {
      let file = escaped(place.file, [(":", "%3A"), (",", "%2C")])
      let point = place.line > 0 ? ",line=\(place.line),col=\(max(1, place.column))" : ""
      return "::\(word) file=\(file)\(point),title=\(title)::\(escaped(text, []))\n"
    }
    let words = ["error": "error", "warning": "warning", "note": "notice"]
    let lines =
      report.findings.filter { $0.accepted == nil }.map { finding in
        command(
          words[finding.severity.rawValue] ?? "notice", finding.place, finding.rule,
          "\(finding.sentence) \(finding.fix)")
      }
      + report.unread.map {
        command(
          "notice", FileLocation(file: $0.file, line: $0.line, column: 1), "not read", "Not read: \($0.why)")
      }
    return lines.joined() + closing + "\n"
  }
}
