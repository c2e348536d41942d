import ExperimentFiles
import Foundation
import ScratchFolders
import Testing
import TextFormats

@Suite struct HostileBytesTests {
  private let scratch = Scratch()

  @Test(
    "Bytes that are no UTF-8 are located",
    arguments: [
      (Array("a: 1\nb: é".utf8) + [0xFF], "2:5"), ([0xFF, 0xFE, 0x61, 0], "1:1"),
      (Array("a: 1\nb: \0".utf8), "2:4"),
    ] as [([UInt8], String)])
  func encoding(bytes: [UInt8], place: String) {
    expectOnly(problems(bytes), beginning: "x.yaml:\(place): expected ")
  }

  @Test(
    "A byte order mark, Windows line ends, and asterisks that are no aliases are no obstacle",
    arguments: [
      "\u{FEFF}" + smallExperiment, smallExperiment.replacing("\n", with: "\r\n"),
      "# *not an alias & no anchor: &a\nquestion: \"What *now & *then?\"\n" + smallExperiment,
    ])
  func harmless(text: String) { #expect(problems(text).isEmpty) }

  @Test("Nesting without end stops at the limit", arguments: ["[", "{", "- ", "? ", "[{a: ", "- - ? "])
  func nesting(opening: String) {
    expectOnly(problems("a:\n  " + String(repeating: opening, count: 100_000)), beginning: "x.yaml:2:")
  }

  @Test("Nesting by indentation stops at the limit")
  func indentation() {
    let text = (0..<500).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(
      problems(text).first?.hasSuffix("expected at most 40 levels of nesting, found more")
        == true)
  }

  @Test(
    "Anchors and aliases are refused at the first, before anything compares what they stand for",
    arguments: [
      ("a: &b k\nc: *b\n", "1:4"), ("a: [1, &b 2]\n", "1:8"), ("a: {&b k: 1, c: *b}\n", "1:5"),
      ("a: 1\n? *b\n: 2\n", "2:3"), ("a: 1\n<<: *b\n", "2:5"),
    ])
  func aliases(text: String, place: String) {
    #expect(
      problems(text) == [
        "x.yaml:\(place): anchors (&name) and aliases (*name) are not read. Write out what the name stands for"
      ])
    // Written out, the last of these would be 9 to the power of 30 values.
    let bomb = (1...30).map { level in
      "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }
    #expect(problems(bomb.joined() + "? *a30\n: 1\n").count == 1)
  }

  @Test("Of a file of a hundred megabytes only what proves its size is read")
  func sparseFile() throws {
    let path = try scratch.write("population: news\n", to: "large.yaml")
    try #require(truncate(path, 100_000_000) == 0)
    #expect(throws: FileProblems.self) { try loadExperiment(path: path) }
  }

  @Test("A pipe is refused before it can block, as an experiment and as a population")
  func pipe() throws {
    let path = scratch.path("pipe.yaml")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: FileProblems.self) { try loadExperiment(path: path) }
    let found = problems("population: pipe.yaml\narms: {}", path: scratch.path("x.yaml"))
    #expect(found[0].contains("the population file 'pipe.yaml'"), "\(found)")
  }

  @Test(
    "What is not YAML says where and why",
    arguments: [
      ("a: [1, 2", "x.yaml:1:1: not YAML: did not find expected ',' or ']'"),
      ("a: b: c", "x.yaml:1:5: not YAML: mapping values are not allowed in this context"),
      ("a: \"b", "x.yaml:1:"),
      ("\ta: 1", "x.yaml:1:1: not YAML: found character that cannot start any token"),
      ("a: 1\n---\nb: 2", "x.yaml:2:1: expected one document, found a second. Remove what follows '---'"),
      ("a: 1\r---\rb: 2", "x.yaml:2:1: expected one document, found a second. Remove what follows '---'"),
      ("a: 1\na: 2", "x.yaml:1:1: expected each key once, found 'a' twice. Remove one"),
      ("%YAML 9.9\n---\na: 1", "x.yaml:1:1: not YAML: found incompatible YAML document"),
    ])
  func notYAML(text: String, message: String) {
    expectOnly(problems(text), beginning: message)
  }

  @Test(
    "Nothing, comments, words and lists are no experiment, told within the text, whatever ends its lines",
    arguments: [
      ("", 1), ("# a\n", 1), ("a b", 1), ("[1]", 1),
      ("---", 1), ("# a\n---", 2), ("# a\n---\n", 3), ("\r---", 2), ("\r\n---", 2), ("\r\n---\r\n", 3),
      ("\u{2028}---", 2),
    ])
  func missing(text: String, line: Int) {
    expectOnly(problems(text), beginning: "x.yaml:\(line):1: expected an experiment")
  }

  @Test("Keys, kinds of events, values and alerts have a stated limit")
  func counts() {
    func many(_ count: Int, _ body: String) -> String {
      (0..<count).map { "e\($0): \(body)" }.joined(separator: ", ")
    }
    let section = "  allow: {rate: 0.3}\n"
    func found(_ addition: String) -> [String] {
      problems(smallExperiment.replacing(section, with: section + addition))
    }
    #expect(
      found("  consent: {\(many(1001, "1"))}\n") == [
        "x.yaml:5:12: expected at most 1000 keys in one mapping, found 1001"
      ])
    #expect(
      found("  segments: {a: {share: 1, events: {\(many(100, "{per_session: 1}"))}}}\n").first?.hasSuffix(
        "expected at most 100 kinds of events, found 101") == true)
    #expect(
      found("  alerts: {\(many(8, "{at: launch, share: 1}"))}\n") == [
        "x.yaml:5:11: expected at most 7 alerts per install, found 8"
      ])
    let list = Array(repeating: "1", count: 100_001).joined(separator: ",")
    #expect(
      problems("a: [\(list)]").first?.hasSuffix("expected at most 100000 values, found more")
        == true)
  }
}
