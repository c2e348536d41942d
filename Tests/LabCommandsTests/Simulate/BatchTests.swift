import Foundation
import Testing

@Suite("Batches of settings")
struct BatchTests {
  private let settings = """
    name,population.allow.rate,seed,arms.later.delay_seconds
    low,0.2,,
    high,"{beta: [30, 60]}",7,2
    ,0.35,,

    """

  /// A lab with the sample and a file of settings.
  private func lab(_ settings: String? = nil, _ experiment: String = sampleExperiment) throws -> Lab {
    let lab = try Lab()
    try lab.write(experiment, to: "sample.yaml")
    try lab.write(settings ?? self.settings, to: "s.csv")
    return lab
  }

  private let batch = ["simulate", "sample.yaml", "--batch", "s.csv"]

  @Test("every row is the run that the same command with its settings makes, id and bits")
  func alone() throws {
    let lab = try lab()
    let outcome = try lab.run(batch + ["--trials", "24", "--db", "batch.sqlite"])
    #expect(outcome.status == 0 && outcome.errors.contains("Row 3 of 3: run "))
    for (number, sets) in [
      ["--set", "population.allow.rate=0.2", "--name", "low"],
      [
        "--set", "population.allow.rate={beta: [30, 60]}", "--set", "seed=7", "--set",
        "arms.later.delay_seconds=2", "--name", "high",
      ], ["--set", "population.allow.rate=0.35"],
    ].enumerated() {
      #expect(
        try lab.run(["simulate", "sample.yaml", "--trials", "24", "--db", "alone.sqlite"] + sets).status == 0)
      for table in ["review", "summary", "trials", "draws", "parameters"] {
        let own = try lab("export", "last", "--table", table, "--db", "alone.sqlite").output
        let run = "last~\(2 - number)"
        #expect(try lab("export", run, "--table", table, "--db", "batch.sqlite").output == own, "\(table)")
      }
    }
    let columns = ["run", "name", "experiment", "seed", "trials", "stored_trials", "installs", "winner"]
    #expect(try listed("batch.sqlite", columns, lab) == listed("alone.sqlite", columns, lab))
    for line in try listed("batch.sqlite", ["run", "name"], lab) { #expect(outcome.output.contains(line[0])) }
  }

  private func listed(_ store: String, _ columns: [String], _ lab: Lab) throws -> [[String]] {
    let lines = parsed(try lab("runs", "list", "--format", "csv", "--db", store).output)
    let positions = try columns.map { name in try #require(lines[0].firstIndex(of: name)) }
    return lines.dropFirst().map { line in positions.map { line[$0] } }
  }

  @Test(
    "one table holds all rows, each after what it set",
    arguments: [
      "review", "summary", "differences", "daily", "segments", "funnel", "parameters", "findings", "trials",
      "draws",
    ])
  func tables(name: String) throws {
    let lab = try lab()
    let outcome = try lab.run(batch + ["--table", name, "--csv", "-", "--quiet"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = parsed(outcome.output)
    let own = ["row", "name", "set.population.allow.rate", "set.seed", "set.arms.later.delay_seconds"]
    #expect(Array(lines[0].prefix(own.count)) == own)
    var expected: [[String]] = []
    let cells = [
      ["1", "low", "0.2", "", ""], ["2", "high", "{beta: [30, 60]}", "7", "2"], ["3", "", "0.35", "", ""],
    ]
    for (position, cells) in cells.enumerated() {
      let table = parsed(try lab("export", "last~\(2 - position)", "--table", name).output)
      #expect(Array(lines[0].dropFirst(own.count)) == table[0])
      expected += table.dropFirst().map { cells + $0 }
    }
    #expect(Array(lines.dropFirst()) == expected)
  }

  @Test("rows with other objectives have their columns side by side")
  func otherColumns() throws {
    let lab = try lab(
      "objective\nopt_in_per_install\n\"{opt_in_per_install: 1, sessions_lost_per_install: -1}\"\n")
    let lines = parsed(try lab.run(batch + ["--csv", "-", "--quiet"]).output)
    let column = try #require(lines[0].firstIndex(of: "objective"))
    #expect(lines.count == 7 && lines.allSatisfy { $0.count == lines[0].count })
    #expect(lines.dropFirst().map { $0[column].isEmpty } == [true, true, true, false, false, false])
  }

  @Test("everything that is wrong is reported with its row and column before anything runs")
  func problems() throws {
    let lab = try lab(
      """
      name,population.allow.rate,arms.latr.delay_seconds,trials
      last,1.4,,
      b,abc,3,0
      b,0.2,,"x
      "

      """)
    let outcome = try lab.run(batch)
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    let paths = outcome.errors.split(separator: "\n").map { $0.split(separator: " ").first ?? "" }
    #expect(
      paths == [
        "s.csv:2:1:", "s.csv:2:6:", "s.csv:3:3:", "s.csv:3:7:", "s.csv:3:9:", "s.csv:4:1:", "s.csv:4:9:",
      ])
    #expect(outcome.errors.contains("'rate' expects a number strictly between 0 and 1"))
    #expect(outcome.errors.contains("there is no option 'latr'. Did you mean 'later'?"))
    #expect(outcome.errors.contains("row 2 is called 'b' too"))
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))

    // What is wrong with the file is said once and not of every row, what is wrong with the command as ever.
    try lab.write(sampleExperiment.replacing("share: 0.5", with: "share: 1.5"), to: "wrong.yaml")
    let wrong = try lab.run(["simulate", "wrong.yaml", "--batch", "s.csv"])
    let said = wrong.errors.split(separator: "\n").filter { $0.hasPrefix("wrong.yaml:") }
    #expect(!said.isEmpty && Set(said).count == said.count)
    try lab.write(settings, to: "s.csv")
    let command = try lab.run(batch + ["--set", "population.allow.rat=1"])
    #expect(command.status == 64 && command.errors.contains("--set population.allow.rat"))
  }

