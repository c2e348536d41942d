import ExperimentFiles
import Testing

@Suite struct NamesTests {
  static let long = String(repeating: "x", count: 201)
  /// As written in double quotes, and what the message finds.
  static let faults = [
    ("", "none"), (long, "201 characters"), (String(repeating: "y", count: 1000), "1000 characters"),
    ("a\\nb", "several lines"), ("   ", "only blanks"), ("a\\tb", "the control character 9"),
    ("a\\x07b", "the control character 7"),
  ]
  static let section = "  allow: {rate: 0.3}\n"
  static let paths: [(noun: String, old: String, new: String)] = [
    ("an option", "arms:\n", "arms:\n  \"NAME\": {ask: launch, usage_string: plain}\n"),
    ("a usage string", "usage_strings:\n", "usage_strings:\n  \"NAME\": {text: For ads.}\n"),
    ("a pre-prompt", "usage_strings:\n", "pre_prompts:\n  \"NAME\": {}\nusage_strings:\n"),
    ("a scenario", "usage_strings:\n", "scenarios:\n  \"NAME\": {}\nusage_strings:\n"),
    ("a segment", section, section + "  segments: {\"NAME\": {share: 1}}\n"),
    ("an event", "  events:\n", "  events:\n    \"NAME\": {per_session: 1}\n"),
    ("an alert", section, section + "  alerts: {\"NAME\": {at: launch, share: 1}}\n"),
    ("the experiment", "experiment: small", "experiment: \"NAME\""),
  ]

  @Test("Every name has 1 to 200 characters that can be seen, on one line", arguments: paths.indices)
  func names(path index: Int) {
    let path = Self.paths[index]
    for (name, fault) in Self.faults where !(name.isEmpty && path.noun == "the experiment") {
      let yaml = smallExperiment.replacing(path.old, with: path.new.replacing("NAME", with: name))
      expectOnly(problems(yaml), having: "found \(fault)")
    }
    for name in [String(repeating: "é", count: 200), "a b: c", "日本"] {
      let yaml = smallExperiment.replacing(path.old, with: path.new.replacing("NAME", with: name))
      #expect(throws: Never.self) { try load(yaml) }
    }
  }

  @Test("An escaped NUL is found wherever it stands, and what only looks like one is not")
  func nul() {
    for escape in ["\\0", "\\x00", "\\u0000", "\\U00000000", "\\\\\\0"] {
      let name = problems(smallExperiment.replacing("third:", with: "\"a\(escape)b\":"))
      expectOnly(name, beginning: "x.yaml:11:3: expected a name")
      let value = problems(smallExperiment.replacing("experiment: small", with: "question: \"\(escape)\""))
      expectOnly(value, beginning: "x.yaml:1:11: expected text")
    }
    for text in ["'a\\0b'", "a\\0b", "\"a\\\\0b\""] {
      #expect(problems(smallExperiment.replacing("third:", with: "\(text):")).isEmpty)
    }
  }

  @Test(
    "Names that a person cannot tell apart are refused with both locations",
    arguments: [
      ("b", "b "), ("b", " b"), ("Later", "later"), ("ﬁn", "fin"), ("a  b", "a b"),
      ("a\u{A0}b", "a b"), ("a\u{200B}b", "ab"),
    ])
  func alike(one: String, other: String) throws {
    let arm = "{ask: launch, usage_string: plain}"
    let found = problems(
      smallExperiment.replacing("arms:\n", with: "arms:\n  \"\(one)\": \(arm)\n  \"\(other)\": \(arm)\n"))
    let line = try #require(smallExperiment.split(separator: "\n").firstIndex(of: "arms:")) + 2
    expectOnly(found, beginning: "x.yaml:\(line + 1):3: ")
  }
}
