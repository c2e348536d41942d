import Foundation
import Testing

/// The code of the guide's page "From a notebook", run unchanged.
@Suite("The page for notebooks")
struct NotebookTests {
  private static func code(under heading: String, _ language: String) throws -> String {
    try guidePage("FromANotebook").section(heading).code(in: language)
  }

  /// Whether the machine runs a line of shell without complaint.
  private static func has(_ line: String) -> Bool {
    (try? Lab().shell("\(line) >/dev/null 2>&1").status) == 0
  }

  private let lab: Lab

  /// The page's experiment is in the lab.
  init() throws {
    lab = try Lab()
    try lab.write(sampleExperiment, to: "mine.yaml")
  }

  /// What a program in a file prints, which must find nothing wrong.
  private func output(of code: String, by interpreter: String, in file: String) throws -> String {
    try lab.write(code, to: file)
    let outcome = try lab.shellWithProgram("\(interpreter) \(file)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// The objective of each arm under a rate of the page, by the program alone.
  private func means(_ rate: String) throws -> [String] {
    let store = ["--db", "own.sqlite"]
    let words = ["simulate", "mine.yaml", "--set", "population.allow.rate=\(rate)", "--seed", "7", "--quiet"]
    let review = try parsed(lab.run(words + ["--format", "csv"] + store).output)
    let run = review[1][try #require(review[0].firstIndex(of: "run"))]
    let lines = try parsed(lab.run(["export", run, "--table", "metrics"] + store).output)
    let columns = try ["is_objective", "arm", "mean"].map { try #require(lines[0].firstIndex(of: $0)) }
    return lines.dropFirst().filter { $0[columns[0]] == "true" }.map {
      "\(rate) \($0[columns[1]]) \($0[columns[2]])"
    }
  }

  @Test("its Python runs with nothing but the standard library, and finds what the program says")
  func python() throws {
    // What runs the page is needed to hold it: its absence is a failure and no reason to pass.
    try #require(
      Self.has("python3 --version"), "python3 is not on the path, and the page's code cannot be run")
    let printed = try output(
      of: Self.code(under: "Python", "python") + """

        assert answer["description"]["experiment"] == "sample"
        assert len(trials) == 6 * 3 and {t["run"] for t in trials} == {answer["run"]}
        assert [f["verdict"] for f in found] == ["", "better"]
        for rate, arm, mean in rates: print(rate, arm, repr(mean))

        """, by: "python3", in: "page.py")
    let expected = try ["0.2", "0.3", "0.4"].flatMap { try means($0) }
    #expect(printed.split(separator: "\n").suffix(9).map(String.init) == expected)
  }

  @Test(
    "its code with pandas finds the same",
    .enabled(
      if: has("python3 -c 'import pandas'"), "pandas is not installed, so the code with it was not run"))
  func pandas() throws {
    let code = try Self.code(under: "Python", "python") + Self.code(under: "Python with pandas", "python")
    _ = try output(
      of: code + """

        assert list(by_arm.index) == ["closable", "later", "launch"] and (by_arm["std"] > 0).all()
        assert list(found["verdict"].fillna("")) == ["", "better"]
        assert trials["run"].str[0].str.isalpha().all() and trials["is_baseline"].dtype == bool

        """, by: "python3", in: "page.py")
  }

  @Test(
    "its code in R finds the same",
    .enabled(if: has("Rscript --version"), "R is not installed, so the code in it was not run"))
  func r() throws {
    _ = try output(
      of: Self.code(under: "R", "r") + """

        stopifnot(nrow(trials) == 18, nrow(by_arm) == 3, identical(found$verdict[2], "better"))

        """, by: "Rscript", in: "page.R")
  }
}
