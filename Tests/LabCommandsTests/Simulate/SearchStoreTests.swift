import Foundation
import GRDB
import Testing

@Suite("Searches that are kept")
struct SearchStoreTests {
  private static let searched =
    sampleExperiment.components(separatedBy: "arms:")[0] + """
      search:
        ask: [onboarding, launch, {session: 2}]
        pre_prompt: [none, open]
        retry: [each_activation, never]
        usage_string: plain

      """

  /// Two moments that only more trials tell apart.
  private static let close = searched.replacing(
    "cold_odds_ratio: 0.5", with: "cold_odds_ratio: {lognormal: [0.85, 0.4]}")

  private func lab(_ more: String = "") throws -> Lab {
    let lab = try Lab()
    try lab.write(Self.searched + more, to: "search.yaml")
    return lab
  }

  @Test(
    "show prints what the search printed, in every format",
    arguments: [
      ("", "--out best.yaml"), ("", "--trade prompted_per_install --include-noncompliant"),
      ("limits: [prompted_per_install > 0.5 @ 60%]\n", "--trade sessions_lost_per_install"),
      ("limits: [value_per_install > 1e6 @ 60%]\n", ""), ("", "--criterion rivals --margin 1pp"),
    ])
  func shown(more: String, options: String) throws {
    let lab = try lab(more)
    let line = "rm -f best.yaml; \"$LAB\" optimize search.yaml --trials 60 --installs 200 \(options)"
    let id = try lab.expectKept(line, as: "search")
    let report = try lab("report", id, "--out", "-")
    #expect(report.status == 0 && report.output.contains("A search among strategies"), "\(report.errors)")
    #expect(!report.output.contains("were not recorded"))
    let verbose = try lab("show", id, "--verbose")
    #expect(verbose.status == 64 && verbose.errors.contains("'--verbose' is for runs"))
  }

  @Test("the run of the best has its platform checks, and show says where everything about it is printed")
  func run() throws {
    let lab = try lab()
    let found = try lab.shell("\"$LAB\" optimize search.yaml --trials 60 --installs 200")
    let run = try #require(found.output.firstMatch(of: /Saved as ([0-9a-f]+):/)).1
    let page = try lab("report", String(run), "--out", "-")
    #expect(page.status == 0 && !page.output.contains("were not recorded"), "\(page.errors)")
    let refused = try lab("show", found.savedID(), "--verbose")
    #expect(refused.errors.contains("att-lab show \(run) --verbose"), "\(refused.errors)")
  }

