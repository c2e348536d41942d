import Foundation
import GRDB
import Testing

@Suite("Runs that choose their own size, and what they must show")
struct StoppingTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    return lab
  }

  @Test("--precision doubles the trials until the errors are small, and leaves one run of that size")
  func precision() throws {
    let lab = try lab()
    let first = try lab.shell("\"$LAB\" simulate sample.yaml --installs 40 --precision 0.005 --format csv")
    #expect(first.status == 0)
    let told = try #require(first.errors.firstMatch(of: /^([0-9,]+) trials are enough:/)?.1)
    let trials = told.replacing(",", with: "")
    let runs = try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n")
    #expect(runs.count == 2 && runs[1].contains(",\(trials),"))
    // The same as the run of that size, which is therefore found.
    let plain = try lab.shell(
      "\"$LAB\" simulate sample.yaml --installs 40 --trials \(trials) --format csv")
    #expect(plain.output == first.output && plain.errors.contains("has computed this already"))
    let again = try lab.shell("\"$LAB\" simulate sample.yaml --installs 40 --precision 0.005 --format csv")
    #expect(again.output == first.output)
    #expect(try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n").count == 2)
  }

  @Test("--precision that was killed between two sizes goes on without leaving a run that nobody asked for")
  func killed() throws {
    let lab = try lab()
    let line = "\"$LAB\" simulate sample.yaml --installs 40 --precision 0.000001"
    let whole = try lab.shell("\(line) --max-trials 1600 --format csv --db whole.sqlite")
    #expect(whole.status == 2)
    // What a kill after the second size leaves: all of its trials, and no answer.
    #expect(try lab.shell("\(line) --max-trials 400 --db cut.sqlite").status == 2)
    let queue = try DatabaseQueue(path: lab.path("cut.sqlite"))
    try queue.write { db in
      try db.execute(
        sql: """
          UPDATE run SET finished_at = NULL;
          DELETE FROM summary; DELETE FROM stopping; DELETE FROM alternative_study; DELETE FROM checksum;
          UPDATE trial SET checksum = NULL
          """)
    }
    try queue.close()
    let resumed = try lab.shell("\(line) --max-trials 1600 --format csv --db cut.sqlite")
    #expect(resumed.status == 2 && resumed.output == whole.output)
    let runs = try lab("runs", "list", "--format", "csv", "--db", "cut.sqlite").output.split(
      separator: "\r\n")
    #expect(runs.count == 2 && runs[1].contains(",1600,"))
  }

  @Test(
    "a precision that the most trials allowed do not reach ends with 2, what was reached, and how to go on")
  func unreached() throws {
    let lab = try lab()
    let line = "simulate sample.yaml --installs 40 --precision 0.4pp --max-trials"
    let first = try lab.shell("\"$LAB\" \(line) 30 --quiet")
    #expect(first.status == 2)
    #expect(
      first.errors.contains(
        #/Not reached: 30 trials were run, the most allowed: the largest Monte Carlo error of a difference is at most [0-9.]+ pp, not below 0\.4 pp; about [0-9,]+ trials are needed\./#
      ))
    let command = String(try #require(first.errors.firstMatch(of: /\n  att-lab (.*)\n/)?.1))
    #expect(
      command.contains("--precision 0.4pp") && command.contains("--max-trials ") && !command.contains(" 30"))
    // Going on computes the trials that are missing and no other.
    let cut = try DatabaseQueue(path: lab.path("att-lab.sqlite"))
    let before = try cut.read {
      try Row.fetchAll($0, sql: "SELECT trial, checksum FROM trial ORDER BY trial")
    }
    try cut.close()
    let gone = try lab.shell("\"$LAB\" \(command) --name longer")
    #expect(gone.status == 0, "\(gone.errors)")
    let plain = try lab.shell("\"$LAB\" \(command) --db alone.sqlite --format csv")
    #expect(try lab("runs", "show", "longer", "--format", "csv").output == plain.output)
    #expect(before.count == 30)
  }

  @Test("a precision that was not reached is not looked for again where it was missed")
  func repeated() throws {
    let lab = try lab()
    let line = "simulate sample.yaml --installs 40 --precision 0.000001 --max-trials 700"
    let first = try lab.shell("\"$LAB\" \(line) --format csv")
    let queue = try DatabaseQueue(path: lab.path("att-lab.sqlite"))
    // Any trial that is stored anew would trip over it, be it computed or copied.
    try queue.write { db in
      try db.execute(
        sql:
          "CREATE TRIGGER none BEFORE INSERT ON trial BEGIN SELECT raise(ABORT, 'a trial is stored again'); END"
      )
    }
    try queue.close()
    let again = try lab.shell("\"$LAB\" \(line) --format csv")
    #expect(first.status == 2 && again.status == 2 && again.output == first.output, "\(again.errors)")
    let looser = try lab.shell(
      "\"$LAB\" simulate sample.yaml --installs 40 --precision 0.0000001 --max-trials 700")
    #expect(looser.status == 2)
  }

  @Test("--decide stops where the options are far apart, and --max-trials bounds both")
  func decide() throws {
    let lab = try lab()
    let clear = try lab.shell("\"$LAB\" simulate sample.yaml --installs 40 --decide 0.01 --name chosen")
    #expect(clear.output.contains("\n200 trials are enough: ") && clear.errors.isEmpty)
    #expect(try lab("runs", "show", "chosen").output.contains("\n200 trials are enough: "))
    let bounded = try lab.shell(
      "\"$LAB\" simulate sample.yaml --installs 40 --precision 0.000001 --max-trials 30")
    #expect(bounded.status == 2 && bounded.output.contains("\n30 trials were run, the most allowed:"))
    // Kept with the run, for later readers.
    let json = try lab("runs", "show", "--format", "json").output
    #expect(json.contains("\"rule\": \"precision\"") && json.contains("\"met\": false"))
    // The same size, given: the goal is no matter of this answer.
    let given = try lab.shell("\"$LAB\" simulate sample.yaml --installs 40 --trials 30")
    #expect(!given.output.contains("the most allowed"))
  }

  @Test(
    "options that contradict one another are refused",
    arguments: [
      ("--precision 0.1 --trials 3", "leave one out"), ("--precision 0.1 --decide 0.1", "give one"),
      ("--max-trials 10", "give one of them"), ("--decide 0", "expected a number above 0"),
    ])
  func contradictions(options: String, message: String) throws {
    let outcome = try lab().shell("\"$LAB\" simulate sample.yaml \(options)")
    #expect(outcome.status == 64 && outcome.errors.contains(message))
  }

  @Test("--require exits with 2 and says by how much, unless the run shows it")
  func require() throws {
    let lab = try lab()
    let line = "\"$LAB\" simulate sample.yaml --trials 100 --require"
    let shown = try lab.shell("\(line) 'later.opt_in_per_install > launch + 0.02 @ 90%'")
    #expect(shown.status == 0)
    #expect(shown.errors.contains("Shown: later.opt_in_per_install > launch + 0.02 @ 90%."))
    let missed = try lab.shell("\(line) 'later.opt_in_per_install < launch @ 95%'")
    #expect(missed.status == 2)
    #expect(missed.errors.contains("Not shown: later.opt_in_per_install < launch @ 95%."))
    #expect(missed.errors.contains("95% required") && missed.output.hasPrefix("Now or later?"))
    let unknown = try lab.shell("\(line) 'nobody.opt_in_per_install > 0 @ 95%'")
    #expect(unknown.status == 64 && unknown.errors.contains("there is no option 'nobody'"))
  }
}
