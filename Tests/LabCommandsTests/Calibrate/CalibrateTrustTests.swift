import Foundation
import Testing

/// What keeps a calibration from saying more than the data do.
@Suite("att-lab calibrate claims no more than the data say")
struct CalibrateTrustTests {
  private static let counts =
    "arm,installs,prompted,allowed_by_7,denied_by_7\nlaunch,1000,1000,160,840\nlater,1000,864,233,631\n"

  private func lab(_ counts: String = counts) throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write(counts, to: "funnel.csv")
    return lab
  }

  /// What is learnt from the counts where the file has something more.
  private func learnt(beside own: String, _ options: String = "") throws -> (lab: Lab, found: Lab.Outcome) {
    let lab = try lab()
    try lab.write(sampleExperiment + own, to: "sample.yaml")
    return (lab, try lab.shell("\(Self.line) \(options)"))
  }

  private static let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 2000 --no-store"

  @Test("the same question writes its own file again, until somebody edits it; another one does not")
  func rewritten() throws {
    let lab = try lab()
    for _ in 0..<2 {
      let found = try lab.shell("\(Self.line) --out ours.yaml")
      #expect(found.status == 0, "\(found.errors)")
    }
    #expect(try lab.read("ours.yaml").hasPrefix("# Written by att-lab calibrate ("))
    let other = try lab.shell("\(Self.line) --seed 9 --out ours.yaml")
    #expect(other.status == 64 && other.errors.contains("another file, other data, seed"), "\(other.errors)")
    try lab.write(
      "arm,installs,prompted,answered,allowed\nlaunch,900,900,900,140\nlater,900,800,800,230\n",
      to: "test.csv")
    let update = try lab.shell(
      "\"$LAB\" calibrate ours.yaml --update test.csv --day 7 --installs 2000 --no-store --anyway --out newer.yaml"
    )
    #expect([0, 2].contains(update.status), "\(update.errors)")
    let newer = try lab.read("newer.yaml")
    #expect(
      newer.ranges(of: "# Written by").count == 1 && newer.hasPrefix("# Written by att-lab calibrate ("))
    try lab.write(lab.read("ours.yaml") + "# mine\n", to: "ours.yaml")
    let edited = try lab.shell("\(Self.line) --out ours.yaml")
    #expect(edited.status == 64 && edited.errors.contains("has been edited"), "\(edited.errors)")
    try lab.write("notes\n", to: "notes.txt")
    let foreign = try lab.shell("\(Self.line) --out notes.txt")
    #expect(
      foreign.status == 64
        && foreign.errors.replacing("\n", with: " ").contains("exists already, and att-lab did not write it"),
      "\(foreign.errors)")
    #expect(try lab.read("notes.txt") == "notes\n")
  }

  @Test("a file that is made from a starter has the command that runs it, and no instructions of the starter")
  func ofStarter() throws {
    let lab = try Lab()
    try lab.write(
      "arm,installs,prompted,allowed_by_7\nAt launch,1000,700,160\nAfter onboarding,1000,600,180\n",
      to: "funnel.csv")
    let made = try lab.shell(
      """
      "$LAB" init news
      FEW="--fit allow.rate,allow.cold_odds_ratio --installs 2000 --no-store --anyway"
      "$LAB" calibrate news.yaml --counts funnel.csv $FEW --out ours.yaml
      "$LAB" calibrate funnel.csv --population news $FEW --out same.yaml
      """)
    let comments = try lab.read("ours.yaml").split(separator: "\n").prefix { $0.hasPrefix("#") }.map(
      String.init)
    #expect(
      comments.dropFirst() == [
        "# Run it: att-lab simulate ours.yaml", "# When should a news app ask for permission to track?", "#",
        "# Every key:  att-lab guide experiment-file",
      ], "\(comments) \(made.errors)")
    func learnt(_ name: String) throws -> Substring {
      let text = try lab.read(name)
      let start = try #require(text.firstRange(of: "experiment:"))
      return text[start.lowerBound...]
    }
    #expect(try learnt("ours.yaml") == learnt("same.yaml") && learnt("same.yaml").contains("draws:"))
  }

  @Test("with a population the argument is the data, and no option gives others")
  func twoData() throws {
    let lab = try Lab()
    let both = try lab("calibrate", "news.yaml", "--population", "news", "--counts", "funnel.csv")
    #expect(both.status == 64)
    #expect(
      both.errors.contains("Write: att-lab calibrate funnel.csv --population …, or leave '--population' out"))
    try lab.write("arm,installs,allowed\nAt launch,100,20\n", to: "counts.csv")
    for data in ["counts.csv --population news", "news.yaml --events counts.csv"] {
      let dated = try lab.shell("\"$LAB\" init news; \"$LAB\" calibrate \(data) --as-of 2026-01-01")
      #expect(
        dated.status == 64 && dated.errors.contains("'counts.csv' is a table of counts. Leave out '--as-of'"),
        "\(dated.errors)")
    }
    let unknown = try lab("calibrate", "funnel.csv", "--population", "travel")
    #expect(unknown.status == 64 && unknown.errors.contains("news"), "\(unknown.errors)")
  }

  @Test(
    "a test that analyze gives no verdict on teaches nothing, unless somebody says that it was meant so",
    arguments: [
      ("arm,installs,allowed\nlaunch,1000,200\nlater,3000,540\n", "The split is broken"),
      ("arm,release,installs,allowed\nlaunch,1.0,1000,200\nlater,1.1,1000,220\n", "confounded"),
    ])
  func unjudged(test: String, why: String) throws {
    let lab = try lab()
    try lab.write(test, to: "test.csv")
    #expect(try lab("analyze", "test.csv").output.replacing("\n", with: " ").contains(why))
    let line = Self.line.replacing("--counts funnel.csv", with: "--update test.csv --day 7 --out new.yaml")
    let refused = try lab.shell(line)
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.contains("Nothing was learnt from 'test.csv'"), "\(refused.errors)")
    #expect(refused.errors.contains(why) && refused.errors.contains("--anyway"), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: lab.path("new.yaml")))
    let meant = try lab.shell("\(line) --anyway")
    #expect([0, 2].contains(meant.status) && !meant.output.isEmpty, "\(meant.errors)")
    #expect(meant.errors.contains(why), "\(meant.errors)")
    #expect(FileManager.default.fileExists(atPath: lab.path("new.yaml")))
  }

  @Test("a test that was meant to be split unevenly is learnt from, in whatever order its options stand")
  func uneven() throws {
    let lab = try lab()
    let rows = ["launch,3000,540", "later,1000,200"]
    for order in [rows, rows.reversed()] {
      try lab.write("arm,installs,allowed\n\(order.joined(separator: "\n"))\n", to: "test.csv")
      let analysis = try lab.shell(
        "\"$LAB\" analyze test.csv --allocation later=1,launch=3 --baseline launch")
      #expect(analysis.status == 0 && !analysis.output.contains("split is broken"), "\(analysis.output)")
      // The step that it ends with has the split too, so that the update takes it.
      let step = try #require(
        analysis.output.firstMatch(of: /att-lab calibrate EXPERIMENT.yaml (--update [^\n]*)/)?.1)
      let line = step.replacing("DAY", with: "7").replacing(" --out newer.yaml", with: "")
      let update = try lab.shell("\"$LAB\" calibrate sample.yaml \(line) --installs 2000 --no-store")
      #expect([0, 2].contains(update.status) && !update.output.isEmpty, "\(update.errors)")
      #expect(!update.errors.contains("Nothing was learnt"), "\(update.errors)")
    }
    let other = try lab.shell(
      "\"$LAB\" calibrate sample.yaml --update test.csv --day 7 --allocation a=1,b=3 --installs 2000 --no-store"
    )
    #expect(other.status == 64 && other.errors.contains("the options of the data are"), "\(other.errors)")
    let lonely = try lab.shell("\(Self.line) --allocation launch=1,later=1")
    #expect(lonely.status == 64 && lonely.errors.contains("'--allocation' goes with '--update'"))
  }

  @Test("without --out it is said that no file was written, and how one is")
  func noFile() throws {
    let lab = try lab()
    #expect(try lab.shell(Self.line).errors.contains("No file was written. Add --out newer.yaml"))
    #expect(try !lab.shell("\(Self.line) --out ours.yaml").errors.contains("No file was written"))
  }

  @Test("no option is named that calibrate does not have")
  func missingColumn() throws {
    let lab = try lab()
    try lab.write(
      "install_id,option,installed_at,prompted_at,decided_at,status\ni,launch,2026-01-01,,,\n", to: "rows.csv"
    )
    for data in ["--update", "--events"] {
      let found = try lab.shell(
        "\"$LAB\" calibrate sample.yaml \(data) rows.csv --as-of 2026-02-01 --no-store")
      #expect(found.status == 65 && found.errors.contains("no column 'arm'"), "\(found.errors)")
      #expect(!found.errors.contains("--map "), "\(found.errors)")
    }
  }

  @Test("counts far beyond what is simulated count as far as that, and it is said")
  func billions() throws {
    let lab = try lab("arm,installs,prompted,allowed_by_7\nlater,1000000000,864000000,233000000\n")
    let found = try lab.shell(Self.line)
    #expect([0, 2].contains(found.status), "\(found.errors)")
    let words = found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("1,000,000,000 installs of later count for about "), "\(found.output)")
    #expect(words.contains("because 2,000 are simulated."), "\(found.output)")
  }

  @Test("shares of more people than a model can be right about count as those of fewer, and it is said")
  func billionsKnown() throws {
    let lab = try lab("arm,metric,share,people\nlaunch,opt_in_per_prompted,16%,1000000000\n")
    let line = Self.line.replacing("--counts", with: "--moments")
    let found = try lab.shell(line)
    #expect([0, 2].contains(found.status), "\(found.errors)")
    let words = found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("1 share of up to 1,000,000,000 people counts as of 400,000."), "\(found.output)")
    try lab.write("arm,metric,share,sd\nlaunch,opt_in_per_prompted,16%,1e-15\n", to: "funnel.csv")
    let exact = try lab.shell(line)
    #expect([0, 2].contains(exact.status), "\(exact.errors)")
    #expect(exact.output.contains("1,000,000,000,000 people"), "\(exact.output)")
    try lab.write(
      "arm,metric,share,sd,month\nlaunch,opt_in_per_prompted,16%,1e-300,1\nlaunch,opt_in_per_prompted,17%,1e-300,2\n",
      to: "funnel.csv")
    let months = try lab.shell(line)
    #expect([0, 2].contains(months.status), "\(months.errors)")
  }

  @Test(
    "billions of counts that contradict the model end, and the shape of what is believed is not looked at")
  func billionsThatContradict() throws {
    let lab = try lab(
      "arm,installs,prompted,allowed_by_7\nlaunch,1000000000,500000000,400000000\nlater,1000000000,900000000,10000000\n"
    )
    let found = try lab.shell("\(Self.line) --out ours.yaml --format json")
    #expect(
      found.status == 2 && found.errors.contains("The model does not fit the counts"), "\(found.errors)")
    #expect(found.output.contains(#""check": null"#), "\(found.output)")
    #expect(!FileManager.default.fileExists(atPath: lab.path("ours.yaml")))
  }

  @Test("showings of a pre-prompt are refused of an option without one, at their row")
  func prePrompts() throws {
    let lab = try lab(
      "arm,installs,pre_prompt_shows,pre_prompt_continues,allowed_by_7\nclosable,900,600,400,90\nlaunch,1000,700,600,200\n"
    )
    let found = try lab.shell(Self.line)
    #expect(found.status == 65 && found.errors.contains("funnel.csv:3:1: 'launch' has no pre-prompt"))
  }

  @Test("counts that fit only where a number is beyond belief are not written unless somebody insists")
  func contradiction() throws {
    let lab = try lab("arm,installs,prompted,allowed_by_7\nlaunch,1000,1000,900\n")
    let found = try lab.shell("\(Self.line) --out ours.yaml")
    #expect(found.status == 2 && found.errors.contains("allow.rate would be"), "\(found.errors)")
    #expect(found.errors.contains("Nothing was written; --anyway writes it."), "\(found.errors)")
    #expect(!FileManager.default.fileExists(atPath: lab.path("ours.yaml")))
    _ = try lab.shell("\(Self.line) --anyway --out ours.yaml")
    #expect(FileManager.default.fileExists(atPath: lab.path("ours.yaml")))
  }

  @Test(
    "what a scenario has of its own is written there, and the same counts are refused of the written file")
  func scenarioNumber() throws {
    let (lab, found) = try learnt(
      beside: "\nscenarios:\n  half: {allow: {rate: {range: [10%, 60%]}}}\n  eager: {allow: {rate: 0.5}}\n",
      "--out ours.yaml")
    #expect(found.status == 0 && !found.output.contains("not written"), "\(found.errors)\(found.output)")
    let written = try lab.read("ours.yaml")
    #expect(written.contains("    joint:\n      - paths: [allow.rate]\n"), "\(written)")
    #expect(written.contains("  eager: {allow: {rate: 0.5}}\n"), "\(written)")
    let simulated = try lab.shell("\"$LAB\" simulate ours.yaml --quiet")
    #expect(simulated.status == 0, "\(simulated.errors)")
    let again = try lab.shell(Self.line.replacing("sample.yaml", with: "ours.yaml"))
    #expect(
      again.status == 65 && again.errors.contains("is already in the file's numbers"), "\(again.errors)")
  }

  @Test("where numbers are written in two places, it is said that they are no longer drawn together")
  func parted() throws {
    let lab = try lab()
    let cold = sampleExperiment.replacing(
      "cold_odds_ratio: 0.5", with: "cold_odds_ratio: {range: [0.3, 0.9]}")
    try lab.write(cold + "\nscenarios:\n  half: {allow: {rate: {range: [10%, 60%]}}}\n", to: "sample.yaml")
    let found = try lab.shell("\(Self.line) --out ours.yaml")
    let words = found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let lost =
      #/The written file has no correlation between numbers of (everybody and the scenario half|the scenario half and everybody)\./#
    #expect(found.status == 0 && words.contains(lost), "\(found.errors)\(found.output)")
    try lab.write(cold, to: "sample.yaml")
    #expect(try !lab.shell(Self.line).output.contains("no correlation between"))
  }

  @Test("what is learnt anew stands once, not beside the number that the file had written by hand")
  func learntOver() throws {
    let (lab, found) = try learnt(
      beside: "\nadjust:\n  allow: {rate: {range: [10%, 60%]}, spread: 0.5}\n  browse_seconds: 15\n",
      "--out ours.yaml")
    #expect(found.status == 0, "\(found.errors)")
    let written = try lab.read("ours.yaml")
    #expect(written.contains("\n  allow: {spread: 0.5}\n  browse_seconds: 15\n"), "\(written)")
    #expect(written.contains("  joint:\n    - paths: [") && !written.contains("range: [10%"), "\(written)")
  }

  @Test("what is learnt and has no place in the file is said with what the file assumes")
  func unwritten() throws {
    let (_, found) = try learnt(
      beside:
        "\nscenarios:\n  half:\n    segments:\n      loyal: {allow: {rate: {range: [10%, 60%]}}}\n      passing: {allow: {rate: {range: [10%, 60%]}}}\n"
    )
    let words = found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        /scenarios.half.segments.loyal.allow.rate is learnt and not written, .* It is [0-9.]+% \([0-9.]+ to [0-9.]+\), and the file assumes [0-9.]+%/
      ), "\(found.output)\(found.errors)")
  }

  @Test("counts by a day after the experiment's end are read, and it is said where they stand")
  func beyond() throws {
    let lab = try lab("arm,installs,allowed_by_7,allowed_by_14\nlaunch,1000,160,170\nlater,1000,230,240\n")
    let found = try lab.shell(Self.line)
    #expect(
      found.errors.contains("funnel.csv:1:1: the counts by day 14 are beyond the 10 days of the experiment"),
      "\(found.errors)")
  }

  @Test("a misspelt column of days is named with what was probably meant")
  func columns() throws {
    let lab = try lab("arm,installs,allowed_by_7,allowed_by_x,denid_by_30\nlaunch,1000,160,3,4\n")
    let found = try lab.shell(Self.line)
    #expect(found.errors.contains("'allowed_by_x' (did you mean 'allowed_by_1'?)"), "\(found.errors)")
    #expect(found.errors.contains("'denid_by_30' (did you mean 'denied_by_30'?)"), "\(found.errors)")
  }

  @Test("a number that is to be fitted and kept, and names of options that nobody has, are named as they are")
  func names() throws {
    let lab = try lab()
    let both = try lab.shell("\(Self.line) --fit allow.rate --keep allow.rate")
    #expect(both.status == 64 && both.errors.contains("'--fit' and '--keep' both name 'allow.rate'"))
    let turned = try lab.shell("\(Self.line) --map-arm foo=launch")
    let words =
      "'--map-arm foo=launch': the file has no option 'foo'; its options are launch, later, closable."
    #expect(turned.status == 64 && turned.errors.contains(words), "\(turned.errors)")
    let called = try lab.shell("\(Self.line) --map-arm launch=control")
    #expect(
      called.status == 65
        && called.errors.contains("no option 'launch'; its options are launch (looked for as 'control')"),
      "\(called.errors)")
  }

  @Test("event rows and what analyze makes of them are known as the same test, whichever comes first")
  func sameTest() throws {
    let lab = try lab()
    let rows = (0..<600).map { install -> String in
      let arm = install % 2 == 0 ? "launch" : "later"
      let start = "2026-01-\(install % 20 < 9 ? "0" : "")\(install % 20 + 1)T10:00:00"
      return "\(install),\(arm),\(start),\(start),\(start),\(install % 5 == 0 ? "authorized" : "denied")\n"
    }
    try lab.write(
      "install_id,arm,installed_at,prompted_at,decided_at,status\n" + rows.joined(), to: "rows.csv")
    let counts = try lab.shell(
      "\"$LAB\" analyze rows.csv --baseline launch --as-of 2026-03-01 --format csv > counts.csv")
    #expect([0, 2].contains(counts.status), "\(counts.errors)")
    let forms = ["--update rows.csv --as-of 2026-03-01", "--update counts.csv"]
    let line = "--installs 2000 --no-store --anyway"
    for (first, second) in [(forms[0], forms[1]), (forms[1], forms[0])] {
      let learned = try lab.shell(
        "rm -f new.yaml; \"$LAB\" calibrate sample.yaml \(first) \(line) --out new.yaml")
      #expect([0, 2].contains(learned.status), "\(learned.errors)")
      // Everybody has answered by the first of them.
      let days = first.hasPrefix("--update rows") ? "days 1, 3, 7, 14 and 30" : "day 30"
      #expect(learned.output.contains("read by \(days)."), "\(learned.output)")
      let again = try lab.shell("\"$LAB\" calibrate new.yaml \(second) \(line)")
      #expect(
        again.status == 65 && again.errors.contains("is already in the file's numbers"), "\(again.errors)")
    }
  }

  @Test("counts by segment are known again")
  func sameSegments() throws {
    let lab = try lab("arm,segment,installs,allowed_by_7\nlaunch,loyal,1000,200\n")
    let own = sampleExperiment.replacing(
      "loyal: {share: 0.5,", with: "loyal: {share: 0.5, allow: {rate: {beta: [6, 14]}},")
    try lab.write(own, to: "sample.yaml")
    let line = "\(Self.line) --segment"
    let found = try lab.shell("\(line) --out ours.yaml")
    #expect(found.status == 0, "\(found.errors)")
    let again = try lab.shell(line.replacing("sample.yaml", with: "ours.yaml"))
    #expect(
      again.status == 65 && again.errors.contains("is already in the file's numbers"), "\(again.errors)")
  }
}