  @Test("its page has the front of two metrics, and the answer of the best strategies")
  func page() throws {
    let lab = try lab()
    let id = try lab.shell(
      "\"$LAB\" optimize search.yaml --trials 60 --installs 200 --trade prompted_per_install"
    ).savedID()
    let page = try lab("report", id, "--out", "-").output
    #expect(
      page.contains("id=\"front-title\"") && page.contains("Trade-off") && page.contains("Recommendation"))
    // Every section has its heading.
    #expect(!page.contains("></h2>"))
  }

  @Test("a search whose trials did not suffice goes on from them, to what a longer one finds at once")
  func goesOn() throws {
    let lab = try lab()
    try lab.write(Self.close, to: "search.yaml")
    func stored(_ database: String) throws -> Int {
      try DatabaseQueue(path: lab.path(database)).read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM search_trials") ?? -1
      }
    }
    let line = "\"$LAB\" optimize search.yaml --trials 60 --installs 200 --margin 0.05pp --format json"
    let short = try lab.shell("\(line) --db cut.sqlite --max-trials 60")
    #expect(short.status == 2 && short.errors.contains("--max-trials allows more"), "\(short.errors)")
    #expect(try stored("cut.sqlite") > 0)
    let rest = try lab.shell("\(line) --db cut.sqlite --max-trials 2000")
    #expect(rest.errors.contains("Going on: "), "\(rest.errors)")
    let whole = try lab.shell("\(line) --db whole.sqlite --max-trials 2000")
    #expect(rest.status == whole.status && rest.output == whole.output)
    #expect(try stored("cut.sqlite") == (whole.status == 0 ? 0 : try stored("whole.sqlite")))
  }

  @Test("trials of a search that nobody goes on with are listed, and removed")
  func abandoned() throws {
    let lab = try lab()
    try lab.write(Self.close, to: "search.yaml")
    let short = try lab.shell(
      "\"$LAB\" optimize search.yaml --trials 60 --installs 200 --margin 0.05pp --max-trials 60 --db cut.sqlite"
    )
    #expect(short.status == 2, "\(short.errors)")
    func rows() throws -> [Substring] {
      try lab("runs", "list", "--studies", "--format", "csv", "--db", "cut.sqlite").output
        .split(separator: "\r\n").filter { $0.contains(",unfinished search,") }
    }
    let row = try #require(try rows().first)
    #expect(row.contains("trials are kept") && row.contains("optimize search.yaml"))
    let id = String(row.prefix(10))
    let list = try lab("runs", "list", "--db", "cut.sqlite").output
    #expect(list.contains(id) && list.contains("unfinished search: "), "\(list)")
    let shown = try lab("show", id, "--db", "cut.sqlite")
    #expect(shown.status == 64 && shown.errors.contains("a search of the store"), "\(shown.errors)")
    let unasked = try lab("runs", "remove", id, "--db", "cut.sqlite")
    #expect(unasked.status == 64 && unasked.errors.contains("the trials of the unfinished search \(id)"))
    let removed = try lab("runs", "remove", id, "--yes", "--db", "cut.sqlite")
    #expect(removed.errors == "Removed the trials of the unfinished search \(id).\n")
    #expect(try rows().isEmpty)
    #expect(try lab("runs", "remove", id, "--yes", "--db", "cut.sqlite").status == 64)
  }

  @Test("the same command writes its file again, and no other's, and none that somebody has edited")
  func again() throws {
    let lab = try lab()
    let line = "\"$LAB\" optimize search.yaml --quiet --trials 60 --installs 200 --out best.yaml"
    #expect(try lab.shell(line).status == 0)
    let first = try lab.read("best.yaml")
    #expect(first.hasPrefix("# Written by att-lab optimize ("))
    let second = try lab.shell(line)
    #expect(try second.status == 0 && lab.read("best.yaml") == first, "\(second.errors)")
    let other = try lab.shell("\(line) --top 2")
    #expect(other.status == 64 && other.errors.contains("was written for another file"), "\(other.errors)")
    try lab.write(first + "# mine\n", to: "best.yaml")
    let edited = try lab.shell(line)
    #expect(edited.status == 64 && edited.errors.contains("has been edited"), "\(edited.errors)")
    #expect(try lab.read("best.yaml").hasSuffix("# mine\n"))
    try lab.write("name: x\n", to: "best.yaml")
    #expect(try lab.shell(line).errors.contains("would overwrite a YAML file"))
  }

  @Test("a search that was quiet is kept without a word, and one with --no-store is not")
  func quiet() throws {
    let lab = try lab()
    let line = "\"$LAB\" optimize search.yaml --quiet --trials 60 --installs 200"
    let unkept = try lab.shell("\(line) --no-store")
    #expect(unkept.status == 0 && unkept.errors.isEmpty)
    // No command that needs the run is offered.
    #expect(
      unkept.output.contains("Not saved: 60 trials") && !unkept.output.contains("att-lab show")
        && !unkept.output.contains("att-lab plan"), "\(unkept.output)")
    #expect(!FileManager.default.fileExists(atPath: lab.path("att-lab.sqlite")))
    #expect(try lab.shell(line).errors.isEmpty)
    #expect(try lab("runs", "list").output.contains("search: "))
  }
}
