import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("What a team accepts")
struct SuppressionTests {
  /// Rules and reasons of what is found in a text of usage that says nothing, whose key stands in line 2.
  private func found(_ comment: String, before: Bool = true) throws -> [String] {
    let key = "<key>NSUserTrackingUsageDescription</key><string>TODO</string>"
    let text = "<plist><dict>\(before ? comment + "\n" : "\n")\(key)\(before ? "" : comment)\n</dict></plist>"
    var project = AppProject()
    try project.add(Array(text.utf8), path: "Info.plist", role: .file(.infoPlist))
    return CheckReport(project: project).findings.filter { $0.rule != "L1" }
      .map { "\($0.rule) \($0.accepted ?? "counts")" }
  }

  @Test(
    "names its rules and a reason, in any language's form",
    arguments: [
      "<!-- att-lab:disable:next L3 comes with the build -->",
      "// att-lab:disable:next L3 comes with the build",
      "/* att-lab:disable:next L3 comes with the build */",
      "# att-lab:disable:next L1, L3 comes with the build",
      "<!-- att-lab:disable L3 comes with the build -->",
    ])
  func accepted(comment: String) throws {
    // XML itself takes no other comments than its own; they stand in one here.
    let written = comment.hasPrefix("<") ? comment : "<!-- \(comment) -->"
    #expect(try found(written) == ["L3 comes with the build"])
  }

  @Test(
    "accepts nothing of another rule or line, and nothing without a rule and a reason, which it says",
    arguments: [
      ("<!-- att-lab:disable:next L2 why -->", ["L3 counts"]),
      ("<!-- att-lab:disable:this L3 why -->", ["L3 counts"]),
      ("<!-- att-lab:disable:next L3 why -->\n", ["L3 counts"]),
      ("<!-- att-lab:disable:next L3 -->", ["config counts", "L3 counts"]),
      ("<!-- att-lab:disable:next why -->", ["config counts", "L3 counts"]),
      ("<!-- att-lab:disable:later L3 why -->", ["config counts", "L3 counts"]),
    ])
  func refused(comment: String, told: [String]) throws { #expect(try found(comment) == told) }

  @Test("stands on the line itself where it says so, and several stand above one another")
  func places() throws {
    #expect(try found("<!-- att-lab:disable:this L3 why -->", before: false) == ["L3 why"])
    let two = "<!-- att-lab:disable:next L3 why -->\n<!-- att-lab:disable:next L2 other -->"
    #expect(try found(two) == ["L3 why"])
  }

  @Test("is about all lines of a chain of calls")
  func chains() {
    let text = "// att-lab:disable:next L11 why\nawait Tracking\n  .request()\n  .then(x)\nnext()\n"
    #expect(Suppression.all(in: Array(text.utf8), path: "a.dart").map(\.lines) == [2...4])
  }

  @Test("of findings that were there before as many do not count as there were")
  func known() throws {
    let file = try AppFile.plist(usage("TODO"))
    let before = CheckReport(files: [file])
    let fingerprint = try #require(before.findings.first { $0.rule == "L3" }?.fingerprint)
    var settings = CheckSettings()
    settings.known = [fingerprint: 1]
    #expect(CheckReport(project: AppProject(files: [file]), settings: settings).errors == before.errors - 1)
  }
}
