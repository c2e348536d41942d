/// One rule of what the platform, its reviewers or an SDK do, by the tag that code and tests cite.
package struct Rule: Hashable, Sendable {
  private let record: Record

  package var tag: String { record.field(0) }
  package var title: String { record.field(1) }
  package var text: String { record.lines.joined(separator: " ") }
  /// How well it is known, in words.
  package var known: String {
    WordList.lists("how well a rule is known").first { $0.of == record.field(2) }?.lines.joined() ?? ""
  }
  /// Where it is from: keys of ``citations``, or locations named in full.
  package var sources: [String] { Record.parts(record.field(3), at: ";") }

  package static let all = Record.all(of: "rules").map(Rule.init)

  package static func tagged(_ tag: String) -> Rule? { all.first { $0.tag == tag } }

  /// The citations behind the keys of sources; a source that is named in full has none.
  package static let citations = Dictionary(
    uniqueKeysWithValues: Record.all(of: "sources").flatMap {
      [$0.fields] + $0.lines.map { Record.parts($0, at: "|") }
    }
    .map { ($0[0], $0[1]) })
}
