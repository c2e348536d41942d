import Foundation
import GSLNumerics
import Inference
import Testing

@testable import LabCommands

@Suite("Every error has words")
struct ErrorWordsTests {
  private static let numerics: [NumericsError] = [
    .tooFewValues(needed: 2, found: 1), .unequalLengths(first: 2, second: 3), .notFinite(position: 0),
    .outOfDomain(argument: "p", value: 2, expected: "from 0 to 1"), .noVariation,
    .noSignChange(lower: 0, upper: 1), .notConverged(routine: "root", iterations: 9),
    .library(code: 4, message: "domain"), .noFiniteResult(routine: "variance"),
  ]

  @Test("the failures of computations are sentences", arguments: numerics)
  func sentences(error: NumericsError) {
    for text in [error.description, RetentionFitError.numerics(error).description] {
      #expect(text.contains(" ") && !text.contains(/[a-z]\([a-z]+:/), "\(text)")
    }
  }

  @Test("a long value is cut in an error with a sign that it is")
  func cut() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let value = "[" + String(repeating: "1, ", count: 40)
    let outcome = try lab("simulate", "sample.yaml", "--set", "population.allow.rate=\(value)")
    #expect(outcome.status == 64 && outcome.errors.contains("1,…'"), "\(outcome.errors)")
  }

  @Test(
    "a printed command that is run as it stands says what its placeholders stand for",
    arguments: [
      ("analyze rows.csv --as-of DATE --day 7", "DATE stands for the day"),
      ("analyze rows.csv --as-of 2026-03-31 --day 7 --planned 90 --looks DATES", "DATES stands for the days"),
      ("analyze rows.csv --as-of 2026-03-31 --day 7", "rows.csv stands for the file of your test"),
      ("analyze counts.csv", "counts.csv stands for the file of your test"),
      ("calibrate EXPERIMENT.yaml --update test.csv --day 7", "EXPERIMENT.yaml stands for"),
      ("calibrate BEFORE.yaml --update test.csv --day 7", "BEFORE.yaml stands for"),
    ])
  func placeholders(command: String, meaning: String) throws {
    let outcome = try Lab().run(command.split(separator: " ").map(String.init))
    #expect([64, 65].contains(outcome.status) && outcome.errors.contains(meaning), "\(outcome.errors)")
  }

  @Test(
    "what an experiment cannot have is refused where it stands",
    arguments: [
      (
        "objective: {opt_in_per_install: 1e155}",
        "'opt_in_per_install' expects a number from -1000000000000 to 1000000000000"
      ),
      (
        "objective: {opt_in_per_install: -1e160}",
        "'opt_in_per_install' expects a number from -1000000000000 to 1000000000000"
      ),
    ])
  func weights(line: String, message: String) throws {
    let lab = try Lab()
    try lab.write("\(sampleExperiment)\n\(line)\n", to: "heavy.yaml")
    let outcome = try lab("simulate", "heavy.yaml")
    #expect(outcome.status == 65 && outcome.errors.hasPrefix("heavy.yaml:"))
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("retention that is no share is reported once, in words")
  func retention() throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment.replacing(
        #/  segments:\n(    .*\n)+/#,
        with: "  retention: {d1: 22, d7: .1, d30: .05, sessions_per_active_day: 2}\n"),
      to: "r.yaml")
    let outcome = try lab("check", "r.yaml")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.split(separator: "\n").filter { $0.contains("d1") }.count == 1, "\(outcome.errors)")
    #expect(!outcome.errors.contains("notAShare"))
  }

  @Test("a closed standard input, and what gives no bytes, is said in words")
  func closed() throws {
    let lab = try Lab()
    for command in ["simulate -", "check -", "trace -"] {
      let outcome = try lab.shell("\"$LAB\" \(command) <&-")
      #expect(
        outcome.status == 65 && outcome.errors.contains("standard input is closed"), "\(outcome.errors)")
    }
    let data = try lab.shell("\"$LAB\" analyze - <&-")
    #expect(data.status == 65 && data.errors.contains("standard input is closed"), "\(data.errors)")
  }

  @Test(
    "an unknown command is refused with the nearest one",
    arguments: [
      ("simulat a.yaml", "'att-lab' has no command 'simulat'. Did you mean 'simulate'?"),
      ("runs shw last", "'att-lab runs' has no command 'shw'. Did you mean 'show'?"),
      ("simulate --trails 10 a.yaml", "Did you mean '--trials'?"),
      (
        "plan --per-week 12000 a.yaml",
        "Unknown option '--per-week'. Did you mean '--installs-per-week 12000'?"
      ),
      ("plan a.yaml --per-month", "Unknown option '--per-month'. Did you mean '--installs-per-month'?"),
      ("plan --weekly 12000 a.yaml", "Unknown option '--weekly'. Did you mean '--installs-per-week 12000'?"),
      ("plan --installs-per-day 100 a.yaml", "Did you mean '--per-day 100'?"),
      ("plan --per-week=12000 a.yaml", "Did you mean '--installs-per-week 12000'?"),
      (
        "simulate a.yaml --no-store",
        "Unknown option '--no-store'. A simulation is kept, since show, plan and report read it."
      ),
      ("simulate a.yaml --db :memory:", "':memory:' is none. Name one, as in '--db run.sqlite'."),
      ("analyse x", "Did you mean 'analyze'?"),
      ("help optimise", "'att-lab' has no command 'optimise'. Did you mean 'optimize'?"),
      ("help runs shw", "'att-lab runs' has no command 'shw'. Did you mean 'show'?"),
    ])
  func unknownCommands(line: String, message: String) throws {
    let outcome = try Lab().shell("\"$LAB\" \(line)")
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(
    "a value that is none of the allowed ones is refused with the nearest one",
    arguments: [
      ("guide size", "for '<page>'. Did you mean 'size-a-test'? Please provide"),
      ("compare --metric optin", "Did you mean 'opt_in_per_install'?"),
      ("explain --format jso", "Did you mean 'json'? Please provide one of 'text' and 'json'."),
      ("explain --format xyz", "for '--format <format>'. Please provide one of"),
    ])
  func unknownValues(line: String, message: String) throws {
    let outcome = try Lab().shell("\"$LAB\" \(line)")
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(
    "a setting without its equals sign is refused with what to write",
    arguments: [
      ("population.allow.rate", "Write --set population.allow.rate=VALUE"),
      ("'population.allow.rate: 30%'", "Write --set 'population.allow.rate=30%'"),
      ("=3", "Write --set population.allow.rate=3"),
    ])
  func settings(text: String, next: String) throws {
    for command in ["simulate", "trace"] {
      let outcome = try Lab().shell("\"$LAB\" \(command) a.yaml --set \(text)")
      #expect(outcome.status == 64 && outcome.errors.contains(next), "\(outcome.errors)")
    }
  }

  @Test("help of a command is still a result")
  func helpOfACommand() throws {
    let outcome = try Lab().shell("\"$LAB\" help simulate")
    #expect(outcome.status == 0 && outcome.output.contains("att-lab simulate"), "\(outcome.errors)")
  }

  @Test(
    "a number with a minus is taken for the number that it is",
    arguments: [
      "simulate sample.yaml --trials -5", "simulate sample.yaml --installs -5", "runs list --limit -1",
      "simulate sample.yaml --threads -1", "trace sample.yaml --trial -1", "compare --margin -1",
      "simulate sample.yaml --precision -0.1",
    ])
  func minus(line: String) throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let outcome = try lab.shell("\"$LAB\" \(line)")
    #expect(outcome.status == 64 && !outcome.errors.contains("Missing value"), "\(outcome.errors)")
    #expect(outcome.errors.contains("-"))
  }

  @Test(
    "help and versions that cannot be written end with 74",
    arguments: ["--help", "--version", "simulate --help"])
  func fullHelp(option: String) throws {
    #expect(try Lab().shell("\"$LAB\" \(option) > /dev/full").status == 74)
    #expect(try Lab().shell("\"$LAB\" \(option) | true").status == 0)
  }

  @Test("a folder without a store has no runs yet, and that is no error")
  func noRunsYet() throws {
    let lab = try Lab()
    let outcome = try lab("runs")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("No runs yet"))
    #expect(try lab("runs", "--format", "json").output.contains("\"runs\": []"))
    #expect(try lab("runs", "--db", "named.sqlite").status == 74)
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
  }

  @Test("a file to start from says nothing of what others found", arguments: Preset.allCases)
  func starters(preset: Preset) {
    #expect(preset.text.contains("# Found:") && !preset.starter.contains("Found"))
    #expect(preset.starter.contains("\nexperiment: ") && preset.starter.contains("arms:"))
    let lines = Set(preset.text.split(separator: "\n"))
    #expect(preset.starter.split(separator: "\n").allSatisfy(lines.contains))
  }
}
