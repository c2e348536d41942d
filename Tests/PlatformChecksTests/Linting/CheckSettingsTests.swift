import ExperimentDesign
import Testing
import TextFormats

@testable import PlatformChecks

@Suite("A team's settings")
struct CheckSettingsTests {
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
