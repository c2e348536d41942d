import Foundation
import Testing

@Suite("Exit codes and streams")
struct ExitCodeTests {
  @Test(
    "misuse ends with 64, on standard error",
    arguments: [
      "simulate", "simulate a b", "simulate sample.yaml --threads 0", "simulate sample.yaml --set nothing",
      "simulate sample.yaml --trials many", "compare --metric happiness", "frobnicate",
      "runs list --limit 0", "simulate sample.yaml --precision nothing",
    ])
  func misuse(line: String) throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let outcome = try lab.shell("\"$LAB\" \(line)")
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains("Error:"))
  }

  @Test(
    "a number that cannot be meant ends with 64, whatever makes it wrong, and is named as it was typed",
    arguments: [
      ("--trials 0", "--trials: "), ("--trials -1", "--trials"), ("--trials 1e-3", "--trials"),
      ("--trials 99999999999", "--trials: "), ("--trials 99999999999999999999", "--trials"),
      ("--installs 0", "--installs: "), ("--test-installs 0", "--test-installs: "),
      ("--installs 1.5", "--installs"), ("--seed -1", "--seed"),
      ("--seed 18446744073709551616", "--seed"), ("--set trials=0", "--set trials: "),
      ("--set population.allow.rate=2", "--set population.allow.rate: "),
      ("--trials 4294967295 --installs 4294967295", "--trials: expected trials × installs"),
      ("--threads 0", "--threads"), ("--threads 99999", "--threads"), ("--precision 0", "--precision"),
      ("--precision nan", "--precision"), ("--precision inf", "--precision"),
      ("--precision 1%", "Did you mean '1pp'?"), ("--decide 0pp", "--decide"),
      ("--decide 0.1 --max-trials 1", "--max-trials"), ("--decide 0.1 --max-trials 1e-3", "--max-trials"),
    ])
  func numbers(options: String, name: String) throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let outcome = try lab.shell("\"$LAB\" simulate sample.yaml \(options)")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: ") && outcome.errors.contains(name))
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
  }

  @Test(
    "a count that is too large for anything is refused with its range or its digits, with separators",
    arguments: [
      ("plan --baseline 20% --per-arm 1e12", "from 1 to 1,000,000,000, not 1,000,000,000,000."),
      ("plan --baseline 20% --lift 2pp --planned 1e18", "a whole number of at most 15 digits"),
      ("plan --baseline 20% --lift 2pp --installs-per-week 1e18", "from 1 to 1,000,000,000, not 1e18."),
      ("simulate sample.yaml --installs 1000000000000000000", "a whole number of at most 15 digits"),
      ("simulate sample.yaml --trials 9223372036854775808", "a whole number of at most 15 digits"),
      ("optimize sample.yaml --max-trials 1e12", "from 50 to 10,000,000, not 1,000,000,000,000."),
      (
        "calibrate sample.yaml --counts none.csv --installs 1e12",
        "from 1,000 to 4,000,000, not 1,000,000,000,000."
      ),
      ("analyze rows.csv --planned 1e12 --peek", "from 1 to 1,000,000,000, not 1,000,000,000,000."),
      ("analyze rows.csv --planned 1e18 --peek", "a whole number of at most 15 digits"),
    ])
  func counts(line: String, words: String) throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write("arm,installed_at\n", to: "rows.csv")
    let outcome = try lab.shell("\"$LAB\" \(line)")
    #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("a bad file ends with 65, all its problems reported one a line, and no store is made")
  func badFile() throws {
    let lab = try Lab()
    try lab.write("experiment: x\npopulation: newz\narms: {a: {ask: never}}\n", to: "bad.yaml")
    let outcome = try lab("simulate", "bad.yaml")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count > 1 && lines.allSatisfy { $0.hasPrefix("bad.yaml:") })
    #expect(try lab("simulate", "no-such-file.yaml").status == 65)
    #expect(try lab("simulate", "bad.yaml", "--trials", "0").errors.contains("--trials: "))
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
  }

  @Test("a store or an output that cannot be used ends with 74")
  func inputOutput() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    try lab.write(
      "not a database, and longer than a header of one would be: \(String(repeating: "x", count: 99))",
      to: "text")
    #expect(try lab("simulate", "sample.yaml", "--db", "text").status == 74)
    #expect(try lab("simulate", "sample.yaml", "--db", "nowhere/s.sqlite").status == 74)
    #expect(try lab("runs", "--db", "none.sqlite").status == 74)
    #expect(try lab("simulate", "sample.yaml", "--csv", "nowhere/review.csv").status == 74)
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
    #expect(try lab("compare", "last").errors.contains("att-lab.sqlite"))
  }

  @Test("a reader that has gone away is no error")
  func brokenPipe() throws {
    let outcome = try Lab().shell("{ \"$LAB\" schema; echo \"status $?\" >&2; } | true")
    #expect(outcome.errors == "status 0\n")
  }

  #if os(Linux)
    @Test("an output that is full is one")
    func fullOutput() throws { #expect(try Lab().shell("\"$LAB\" schema > /dev/full").status == 74) }

    @Test("a device is written to, never replaced by a file")
    func device() throws {
      let outcome = try Lab().shell(
        """
        ln -s /dev/full out.csv
        "$LAB" init shop --out ours.yaml 2>/dev/null
        "$LAB" simulate ours.yaml --trials 2 --installs 50 --quiet --csv out.csv >/dev/null; echo "status $?"
        readlink out.csv
        """)
      #expect(outcome.output == "status 74\n/dev/full\n")
    }
  #endif

  @Test("the table and the report are never one file, by whatever names")
  func oneFile() throws {
    let lab = try Lab()
    #expect(try lab("init", "shop", "--out", "ours.yaml").status == 0)
    for other in ["same.x", "./same.x"] {
      let outcome = try lab(
        "simulate", "ours.yaml", "--trials", "1", "--installs", "50", "--csv", "same.x", "--report", other)
      #expect(outcome.status == 64 && outcome.errors.contains("are one file; name another for one of them"))
    }
    #expect(!FileManager.default.fileExists(atPath: lab.path("same.x")))
  }

  @Test(
    "a number that is none is refused with what was expected",
    arguments: [
      ("--trials", "nan"), ("--installs", "1e308"), ("--threads", "1.5"), ("--max-trials", "1,000"),
      ("--seed", "0xg"),
    ])
  func noNumber(option: String, text: String) throws {
    let outcome = try Lab()("simulate", "ours.yaml", option, text)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("'\(text)'") && outcome.errors.contains("expected a whole number"))
  }

  @Test("a table is written over neither the experiment nor the store")
  func ownFiles() throws {
    let lab = try Lab()
    #expect(try lab("init", "shop", "--out", "ours.yaml").status == 0)
    let before = try lab.read("ours.yaml")
    for path in ["ours.yaml", "./ours.yaml", "att-lab.sqlite"] {
      let outcome = try lab(
        "simulate", "ours.yaml", "--trials", "1", "--installs", "50", "--csv", path)
      #expect(outcome.status == 64 && outcome.errors.contains("would overwrite"))
    }
    #expect(try lab.read("ours.yaml") == before)
  }

  @Test("init writes a file that runs, and never over another")
  func initialise() throws {
    let lab = try Lab()
    #expect(try lab("init", "shop", "--out", "ours.yaml").status == 0)
    // The command in its comments is for the file as it is named.
    #expect(try lab.read("ours.yaml").contains("att-lab simulate ours.yaml\n"))
    #expect(try lab("simulate", "ours.yaml", "--trials", "1", "--installs", "50").status == 0)
    try lab.write("mine", to: "news.yaml")
    let second = try lab("init")
    #expect(second.status == 74 && second.errors.contains("news.yaml"))
    #expect(try lab.read("news.yaml") == "mine")
    #expect(try lab("init", "--list").output.contains("push-collision"))
  }

  @Test(
    "a starter runs with its five numbers filled in, and they count as yours",
    arguments: ["news", "game", "shop", "utility"])
  func starter(kind: String) throws {
    let lab = try Lab()
    #expect(try lab("init", kind, "--out", "ours.yaml").status == 0)
    let filled = try lab.read("ours.yaml").split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      line.hasPrefix("  # ") && (line.contains(": {") || line.hasSuffix(":"))
        ? "  " + line.dropFirst(4) : String(line)
    }
    try lab.write(filled.joined(separator: "\n"), to: "filled.yaml")
    let outcome = try lab("simulate", "filled.yaml", "--trials", "20", "--installs", "100", "--quiet")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("After onboarding"))
    let yours = try #require(outcome.output.firstMatch(of: /Inputs: (\d+) yours/)?.1)
    #expect(try #require(Int(yours)) >= 4)
  }

  @Test("standard input is a file too")
  func standardInput() throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let outcome = try lab.shell("\"$LAB\" simulate - --trials 1 --format csv < sample.yaml")
    #expect(outcome.status == 0 && outcome.output.contains("sample"))
  }
}
