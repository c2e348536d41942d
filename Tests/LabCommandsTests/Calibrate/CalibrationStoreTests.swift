import Foundation
import ResultStore
import Testing

@Suite("Calibrations that are kept")
struct CalibrationStoreTests {
  private static let counts =
    "arm,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7\n"
    + "launch,1000,1000,160,160,840,840\nlater,1000,864,205,233,553,631\n"

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write(Self.counts, to: "funnel.csv")
    try lab.write("arm,installs,allowed\nlaunch,2000,320\nlater,2000,468\n", to: "test.csv")
    try lab.write("arm,metric,share,n\nlaunch,opt_in_per_prompted,16%,500\n", to: "moments.csv")
    return lab
  }

  @Test(
    "show prints what the calibration printed, in every format",
    arguments: [
      "--counts funnel.csv --out ours.yaml", "--update test.csv --day 7 --anyway", "--moments moments.csv",
    ])
  func shown(options: String) throws {
    let lab = try lab()
    let line = "rm -f ours.yaml; \"$LAB\" calibrate sample.yaml --installs 2000 \(options)"
    let id = try lab.expectKept(line, as: "calibration")
    let report = try lab("report", id, "--out", "-")
    #expect(report.status == 0 && report.output.contains("id=\"beliefs-title\""), "\(report.errors)")
  }

  @Test("a page of it has the next step before the figures, and titles that say what a number is")
  func page() throws {
    let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 2000"
    for (out, command) in [(" --out ours.yaml", "att-lab simulate ours.yaml"), ("", "--out learnt.yaml")] {
      let lab = try lab()
      let id = try lab.shell(line + out).savedID()
      let page = try lab("report", id, "--out", "-").output
      let first = page[..<(page.firstRange(of: "id=\"beliefs-title\"")?.lowerBound ?? page.startIndex)]
      #expect(first.contains("<dt>Next step</dt>") && first.contains(command), "\(first)")
      #expect(page.contains(">the share who allow right after onboarding</text>"))
      #expect(page.contains(">allow.rate</text>"))
    }
  }

  @Test("a calibration has a name, a note, a table, and a row in the list of studies")
  func kept() throws {
    let lab = try lab()
    let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 2000"
    let id = try lab.shell(line).savedID()
    #expect(try lab("runs", "rename", id, "learnt").status == 0)
    let table = try lab("export", "learnt").output
    #expect(table.hasPrefix("parameter,status,tells,assumed,assumed_low,assumed_high,value,"))
    #expect(table.contains("allow.rate,"))
    let rows = try lab("runs", "list", "--studies", "--format", "csv").output.split(separator: "\r\n")
    #expect(rows.count == 2 && rows[0].hasPrefix("study,name,note,kind,result,experiment,run,arguments"))
    #expect(rows[1].hasPrefix("\(id),learnt,,calibration,"))
    #expect(try lab("runs", "list", "--studies").output.contains("calibration: 2,000 installs, "))
    #expect(try lab("export", "learnt", "--table", "trials").errors.contains("is a table of runs"))
    #expect(try lab("show", "learnt", "--verbose").errors.contains("'--verbose' is for runs"))
    #expect(try lab("runs", "remove", "learnt", "--yes").errors == "Removed calibration \(id).\n")
  }

  @Test("the same data and numbers are the same calibration, and other ones are another")
  func same() throws {
    let lab = try lab()
    let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 2000"
    let id = try lab.shell(line).savedID()
    #expect(
      try lab.shell("cp funnel.csv again.csv; \(line.replacing("funnel", with: "again"))").savedID() == id)
    #expect(try lab.shell("\(line) --seed 9").savedID() != id)
    #expect(try lab.shell(line.replacing("2000", with: "3000")).savedID() != id)
    let left = try lab.shell("\(line) --no-store --db none.sqlite")
    #expect(left.status == 0 && !left.errors.contains("Saved"))
    #expect(!FileManager.default.fileExists(atPath: lab.path("none.sqlite")))
  }

  @Test("a document that no calibration has is an error with its place")
  func hostile() throws {
    let lab = try lab()
    let store = try ResultStore(path: lab.path("att-lab.sqlite"))
    let id = try store.keep(
      StudyInputs(
        kind: .calibration, schema: "att-lab/calibration/1", experiment: nil, run: nil, arguments: [],
        engine: "1", contentKey: "hostile",
        document: #"{"schema":"att-lab/calibration/1","objective":"happiness"}"#)
    ).id
    let shown = try lab("show", id)
    #expect(shown.status == 74 && shown.output.isEmpty)
    #expect(
      shown.errors.contains("the calibration \(id), objective: expected an objective, found 'happiness'"),
      "\(shown.errors)")
  }

  @Test("merging the shards of a run brings its plans, and calibrations, with their names")
  func merged() throws {
    let lab = try lab()
    for number in 1...2 {
      let shard = try lab.shell(
        "\"$LAB\" simulate sample.yaml --quiet --shard \(number)/2 --db \(number).sqlite")
      #expect(shard.status == 0, "\(shard.errors)")
    }
    let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 2000 --db"
    let id = try lab.shell("\(line) 1.sqlite").savedID()
    #expect(try lab("runs", "rename", id, "learnt", "--db", "1.sqlite").status == 0)
    #expect(try lab.shell("\(line) 2.sqlite").status == 0)
    let plan = try lab.shell("\"$LAB\" plan --baseline 20% --lift 2pp --db 2.sqlite").savedID()
    let merged = try lab.shell("\"$LAB\" merge whole.sqlite 1.sqlite 2.sqlite")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.output.contains("2 plans, searches and calibrations came with it."), "\(merged.output)")
    let shown = try lab("show", "learnt", "--db", "whole.sqlite")
    let original = try lab("show", id, "--db", "1.sqlite")
    #expect(shown.status == 0 && shown.output == original.output)
    #expect(try lab("show", plan, "--db", "whole.sqlite").status == 0)
    let again = try lab.shell("\"$LAB\" merge whole.sqlite 1.sqlite 2.sqlite")
    #expect(again.status == 0 && !again.output.contains("came with it"), "\(again)")
  }
}
