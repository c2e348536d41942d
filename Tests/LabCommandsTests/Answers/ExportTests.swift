import Foundation
import Runs
import Testing

@Suite("Exported tables")
struct ExportTests {
  /// A lab with one run of the sample, of enough trials for intervals.
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    #expect(try lab("simulate", "sample.yaml", "--trials", "24", "--name", "sample").status == 0)
    return lab
  }

  private func table(_ name: String, _ lab: Lab) throws -> [[String: String]] {
    let outcome = try lab("export", "sample", "--table", name)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = parsed(outcome.output)
    let header = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  /// Every table that is CSV.
  private let tables = [
    "review", "summary", "differences", "daily", "segments", "funnel", "parameters", "findings", "trials",
    "draws",
  ]

  /// The command that gave the lab its run.
  private let simulated = ["simulate", "sample.yaml", "--trials", "24"]

  @Test(
    "headers are those that Data/README.md defines, in its order",
    arguments: [
      "summary", "differences", "daily", "segments", "funnel", "parameters", "findings", "trials", "draws",
    ])
  func headers(name: String) throws {
    let lab = try lab()
    let lines = parsed(try lab("export", "--table", name, "--out", "-").output)
    #expect(try lines.first == documented(under: "### `\(name)`"))
    #expect(lines.count > 1 && lines.allSatisfy { $0.count == lines[0].count })
  }

  @Test("the list of runs has the headers that Data/README.md defines")
  func runsHeader() throws {
    let lines = parsed(try lab()("runs", "list", "--format", "csv").output)
    #expect(try lines.first == documented(under: "## The list of runs"))
  }

  @Test("the review is the table that simulate writes")
  func review() throws {
    let lab = try lab()
    let csv = try lab("simulate", "sample.yaml", "--trials", "24", "--format", "csv").output
    #expect(try lab("export").output == csv && csv.count > 500)
  }

  @Test(
    "every table comes straight from simulate too, the same as from the store, and alone on standard output")
  func straight() throws {
    let lab = try lab()
    for name in tables {
      let exported = try lab("export", "--table", name).output
      let quiet = try lab.run(simulated + ["--table", name, "--csv", "-", "--quiet"])
      #expect(quiet.status == 0 && quiet.errors.isEmpty && quiet.output == exported, "\(name)")
    }
    // Alone it takes the answer's place; beside a file it does not.
    let trials = try lab("export", "--table", "trials").output
    let alone = try lab.run(simulated + ["--table", "trials"])
    #expect(alone.output == trials && alone.errors.contains("has computed this already"))
    #expect(try lab.run(simulated + ["--table", "trials", "--format", "csv", "--quiet"]).output == trials)
    let beside = try lab.run(simulated + ["--table", "trials", "--csv", "trials.csv", "--quiet"])
    #expect(try lab.read("trials.csv") == trials && beside.output.hasPrefix("Now or later?"))
    // A first run, whose trials are simulated and not read back.
    let fresh = try lab.run(simulated + ["--db", "fresh.sqlite", "--quiet", "--table", "trials"])
    #expect(fresh.output == trials)
  }

  @Test("a table that simulate cannot write is refused with what it can")
  func refusedTables() throws {
    let lab = try lab()
    func refused(_ options: [String], _ words: String...) throws {
      let outcome = try lab.run(simulated + options)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(options)")
      for word in words { #expect(outcome.errors.contains(word), "\(options): \(outcome.errors)") }
    }
    try refused(["--table", "pie"], "pie", "review", "summary", "draws")
    try refused(["--table", "strategy"], "JSON of one option", "att-lab export")
    try refused(["--table", "draws", "--format", "json"], "'--table draws' is CSV")
    try refused(["--table", "draws", "--shard", "1/2"], "--table is of a whole run")
  }

  @Test("the 90% range of a difference can be computed again from the trials and their noise")
  func noise() throws {
    let lab = try lab()
    let trials = try table("trials", lab)
    #expect(trials.allSatisfy { Double($0["objective_noise"] ?? "").map { $0 >= 0 } == true })
    #expect(trials.allSatisfy { ($0["difference_noise"] == "") == ($0["is_baseline"] == "true") })
    let launch = trials.filter { $0["arm"] == "launch" }.compactMap { Double($0["objective"] ?? "") }
    let later = trials.filter { $0["arm"] == "later" }
    let differences = zip(later, launch).map { (Double($0["objective"] ?? "") ?? .nan) - $1 }
    let noise = later.compactMap { Double($0["difference_noise"] ?? "") }
    try #require(differences.count == 24 && noise.count == 24)
    let mean = differences.reduce(0, +) / 24
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 23
    let share = max(0, 1 - noise.reduce(0, +) / 24 / variance)
    #expect(share > 0 && share < 1)
    let shrunk = differences.map { mean + share.squareRoot() * ($0 - mean) }.sorted()
    // Type 6: the quantile at p is at rank (24 + 1) p, from 1 on.
    func quantile(_ p: Double) -> Double {
      let rank = 25 * p - 1
      return shrunk[Int(rank)] + (rank - Double(Int(rank))) * (shrunk[Int(rank) + 1] - shrunk[Int(rank)])
    }
    let row = try #require(
      try table("differences", lab).first { $0["arm"] == "later" && $0["is_objective"] == "true" })
    #expect(abs((Double(row["low"] ?? "") ?? .nan) - quantile(0.05)) < 1e-12)
    #expect(abs((Double(row["high"] ?? "") ?? .nan) - quantile(0.95)) < 1e-12)
  }

  @Test("a weighted objective has its noise in every trial, the square of the weighted draws")
  func weightedNoise() throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment + "\nobjective: {opt_in_per_install: 1, sessions_lost_per_install: -0.1}\n",
      to: "weighted.yaml")
    let outcome = try lab.run([
      "simulate", "weighted.yaml", "--trials", "20", "--table", "trials", "--csv", "-",
    ])
    let lines = outcome.output.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let header = try #require(lines.first)
    let objective = try #require(header.firstIndex(of: "objective_noise"))
    let difference = try #require(header.firstIndex(of: "difference_noise"))
    let baseline = try #require(header.firstIndex(of: "is_baseline"))
    try #require(lines.count > 20)
    for row in lines.dropFirst() {
      #expect(Double(row[objective]).map { $0 >= 0 } == true)
      #expect(row[difference].isEmpty == (row[baseline] == "true"))
    }
  }

  @Test("the means of trials are those of the summary, and differences those of the means")
  func redrawn() throws {
    let lab = try lab()
    let trials = try table("trials", lab)
    let summary = try table("summary", lab)
    let differences = try table("differences", lab)
    #expect(trials.count == 24 * 3)
    var checked = 0
    for row in summary {
      let arm = try #require(row["arm"])
      let metric = try #require(row["metric"])
      let values = trials.filter { $0["arm"] == arm }.compactMap { Double($0[metric] ?? "") }
      guard let mean = Double(row["mean"] ?? "") else { continue }
      // Sums of a few dozen numbers of order one to ten, in another order.
      #expect(abs(values.reduce(0, +) / Double(values.count) - mean) < 1e-12 * max(1, abs(mean)))
      checked += 1
      guard let base = summary.first(where: { $0["arm"] == "launch" && $0["metric"] == metric })
      else { continue }  // launch has no pre-prompt
      if arm != "launch", let other = Double(base["mean"] ?? ""), base["trials"] == "24",
        row["trials"] == "24"
      {
        let difference = try #require(differences.first { $0["arm"] == arm && $0["metric"] == metric })
        #expect(abs((Double(difference["mean"] ?? "") ?? .nan) - (mean - other)) < 1e-12 * max(1, abs(mean)))
        #expect(difference["baseline"] == "launch")
      }
    }
    #expect(checked > 40)
  }

  @Test("the last day of the curves and the final states hold together with the trials' counts")
  func daily() throws {
    let lab = try lab()
    let trials = try table("trials", lab)
    let days = try table("daily", lab)
    for row in trials {
      let states = [
        "final_authorized", "final_denied_by_answer", "final_denied_by_device", "final_restricted",
        "final_undetermined", "final_no_att",
      ]
      #expect(states.reduce(0) { $0 + (Int(row[$1] ?? "") ?? -1) } == Int(row["installs"] ?? ""))
    }
    for arm in ["launch", "later", "closable"] {
      let own = trials.filter { $0["arm"] == arm }
      let answered = own.reduce(0.0) {
        $0 + (Double($1["answered_allow"] ?? "") ?? .nan) + (Double($1["answered_deny"] ?? "") ?? .nan)
      }
      let installs = own.reduce(0.0) { $0 + (Double($1["installs"] ?? "") ?? .nan) }
      let last = days.filter { $0["arm"] == arm && $0["day"] == "10" }
      #expect(last.count == 2)
      // Scores of allowing and of denying add up to the answers, whatever was tossed.
      let shares = last.reduce(0.0) { $0 + (Double($1["mean"] ?? "") ?? .nan) }
      #expect(abs(shares - answered / installs) < 1e-9)
    }
  }

  @Test("a funnel narrows, and ends with the opt-in of the summary")
  func funnel() throws {
    let lab = try lab()
    let rows = try table("funnel", lab)
    let summary = try table("summary", lab)
    for arm in ["launch", "later", "closable"] {
      let stages = rows.filter { $0["arm"] == arm && $0["part"] == "stage" }
      let shares = stages.map { Double($0["per_install"] ?? "") ?? .nan }
      #expect(stages.first?["step"] == "installs" && shares.first == 1)
      #expect(stages.contains { $0["step"] == "pre_prompt_continued" } == (arm == "closable"))
      // Up to the alert each stage is of the one before; opt-in may gain in Settings.
      #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 >= $1 || arm == "closable" })
      let optIn = summary.first { $0["arm"] == arm && $0["metric"] == "opt_in_per_install" }
      #expect(stages.last?["per_install"] == optIn?["mean"])
    }
    #expect(Set(rows.compactMap { $0["part"] }) == ["stage", "device", "request"])
  }

  @Test("segments and parameters hold what the file says")
  func parts() throws {
    let lab = try lab()
    let segments = try table("segments", lab)
    #expect(Set(segments.compactMap { $0["segment"] }) == ["loyal", "passing"])
    #expect(segments.allSatisfy { $0["share"] == "0.5" && $0["metric"] != "median_days_to_decision" })
    let parameters = try table("parameters", lab)
    let rate = try #require(parameters.first { $0["parameter"] == "allow.rate" })
    #expect(
      rate["is_drawn"] == "true" && rate["distribution"] == "{beta: [6.0, 14.0]}" && rate["value"] == "")
    #expect(rate["grade"] == "assumed")
    let cold = try #require(parameters.first { $0["parameter"]?.hasSuffix("cold_odds_ratio") == true })
    #expect(cold["is_drawn"] == "false" && cold["distribution"] == "" && cold["value"] == "0.5")
    let draws = try table("draws", lab)
    #expect(draws.count == 24 && draws.allSatisfy { (0...1).contains(Double($0["value"] ?? "") ?? -1) })
  }

  @Test("a strategy is written whole, in the documented words")
  func strategy() throws {
    let lab = try lab()
    let text = try lab("export", "--table", "strategy", "--arm", "closable").output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["schema"] as? String == "att-lab/strategy/1")
    #expect(document["allowed_by_apple"] as? Bool == false)
    let strategy = try #require(document["strategy"] as? [String: Any])
    #expect((strategy["trigger"] as? [String: Any])?["kind"] as? String == "onboarding")
    #expect((strategy["pre_prompt"] as? [String: Any])?["is_dismissible"] as? Bool == true)
    let readme = try dataReadme()
    for key in strategy.keys { #expect(readme.contains("`strategy.\(key)`")) }
    for key in document.keys where key != "strategy" { #expect(readme.contains("`\(key)`")) }

    let unnamed = try lab("export", "--table", "strategy")
    #expect(unnamed.status == 64 && unnamed.errors.contains("launch, later, closable"))
    let unknown = try lab("export", "--table", "strategy", "--arm", "nobody")
    #expect(unknown.status == 64 && unknown.errors.contains("no option 'nobody'"))
  }

  @Test("names that a spreadsheet would run are harmless in every table")
  func formulas() throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment.replacing("loyal:", with: "\"=HYPERLINK(1)\":")
        .replacing("launch: {ask", with: "\"+launch\": {ask").replacing(
          "experiment: sample", with: "experiment: \"@x\""),
      to: "sample.yaml")
    let run = try lab("simulate", "sample.yaml", "--trials", "2", "--quiet")
    #expect(run.status == 0)
    for name in tables {
      for row in parsed(try lab("export", "--table", name).output) {
        #expect(!row.contains { cell in "=+@\t\r".contains(cell.prefix(1)) && !cell.isEmpty })
      }
    }
  }

  @Test("a run of one option and a run cut short are exported, the latter with a remark")
  func short() throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment.replacing(/\n  (closable|later): .*/, with: ""), to: "sample.yaml")
    #expect(try lab("simulate", "sample.yaml").status == 0)
    for name in ["review", "summary", "daily", "segments", "funnel", "parameters", "trials", "draws"] {
      #expect(parsed(try lab("export", "--table", name).output).count > 1)
    }
    #expect(parsed(try lab("export", "--table", "differences").output).count == 1)
    #expect(try lab("export", "--table", "strategy").status == 0)

    _ = try lab.shell("sqlite3 att-lab.sqlite 'DELETE FROM trial WHERE trial >= 2' 2>/dev/null")
    let cut = try lab("export", "--table", "trials")
    if parsed(cut.output).count == 3 { #expect(cut.errors.contains("2 of 6 trials")) }
  }

  @Test("what cannot be read or written is said, with the right code, and no file is left behind")
  func badInput() throws {
    let lab = try lab()
    func refused(_ line: String, _ status: Int32, _ words: String) throws {
      let outcome = try lab.shell("\"$LAB\" export \(line)")
      #expect(outcome.status == status && outcome.output.isEmpty, "\(line)")
      #expect(outcome.errors.contains(words), "\(line): \(outcome.errors)")
    }
    try refused("nobody --out x.csv", 64, "no run 'nobody' among")
    try refused("last~7 --out x.csv", 64, "no run 'last~7'")
    try refused("--db none.sqlite --out x.csv", 74, "no store at 'none.sqlite'")
    try refused("--out nowhere/x.csv", 74, "nowhere' does not exist")
    try refused("--out .", 74, "cannot write '.'")
    try refused("--out att-lab.sqlite", 64, "would overwrite the store")
    try refused("--arm launch --out x.csv", 64, "belongs to '--table strategy'")
    try refused("--table pie --out x.csv", 64, "draws")
    // A file may not grow beyond 50 KiB: as on a full disk, after the first pieces were written.
    #expect(try lab("simulate", "sample.yaml", "--trials", "90", "--quiet").status == 0)
    let full = try lab.shell(
      "trap '' XFSZ; ulimit -f 100; echo old > old.csv; \"$LAB\" export --table trials --out old.csv")
    #expect(full.status == 74 && full.errors.contains("cannot write 'old.csv'"))
    #expect(try lab.read("old.csv") == "old\n")
    let left = try FileManager.default.contentsOfDirectory(atPath: lab.folder.path)
    #expect(left.filter { $0.hasSuffix(".part") || $0 == "x.csv" } == [])

    for _ in 0..<2 { #expect(try lab("runs", "remove", "last", "--yes").status == 0) }
    try refused("--out x.csv", 64, "holds no runs yet")
    #expect(try lab("runs").output.hasPrefix("No runs yet in 'att-lab.sqlite'. "))
  }

  @Test("files are written whole, through links; devices and pipes are written to")
  func outputs() throws {
    let lab = try lab()
    let text = try lab("export", "--table", "daily").output
    #expect(try lab.shell("echo old > real.csv; ln -s real.csv link.csv").status == 0)
    #expect(try lab("export", "--table", "daily", "--out", "link.csv").status == 0)
    #expect(try lab.read("real.csv") == text)
    #expect(try lab.shell("readlink link.csv").output == "real.csv\n")
    let piped = try lab.shell(
      "{ \"$LAB\" export --table draws; echo \"status $?\" >&2; } | head -n 1")
    #expect(piped.output == "run,experiment,trial,parameter,value\r\n" && piped.errors == "status 0\n")
    let device = try lab.shell("\"$LAB\" export --table daily --out /dev/stdout | cat")
    #expect(device.output == text)
  }

  private func dataReadme() throws -> String {
    try String(
      contentsOf: Lab.experiments.deletingLastPathComponent().appendingPathComponent("Data/README.md"),
      encoding: .utf8)
  }

  /// The columns of the first table under a heading of Data/README.md.
  private func documented(under heading: String) throws -> [String] {
    let text = try dataReadme()
    let metrics = names(in: text, after: "The metrics, in the order of their columns")
    return names(in: text, after: heading + "\n").flatMap { name in
      name == "every metric" ? metrics : [name]
    }
  }

  private func names(in text: String, after heading: String) -> [String] {
    guard let start = text.range(of: heading) else { return [] }
    var names: [String] = []
    for line in text[start.upperBound...].split(separator: "\n").drop(while: { !$0.hasPrefix("|---") })
      .dropFirst()
    {
      guard line.hasPrefix("|") else { break }
      let cell = line.dropFirst().prefix { $0 != "|" }
      if cell.contains("every metric") { names.append("every metric") }
      for (index, part) in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 { names.append(String(part)) }
    }
    return names
  }
}

/// The cells of a CSV text, read as RFC 4180 says, apart from the code that writes it.
func parsed(_ text: String) -> [[String]] {
  var rows: [[String]] = []
  var row: [String] = []
  var cell = ""
  var isQuoted = false
  let scalars = Array(text.unicodeScalars)
  var index = 0
  while index < scalars.count {
    let scalar = scalars[index]
    if isQuoted {
      if scalar == "\"" {
        if index + 1 < scalars.count, scalars[index + 1] == "\"" {
          cell.unicodeScalars.append("\"")
          index += 1
        } else {
          isQuoted = false
        }
      } else {
        cell.unicodeScalars.append(scalar)
      }
    } else if scalar == "\"" {
      isQuoted = true
    } else if scalar == "," {
      row.append(cell)
      cell = ""
    } else if scalar == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" {
      row.append(cell)
      rows.append(row)
      (row, cell) = ([], "")
      index += 1
    } else {
      cell.unicodeScalars.append(scalar)
    }
    index += 1
  }
  return rows
}
