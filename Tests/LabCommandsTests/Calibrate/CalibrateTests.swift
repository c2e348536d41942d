import Foundation
import Testing

@Suite("att-lab calibrate")
struct CalibrateTests {
  private static let counts =
    "arm,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7\n"
    + "launch,1000,1000,160,160,840,840\nlater,1000,864,205,233,553,631\n"

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write(Self.counts, to: "funnel.csv")
    return lab
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("what was learnt is written, reads back, simulates and refuses the same data")
  func written() throws {
    let lab = try lab()
    let found = try lab.shell(
      "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 4000 --out ours.yaml")
    #expect(found.status == 0, "\(found.errors)")
    for words in [
      "2,000 installs of 2 options, read by days 1 and 7.", "Before and after", "What the data say",
      "allow.rate", "Does it fit?", "att-lab simulate ours.yaml",
    ] { #expect(found.output.contains(words), "\(words)") }
    let text = try lab.read("ours.yaml")
    #expect(text.contains("grade: measured") && text.contains("joint:"))
    let simulated = try lab.shell("\"$LAB\" simulate ours.yaml --quiet")
    #expect(simulated.status == 0, "\(simulated.errors)")
    let again = try lab.shell("\"$LAB\" calibrate ours.yaml --counts funnel.csv --installs 4000")
    #expect(again.status == 65 && again.errors.contains("already in the file's numbers"), "\(again.errors)")
  }

  @Test("a file with carriage returns and a byte order mark learns the same, and is written with line feeds")
  func lineEnds() throws {
    let lab = try lab()
    let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 4000 --quiet --out"
    #expect(try lab.shell("\(line) ours.yaml").status == 0)
    try lab.write("\u{FEFF}" + sampleExperiment.replacing("\n", with: "\r\n"), to: "sample.yaml")
    let found = try lab.shell("\(line) windows.yaml")
    #expect(found.status == 0, "\(found.errors)")
    let written = try lab.read("windows.yaml")
    // The two lines above have the file's own name.
    func learnt(_ text: String) -> [Substring] {
      Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2))
    }
    #expect(try learnt(written) == learnt(lab.read("ours.yaml")) && !written.unicodeScalars.contains("\r"))
  }

  @Test("a test updates what was learnt, and the same test is refused")
  func updated() throws {
    let lab = try lab()
    _ = try lab.shell("\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 4000 -q --out ours.yaml")
    try lab.write(
      "arm,installs,prompted,answered,allowed\nlaunch,2000,2000,2000,320\nlater,2000,1740,1740,468\n",
      to: "test.csv")
    let undated = "\"$LAB\" calibrate ours.yaml --update test.csv --installs 4000"
    let line = "\(undated) --day 10"
    let refused = try lab.shell("\(undated) --out newer.yaml")
    #expect(refused.status == 64 && refused.output.isEmpty, "\(refused.errors)")
    for words in [
      "'test.csv' does not say by which day after the install its answers were counted",
      "att-lab calibrate ours.yaml --update test.csv --installs 4000 --out newer.yaml --day 7",
    ] { #expect(refused.errors.contains(words), "\(refused.errors)") }
    #expect(!FileManager.default.fileExists(atPath: lab.path("newer.yaml")))
    let found = try lab.shell("\(line) --out newer.yaml")
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.output.contains("read by day 10."), "\(found.output)")
    let printed = found.output.replacing(/\s+/, with: " ")
    for words in [
      "By the test alone, later is better by day 10, with a chance of ", "How much the test counts",
      "It counted later at 23.4% and launch at 16.0%: +7.4 pp.", "of the file's 6 trials, ",
      "the test counted 2,000.", "After this update later is better than launch in ",
    ] {
      #expect(printed.contains(words), "\(words): \(printed)")
    }
    for term in ["effective sample size", "deviance", "says as much as"] {
      #expect(!printed.contains(term), "\(term): \(printed)")
    }
    let members = try json(try lab.shell("\(line) --format json").output)
    let weight = try #require(members["weight"] as? [String: Any])
    let effective = try #require(weight["effective_trials"] as? Double)
    #expect(effective > 0 && effective < 6 && weight["trials"] as? Int == 6)
    #expect((members["options"] as? [[String: Any]])?.count == 3)
    let after = (members["test"] as? [String: Any])?["after"] as? [String: Any]
    #expect(after?["better"] as? String == "later" && after?["other"] as? String == "launch")
    let sources = try lab.read("newer.yaml")
    #expect(sources.contains("test.csv") && sources.contains("funnel.csv"))
    #expect(sources.contains(", test of launch vs later by day 10, later ahead "))
    let again = try lab.shell("\"$LAB\" calibrate newer.yaml --update test.csv --day 10 --installs 4000")
    #expect(again.status == 65 && again.errors.contains("test.csv is already in the file's numbers"))
    let first = try lab.shell("\"$LAB\" calibrate newer.yaml --counts funnel.csv --installs 4000")
    #expect(first.status == 65 && first.errors.contains("funnel.csv is already in the file's numbers"))
  }

  @Test("a pair of names the other way round is read, with a note that says the order")
  func turnedNames() throws {
    let lab = try lab()
    try lab.write(Self.counts.replacing("launch,", with: "control,"), to: "funnel.csv")
    let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 4000 --format json --map-arm"
    let turned = try lab.shell("\(line) control=launch")
    let note = "'--map-arm' names the experiment's option first: read control=launch as launch=control."
    #expect(turned.status == 0 && turned.errors.contains(note), "\(turned.errors)")
    let straight = try lab.shell("\(line) launch=control")
    #expect(straight.status == 0 && !straight.errors.contains("--map-arm"), "\(straight.errors)")
  }

  @Test("known shares and retention are learnt from, alone and beside counts")
  func shares() throws {
    let lab = try lab()
    try lab.write(
      "arm,metric,share,people,sd\nlaunch,opt_in_per_prompted,16%,500,\nlater,opt_in_per_install,0.25,,0.02\n",
      to: "moments.csv")
    try lab.write("day,active,installs\n1,480,1000\n7,300,1000\n", to: "retention.csv")
    let line = "\"$LAB\" calibrate sample.yaml --moments moments.csv --installs 4000"
    let found = try lab.shell("\(line) --out ours.yaml")
    #expect(found.status == 0 && found.output.contains("2 shares that are known."), "\(found.errors)")
    let members = try json(try lab.shell("\(line) --counts funnel.csv --format json").output)
    let counts = try #require((members["data"] as? [String: Any])?["counts"] as? [[String: Any]])
    #expect(counts.compactMap { $0["arm"] as? String } == ["launch", "later", "launch", "later"])
    let again = try lab.shell("\"$LAB\" calibrate ours.yaml --moments moments.csv")
    #expect(again.status == 65 && again.errors.contains("moments.csv is already"), "\(again.errors)")
    // Visits are known in this file, so retention has nothing to tell.
    let retention = try lab.shell("\"$LAB\" calibrate sample.yaml --retention retention.csv")
    #expect(
      retention.status == 65 && retention.errors.contains("none of the file's uncertain numbers changes"))
    for (text, words) in [
      ("arm,metric,share,n\nlaunch,opt_in,0.2,10\n", "bad.csv:2:1: 'opt_in' is no share"),
      ("arm,metric,share,n\nlunch,opt_in_per_install,0.2,10\n", "no option 'lunch'"),
      ("arm,metric,share,n\nlaunch,opt_in_per_install,2,10\n", "as 0.2 or 20%, found '2'"),
      ("arm,metric,share,n\nlaunch,opt_in_by_day_30,0.2,10\n", "raise 'horizon_days'"),
    ] {
      try lab.write(text, to: "bad.csv")
      let refused = try lab.shell("\"$LAB\" calibrate sample.yaml --moments bad.csv")
      #expect(refused.status == 65 && refused.errors.contains(words), "\(words): \(refused.errors)")
    }
  }

  @Test("a log of sessions beside the counts is fitted, written and simulated")
  func sessions() throws {
    let lab = try lab()
    // Visits of everybody, where the sample has those of two segments.
    let lines = sampleExperiment.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("share: 0.5") }
      .map { $0.contains("segments:") ? "  sessions: {rate: 1, leave: 0.3}" : String($0) }
    try lab.write(lines.joined(separator: "\n"), to: "sample.yaml")
    // Lives whose rates and chances to leave differ, by quantiles in a fixed order.
    var state: UInt64 = 20_261_125
    func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 12) + 0.5) * 0x1p-52
    }
    var starts = "install_id,started_at\n"
    let rows = (0..<2_000).map { person -> String in
      let (rate, leaving) = (-log(uniform()) / 0.45, 1 - pow(uniform(), 1 / 1.5))
      let watched = 30 + 30 * uniform()
      var (time, last, sessions) = (0.0, 0.0, 0)
      starts += "\(person),1760000000\n"
      while uniform() >= leaving {
        time -= log(uniform()) / rate
        guard time <= watched else { break }
        (last, sessions) = (time, sessions + 1)
        starts += "\(person),\(1_760_000_000 + Int(86_400 * time))\n"
      }
      return "\(sessions),\(last),\(watched)\n"
    }
    try lab.write("x,t_x,T\n" + rows.joined(), to: "log.csv")
    let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --sessions log.csv --installs 2000"
    let found = try lab.shell("\(line) --out ours.yaml")
    #expect(
      [0, 2].contains(found.status) && found.output.contains("Visits of 2,000 people"), "\(found.errors)")
    let members = try json(try lab.shell("\(line) --format json").output)
    let visits = try #require(members["sessions"] as? [String: Any])
    #expect(visits["people"] as? Int == 2_000)
    let numbers = try #require(members["parameters"] as? [[String: Any]])
    let ofLog = numbers.filter { $0["status"] as? String == "sessions" }.compactMap {
      $0["parameter"] as? String
    }
    #expect(ofLog == ["sessions.leave.a", "sessions.leave.b", "sessions.rate.rate", "sessions.rate.shape"])
    let written = try lab.shell("\(line) --anyway --out ours.yaml && \"$LAB\" simulate ours.yaml --quiet")
    #expect([0, 2].contains(written.status), "\(written.errors)")
    // What the log says of visits is from the log, and what the counts say is not.
    let sources = try evidence(lab, "ours.yaml")
    for path in ofLog { #expect(sources[path]?.hasPrefix("calibrate, log.csv, ") ?? false, "\(sources)") }
    let rate = try #require(sources["allow.rate"])
    #expect(rate.hasPrefix("calibrate, funnel.csv, ") && !rate.contains("log.csv"), "\(rate)")
    try lab.write(Self.counts.replacing("launch,1000,", with: "launch,1001,"), to: "other.csv")
    let again = try lab.shell(
      "\"$LAB\" calibrate ours.yaml --counts other.csv --sessions log.csv --installs 2000")
    #expect(
      again.status == 65 && again.errors.contains("log.csv is already in the file's numbers"),
      "\(again.errors)")
    // A row for each session says who was back, beside the fit.
    try lab.write(starts, to: "log.csv")
    let told = try lab.shell(line).output.replacing(/\s+/, with: " ")
    #expect(told.contains("Retention on day 30: ") && told.contains(" counted of 2,000 people."), "\(told)")
    let counted = try #require(
      try (json(try lab.shell("\(line) --format json").output)["sessions"] as? [String: Any])?["counted"]
        as? [[String: Any]])
    #expect(counted.map { $0["day"] as? Int } == [1, 7, 30])
    #expect(counted.allSatisfy { ($0["back"] as? Int ?? 0) > 20 && $0["people"] as? Int == 2_000 })
  }

  /// Where each number of a file that is simulated comes from, by its path.
  private func evidence(_ lab: Lab, _ file: String) throws -> [String: String] {
    let plan = try json(try lab.shell("\"$LAB\" simulate \(file) --dry-run --format json").output)
    let parameters = try #require(plan["parameters"] as? [String: [String: Any]])
    return parameters.compactMapValues { $0["source"] as? String }
  }

  @Test("event rows update a file as of a day")
  func events() throws {
    let lab = try lab()
    let rows = (0..<600).map { install -> String in
      let arm = install % 2 == 0 ? "launch" : "later"
      let start = "2026-01-\(install % 20 < 9 ? "0" : "")\(install % 20 + 1)T10:00:00"
      let isAllowed = install % 5 == 0
      return "\(install),\(arm),\(start),\(start),\(start),\(isAllowed ? "authorized" : "denied")\n"
    }
    try lab.write(
      "install_id,arm,installed_at,prompted_at,decided_at,status\n" + rows.joined(), to: "rows.csv")
    let bare = try lab.shell("\"$LAB\" calibrate sample.yaml --update rows.csv")
    #expect(bare.status == 64 && bare.errors.contains("'--as-of 2026-03-31'"), "\(bare.errors)")
    let found = try lab.shell(
      "\"$LAB\" calibrate sample.yaml --update rows.csv --as-of 2026-03-01 --installs 4000 --anyway --out new.yaml"
    )
    #expect([0, 2].contains(found.status), "\(found.errors)")
    #expect(found.output.contains("600 installs of 2 options"))
  }

  @Test("what further counts of options would teach is said, and nothing is written or kept")
  func teach() throws {
    let lab = try lab()
    let line = "\"$LAB\" calibrate sample.yaml --counts funnel.csv --installs 4000 --teach launch,later"
    let found = try lab.shell(line)
    #expect(found.status == 0, "\(found.errors)")
    for words in [
      "Nothing is fitted or written", "1,000 further installs", "all of these",
      "The 90% range of the lead of",
    ] {
      #expect(found.output.contains(words), "\(words): \(found.output)")
    }
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
    let taught = try #require(
      try json(try lab.shell("\(line) --format json").output)["teach"] as? [[String: Any]])
    let before = try #require(taught[0]["sd_of_lead_before"] as? Double)
    let after = taught.compactMap { $0["sd_of_lead_after"] as? Double }
    // Each option tells something of the lead, and all together more than each.
    #expect(
      after.count == 3 && after[0] < before && after[1] < before && after[2] < after.prefix(2).min() ?? 0)
  }

  @Test(
    "of several scenarios the one that was used is named",
    arguments: [
      "--counts funnel.csv", "--counts funnel.csv --teach launch,later", "--update funnel.csv --anyway",
    ])
  func scenario(data: String) throws {
    let lab = try lab()
    try lab.write(
      sampleExperiment + "\nscenarios:\n  half: {}\n  eager: {allow: {rate: 0.5}}\n", to: "two.yaml")
    let found = try lab.shell("\"$LAB\" calibrate two.yaml \(data) --installs 4000")
    #expect([0, 2].contains(found.status), "\(found.errors)")
    #expect(
      found.output.contains("All of this is under the scenario half, the first of the file."),
      "\(found.output)")
  }

  @Test("counts by segment teach each segment's own numbers, and segments without counts are named")
  func segments() throws {
    let lab = try lab()
    let own = sampleExperiment.replacing(
      "loyal: {share: 0.5,", with: "loyal: {share: 0.5, allow: {rate: {beta: [6, 14]}},")
    try lab.write(own, to: "own.yaml")
    try lab.write(
      "arm,segment,installs,prompted,allowed_by_7\nlaunch,loyal,1000,1000,200\n", to: "parts.csv")
    let line = "\"$LAB\" calibrate own.yaml --counts parts.csv --installs 4000"
    let found = try lab.shell("\(line) --segment --out ours.yaml")
    #expect(found.status == 0, "\(found.errors)")
    for words in [
      "1,000 installs of 1 option, by segment (loyal), read by day 7.", "segments.loyal.allow.rate",
      "passing has no counts, so its own numbers",
    ] { #expect(found.output.contains(words), "\(words): \(found.output)") }
    #expect(try lab.read("ours.yaml").contains("\n      joint:\n        - paths: [allow.rate"))
    let simulated = try lab.shell("\"$LAB\" simulate ours.yaml --quiet")
    #expect(simulated.status == 0, "\(simulated.errors)")
    let members = try json(try lab.shell("\(line) --segment --format json").output)
    let data = try #require(members["data"] as? [String: Any])
    #expect(
      data["segments"] as? [String] == ["loyal"] && data["segments_not_counted"] as? [String] == ["passing"])
    #expect((data["counts"] as? [[String: Any]])?.first?["segment"] as? String == "loyal")
    try lab.write("arm,segment,installs,allowed\nlaunch,passing,1000,180\n", to: "test.csv")
    let update = try lab.shell(
      "\"$LAB\" calibrate own.yaml --update test.csv --day 7 --segment --installs 4000")
    #expect(update.output.contains("by segment (passing), read by day 7"), "\(update.errors)")
    let together = try lab.shell(line)
    #expect(together.errors.contains("'--segment' fits each by its own rows"), "\(together.errors)")
    let common = try lab.shell(
      "\"$LAB\" calibrate sample.yaml --counts parts.csv --segment --installs 4000")
    #expect(common.output.contains("No uncertain number belongs to a segment alone"), "\(common.output)")
    for (text, words) in [
      (
        "arm,segment,installs,allowed_by_7\nlaunch,new,9,1\n",
        "bad.csv:2:1: the experiment has no installs of a segment 'new'"
      ),
      ("arm,installs,allowed_by_7\nlaunch,9,1\n", "bad.csv:1:1: no column 'segment'"),
    ] {
      try lab.write(text, to: "bad.csv")
      let refused = try lab.shell("\"$LAB\" calibrate own.yaml --counts bad.csv --segment")
      #expect(refused.status == 65 && refused.errors.contains(words), "\(refused.errors)")
    }
  }

  @Test("a test that tells too little is refused with how many installs would do")
  func tooSmall() throws {
    let lab = try lab()
    try lab.write("arm,installs,allowed\nlaunch,2,0\n", to: "tiny.csv")
    let found = try lab.shell(
      "\"$LAB\" calibrate sample.yaml --update tiny.csv --day 7 --installs 4000 --out new.yaml")
    #expect(found.status == 2, "\(found.errors)")
    #expect(
      found.errors.contains("too little to change the file")
        && found.errors.contains("times as many installs"))
    #expect(!FileManager.default.fileExists(atPath: lab.path("new.yaml")))
  }

  @Test(
    "data that cannot be are refused with their place and what to do",
    arguments: [
      ("counts", "arm,installs\nlaunch,10\n", "bad.csv:1:1: no column such as allowed_by_7"),
      ("counts", "arm,installs,allowed_by_7\nlaunch,-10,1\n", "bad.csv:2:8: installs is negative: '-10'"),
      ("counts", "arm,installs,allowed_by_7\nlaunch,10,11\n", "expected at most 10"),
      (
        "counts", "arm,installs,allowed_by_7\nlunch,10,1\n",
        "bad.csv:2:1: the experiment has no option 'lunch'"
      ),
      (
        "counts", "arm,installs,allowed_by_7\nlaunch,10,nan\n",
        "expected a whole number of installs, found 'nan'"
      ),
      ("counts", "arm,installs,allowed_by_7\nlaunch,9e99,1\n", "expected a whole number of installs"),
      ("counts", "arm,installs,allowed_by_7\nlaunch,99999999999999999999,1\n", "more than 1,000,000,000"),
      ("counts", "", "bad.csv:1:1: the file is empty"),
      ("update", "", "bad.csv:1:1: the file is empty"),
      ("update", "arm,prompted,allowed\nlaunch,10,1\n", "no column 'installs'"),
      (
        "update", "arm,installs,allowed\nlaunch,10,1\nlunch,10,1\n",
        "bad.csv:3:1: the experiment has no option 'lunch'"
      ),
      (
        "update", "arm,installs,allowed\nlunch,10,1\nlatter,10,1\n",
        "If 'lunch' is 'launch' and 'latter' is 'later' there, add --map-arm launch=lunch --map-arm later=latter"
      ),
      ("update", "arm,installs,allowed\nlaunch,10,1\nlater,0,0\n", "bad.csv:3:1: 'later' has no installs"),
      ("counts", "arm,segment,installs,allowed_by_7\nlaunch,,10,1\n", "bad.csv:2:8: 'segment' is empty"),
      ("update", "arm,installs,allowed\nlaunch,10,-1\n", "negative"),
      ("sessions", "install_id,started_at\n1,yesterday\n", "expected a moment such as"),
    ])
  func refused(_ option: String, _ text: String, _ words: String) throws {
    let lab = try lab()
    try lab.write(text, to: "bad.csv")
    let counts = option == "sessions" ? "--counts funnel.csv " : ""
    let found = try lab.shell("\"$LAB\" calibrate sample.yaml \(counts)--\(option) bad.csv --out new.yaml")
    #expect(found.status == 65, "\(found.status): \(found.errors)")
    #expect(found.errors.contains(words), "\(found.errors)")
    #expect(found.output.isEmpty && !FileManager.default.fileExists(atPath: lab.path("new.yaml")))
  }

  @Test("options that cannot be are refused with what to do")
  func misuse() throws {
    let lab = try lab()
    for (line, words) in [
      ("", "Give what was counted"),
      ("--counts funnel.csv --update funnel.csv", "Give one of"),
      ("--counts funnel.csv --as-of 2026-01-01", "'--as-of' goes with event rows"),
      ("--moments funnel.csv --segment", "'--segment' goes with '--counts' and '--update'"),
      ("--update funnel.csv --day 0", "'--day' must be from 1 to 365"),
      ("--update funnel.csv --day 29", "does not go with 'funnel.csv', whose answers were counted by day"),
      ("--counts funnel.csv --fit nothing.there", "no uncertain number 'nothing.there'"),
      ("--counts funnel.csv --map-arm a=b", "the file has no option 'a'"),
      ("--counts funnel.csv --out sample.yaml", "would overwrite the experiment"),
      ("--counts funnel.csv --teach lunch", "the file has no option 'lunch'; its options are launch, later"),
      ("--counts funnel.csv --teach launch,launch", "names the option 'launch' twice"),
      ("--counts funnel.csv --teach ,", "'--teach' expects options, as in '--teach launch,later'"),
      ("--counts funnel.csv --teach later --out new.yaml", "'--teach' learns and writes nothing"),
    ] {
      let found = try lab.shell("\"$LAB\" calibrate sample.yaml \(line)")
      #expect(found.status == 64 && found.errors.contains(words), "\(line): \(found.errors)")
    }
    let twice = try lab.shell("\"$LAB\" calibrate - --counts - < sample.yaml")
    #expect(twice.status == 64 && twice.errors.contains("Standard input can be read once"), "\(twice.errors)")
    let missing = try lab.shell("\"$LAB\" calibrate sample.yaml --counts nowhere.csv")
    #expect([65, 74].contains(missing.status) && missing.errors.contains("nowhere.csv"), "\(missing.errors)")
  }
}
