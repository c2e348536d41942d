import Foundation
import Testing

@Suite("Names that would steer a terminal")
struct HostileNamesTests {
  /// A name that would look like a line of the tool's, and colour all that follows.
  private let name = "a\nError: all is well\u{1B}[31m\t"

  private func expectOneLine(_ outcome: Lab.Outcome, _ words: String) {
    #expect(outcome.status != 0, "\(words)")
    #expect(outcome.errors.contains("a\\nError: all is well\\u{1B}[31m\\t"), "\(words)")
    #expect(!outcome.errors.contains("\nError: all is well"), "\(words)")
    #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\t"), "\(words)")
  }

  @Test("are written with escapes wherever an error quotes a file, an arm, a run or a setting")
  func errors() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    #expect(try lab("simulate", "sample.yaml", "--quiet").status == 0)
    let lines = [
      ["simulate", "\(name).yaml"], ["check", "\(name).yaml"], ["check", "\(name).plist"],
      ["check", "\(name).swift"], ["analyze", "\(name).csv"],
      ["simulate", "sample.yaml", "--db", "\(name)/s"],
      ["simulate", "sample.yaml", "--set", "\(name)=1"], ["simulate", "sample.yaml", name],
      ["simulate", "sample.yaml", "--trials", name], ["simulate", "sample.yaml", "--\(name)"], [name],
      ["init", name], ["init", "--out=\(name)/x"], ["simulate", "sample.yaml", "--trials=\(name)"],
      ["compare", name], ["compare", "last", "--metric", name], ["compare", "last", "--baseline", name],
      ["export", "--table", "strategy", "--arm", name], ["explain", name], ["merge", "all.sqlite", name],
      ["simulate", "sample.yaml", "--require", "opt_in_per_install of \(name) > 0"],
    ]
    for arguments in lines {
      expectOneLine(try lab.run(arguments), arguments.joined(separator: " "))
    }
  }

  @Test("and a list of what is allowed keeps its lines")
  func lists() throws {
    let lines = try Lab()("init", name).errors.split(separator: "\n")
    #expect(lines.count > 4 && lines.contains("  - news-timing"))
  }

  @Test("of an option, and of a key, keep to one line of the file's problems")
  func inFiles() throws {
    let lab = try Lab()
    let quoted = #""a\nError: all is well\e[31m\t""#
    try lab.write(
      "population: news\nusage_strings: {u: {text: x}}\narms: {\(quoted): {ask: launch, usage_string: u}}\n",
      to: "arm.yaml")
    try lab.write("population: {\(quoted): 1}\narms: {a: {ask: \(quoted)}}\n", to: "key.yaml")
    for file in ["arm.yaml", "key.yaml"] {
      let outcome = try lab("check", file)
      #expect(outcome.status == 65 && !outcome.errors.contains("\u{1B}"))
      #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("\(file):") })
    }
  }
}
