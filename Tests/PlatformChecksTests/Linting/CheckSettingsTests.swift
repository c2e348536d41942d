import ExperimentDesign
import PlatformChecks
import Testing
import TextFormats

@Suite("A team's settings")
struct CheckSettingsTests {
  @Test(
    "a path is left out with its folder; a star is any letters of one name, two are any folders",
    arguments: [
      ("Legacy", "Legacy/A.swift", true), ("Legacy", "App/Legacy/A.swift", false),
      ("**/Legacy", "App/Sub/Legacy/A.swift", true), ("**/Legacy", "Legacy", true),
      ("*/Legacy", "App/Legacy/A.m", true),
      ("*/Legacy", "App/Sub/Legacy/A.m", false), ("App/*.generated.swift", "App/A.generated.swift", true),
      ("App/*.generated.swift", "App/A.swift", false), ("./App/", "App/A.swift", true),
      ("**/*.g.dart", "lib/a/b.g.dart", true),
    ])
  func exclude(pattern: String, path: String, isOut: Bool) {
    var settings = CheckSettings()
    settings.exclude = [pattern]
    #expect(settings.excludes(path) == isOut)
  }

  @Test("of findings that were there before as many do not count as there were")
  func known() throws {
    let file = try AppFile.plist(usage("TODO"))
    let before = CheckReport(files: [file])
    let fingerprint = try #require(before.findings.first { $0.rule == "L3" }?.fingerprint)
    var settings = CheckSettings()
    let json = "{\"findings\": [{\"fingerprint\": \"\(fingerprint)\"}]}"
    try settings.know(Array(json.utf8), path: "known.json")
    #expect(CheckReport(project: AppProject(files: [file]), settings: settings).errors == before.errors - 1)
    #expect(throws: FileProblem.self) { try settings.know(Array("{".utf8), path: "known.json") }
  }
}