  @Test("two rows of one run cannot have two names, and names of other runs are taken")
  func names() throws {
    let lab = try lab("name,population.allow.rate\nlow,0.2\nsame,0.20\n")
    let twice = try lab.run(batch)
    #expect(twice.status == 65 && twice.errors.contains("s.csv:3:1: row 1, 'low', sets the same"))
    #expect(try lab("simulate", "sample.yaml", "--name", "low", "--quiet").status == 0)
    try lab.write("name,population.allow.rate\nlow,0.2\n", to: "s.csv")
    let taken = try lab.run(batch)
    #expect(taken.status == 65 && taken.errors.contains("s.csv:2:1: the name 'low' belongs to "))
    #expect(try listed("att-lab.sqlite", ["name"], lab) == [["low"]])
    // A row whose run has the name already keeps it, and rows that set the same share a run.
    try lab.write("name,population.allow.rate\nlow,\n,\n,0.4\n", to: "s.csv")
    #expect(try lab.run(batch).status == 0)
    #expect(try listed("att-lab.sqlite", ["name"], lab) == [[""], ["low"]])
  }

  @Test("rows that are stored are not computed again, and a row that is not is")
  func goingOn() throws {
    let lab = try lab()
    #expect(try lab.run(["simulate", "sample.yaml", "--set", "population.allow.rate=0.35"]).status == 0)
    let first = try lab.run(batch)
    #expect(first.status == 0)
    let columns = ["run", "created_at", "seconds"]
    let before = try listed("att-lab.sqlite", columns, lab)
    #expect(before.count == 3)
    let again = try lab.run(batch)
    #expect(again.status == 0 && again.output == first.output)
    #expect(try listed("att-lab.sqlite", columns, lab) == before)
    let plan = try lab.run(batch + ["--dry-run"])
    #expect(plan.status == 0 && before.allSatisfy { plan.output.contains($0[0]) })
  }

  @Test("without a seed all rows get one, which is said and repeats them")
  func seeds() throws {
    let lab = try lab(nil, sampleExperiment.replacing("seed: 5\n", with: ""))
    let drawn = try lab.run(batch + ["--db", "drawn.sqlite"])
    let seed = try #require(drawn.errors.firstMatch(of: /Drew the seed ([0-9]+) for the rows/)).output.1
    #expect(try listed("drawn.sqlite", ["seed"], lab) == [["\(seed)"], ["7"], ["\(seed)"]])
    #expect(try lab.run(batch + ["--db", "given.sqlite", "--seed", "\(seed)"]).status == 0)
    #expect(
      try listed("given.sqlite", ["run", "seed"], lab) == listed("drawn.sqlite", ["run", "seed"], lab))
  }

  @Test("a batch chooses sizes, and looks before it runs")
  func variants() throws {
    let lab = try lab("population.allow.rate\n0.2\n0.3\n")
    let plan = try lab.run(batch + ["--dry-run"])
    #expect(plan.status == 0 && plan.output.split(separator: "\n").count == 3)
    #expect(
      plan.output.contains("to compute")
        && !FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
    #expect(try lab.run(batch + ["--precision", "0.02", "--max-trials", "200"]).status == 0)
    #expect(try listed("att-lab.sqlite", ["trials"], lab) == [["200"], ["200"]])
    try lab.write("trials\n50\n", to: "s.csv")
    let sized = try lab.run(batch + ["--precision", "0.02"])
    #expect(
      sized.status == 65 && sized.errors.contains("s.csv:2:1: '--precision' and '--decide' choose the trials")
    )
    let standard = try lab.shell(
      "printf 'installs\\n300\\n' | \"$LAB\" simulate sample.yaml --batch - --csv -")
    #expect(standard.status == 0 && parsed(standard.output).count == 4)
  }

  @Test(
    "what is of one run is refused",
    arguments: [
      "--shard 1/2", "--report r.html", "--require 'later.opt_in_per_install > launch @ 95%'", "--name x",
      "--format json", "--csv s.csv", "--batch ''",
    ])
  func refused(options: String) throws {
    let lab = try lab()
    let outcome = try lab.shell("\"$LAB\" simulate sample.yaml --batch s.csv \(options)")
    let option = options.split(separator: " ").prefix(options.hasPrefix("--format") ? 2 : 1).joined(
      separator: " ")
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains("'\(option)"))
    #expect(try lab.read("s.csv") == settings)
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
  }

  @Test("a file of settings that cannot be read is said, and both on standard input are too many")
  func unreadable() throws {
    let lab = try lab()
    let missing = try lab("simulate", "sample.yaml", "--batch", "none.csv")
    #expect(
      missing.status == 65
        && missing.errors == "none.csv: cannot be read: there is no such file. Look at the path\n")
    let both = try lab("simulate", "-", "--batch", "-")
    #expect(both.status == 64 && both.errors.contains("are both standard input"))
    try lab.write("", to: "s.csv")
    #expect(try lab.run(batch).errors.hasPrefix("s.csv:1:1: the file is empty"))
  }
}
