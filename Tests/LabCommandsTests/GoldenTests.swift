import Foundation
import Testing

@testable import LabCommands

/// Everything that the program prints, a file for each command and format.
///
/// `RECORD=1 make test` records them anew.
@Suite("What the program prints")
struct GoldenTests {
  /// A golden file and the command whose output it holds.
  struct Row: Sendable, CustomTestStringConvertible {
    var file: String
    var line: String
    var status: Int32 = 0

    init(_ file: String, _ line: String, status: Int32 = 0) {
      (self.file, self.line, self.status) = (file, line, status)
    }

    var testDescription: String { file }
  }

  private static let tests = Lab.experiments.deletingLastPathComponent().appendingPathComponent("Data/tests")
    .path
  private static let counts = "--counts 'launch=412/2000,third=498/2010' --denominator installs"
  private static let events = "analyze '\(tests)/launch-or-late.csv' --baseline launch --day 7"
  private static let size = "plan --baseline 20% --lift 2pp --installs-per-week 3000 --day 7 --no-store"
  private static let run = "plan one --installs-per-week 3000 --lift 3pp --no-store"
  private static let learn = "calibrate funnel.csv --file sample.yaml --installs 2000 --no-store --quiet"
  private static let search = "optimize search.yaml --trials 60 --installs 100 --no-store --quiet"

  static let rows: [Row] =
    [
      Row("show-verbose.txt", "show one --verbose"), Row("show.md", "show one --format markdown"),
      Row("show.json", "show one --format json"),
      Row("show.csv", "show one --format csv"), Row("report.html", "report one --out -"),
      Row("compare.txt", "compare one two"), Row("compare.json", "compare one two --format json"),
      Row("compare.csv", "compare one two --format csv"), Row("runs-list.txt", "runs list"),
      Row("plan.txt", size), Row("plan.csv", "\(size) --format csv"),
      Row("plan-run.txt", run), Row("plan-run.json", "\(run) --format json"),
      Row("analyze-counts.json", "analyze \(counts) --format json"),
      Row("analyze-counts.csv", "analyze \(counts) --format csv"),
      Row(
        "analyze-verbose.txt",
        "\(events) --as-of 2026-02-10 --planned 600 --looks 2026-01-20,2026-01-27 --verbose"),
      Row("analyze-guardrails.txt", "analyze guarded.csv --day 14"),
      Row("calibrate.txt", learn), Row("calibrate.json", "\(learn) --format json"),
      Row("optimize.txt", search), Row("optimize.json", "\(search) --format json"),
      Row("check.txt", "check app.yaml", status: 2),
      Row("check.json", "check app.yaml --format json", status: 2),
      Row("check.sarif", "check app.yaml --format sarif", status: 2),
      Row("check-app.txt", "check App", status: 2),
      Row("check-app-github.txt", "check App --format github", status: 2),
      Row("trace.txt", "trace sample.yaml --find denied"),
      Row("trace.json", "trace sample.yaml --find denied --format json"),
      Row("explain.txt", "explain R19 L5 opt_in_per_prompted chance_best"),
      Row("guide.txt", "guide"), Row("init.yaml", "init news --out -"),
      Row("schema.json", "schema | head -n 60"),
      Row("help.txt", "--help"),
    ]
    // The table of the review is the CSV of show.
    + ExportedTable.allCases.filter { $0 != .review }.map { table in
      table == .strategy
        ? Row("export-strategy.json", "export tiny --table strategy --arm later")
        : Row("export-\(table).csv", "export tiny --table \(table)")
    }

  /// A lab with two runs, an app's files, and data of every kind.
  private static let lab = Lab.shared {
    let lab = try Lab(of: sampleExperiment)
    try lab.write(openExperiment, to: "open.yaml")
    try lab.write(searchedExperiment, to: "search.yaml")
    try lab.write(
      sampleExperiment.replacing("Shows you ads for topics you read about.", with: "We make the app better.")
        .replacing("usage_string: plain}", with: "usage_string: plain, delay_seconds: 1}")
        + "\nwaivers:\n  L14: one second is what the guide asks for\n", to: "app.yaml")
    try lab.write(
      "arm,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7\n"
        + "launch,1000,1000,160,160,840,840\nlater,1000,864,205,233,553,631\n", to: "funnel.csv")
    try lab.write(
      "arm,installs,allowed,retained_d1,retained_d7\nonboarding,20000,4000,6000,2000\n"
        + "launch,20000,4600,6010,2020\nthird article,20000,4700,6100,1700\n", to: "guarded.csv")
    try lab.write("arm,installs,allowed\na,10,11\nb,x,3\na,1", to: "bad.csv")
    try lab.write("arm,installs,allowed\nlaunch,2000,320\nlater,2000,468\n", to: "test.csv")
    try lab.write("no store", to: "text.sqlite")
    for (name, text) in wrongExperiments { try lab.write(text, to: "\(name).yaml") }
    try FileManager.default.createDirectory(atPath: lab.path("App"), withIntermediateDirectories: false)
    for (name, text) in appFiles { try lab.write(text, to: "App/\(name)") }
    for line in [
      "simulate open.yaml --trials 200 --name one", "simulate sample.yaml --trials 200 --name two",
      "simulate sample.yaml --trials 4 --installs 100 --name tiny",
    ] {
      let outcome = try lab.shell("\"$LAB\" \(line) --quiet")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    return lab
  }

  private func run(_ line: String) throws -> Lab.Outcome { try Self.lab.get().shell("\"$LAB\" \(line)") }

  @Test("is what is on record, and nothing is said on standard error", arguments: rows)
  func output(row: Row) throws {
    let outcome = try run(row.line)
    #expect(outcome.status == row.status, "\(outcome.errors)")
    let isTable = row.file.hasSuffix(".csv") || row.status != 0
    #expect(outcome.errors.isEmpty || isTable, "\(outcome.errors)")
    try expectGolden(outcome.output, row.file)
  }

  @Test("simulate prints what show prints of the same run")
  func simulated() throws {
    let outcome = try run("simulate open.yaml --trials 200 --quiet")
    let shown = try run("show one")
    func answer(_ text: String) -> String { text.components(separatedBy: "\nNext steps\n")[0] }
    #expect(outcome.status == 0 && answer(outcome.output) == answer(shown.output))
  }

  @Test("the help of every command")
  func help() throws {
    let listed = try run("--help").output.components(separatedBy: "SUBCOMMANDS:\n").last ?? ""
    var names = listed.matches(of: /(?m)^  ([a-z]+)/).map { String($0.output.1) }
    names +=
      try run("runs --help").output.components(separatedBy: "SUBCOMMANDS:\n").last?
      .matches(of: /(?m)^  ([a-z]+)/).map { "runs \($0.output.1)" } ?? []
    #expect(names.count > 15)
    let texts = try names.map { name in
      let outcome = try run("\(name) --help")
      #expect(outcome.status == 0 && outcome.output.contains("Example: att-lab"), "\(name)")
      return "$ att-lab \(name) --help\n\(outcome.output)"
    }
    try expectGolden(texts.joined(separator: "\n"), "help-commands.txt")
  }

  @Test("errors: the command, what it says, and how it ends", arguments: ["errors", "bad-files"])
  func errors(name: String) throws {
    let texts = try (name == "errors" ? Self.wrongCommands : Self.wrongFiles).map { line in
      let outcome = try run(line)
      #expect(outcome.status != 0 && outcome.output.isEmpty, "\(line)")
      return "$ att-lab \(line)\n\(outcome.errors)exit \(outcome.status)\n"
    }
    try expectGolden(texts.joined(separator: "\n"), "\(name).txt")
  }

  /// Tests of every outcome: which option to ship is not the same as which verdict there is.
  @Test("the verdict on tests of every outcome, and what to ship")
  func verdicts() throws {
    let counts = [
      "a=800/4000,b=960/4000", "a=960/4000,b=800/4000", "a=800/4000,b=840/4000",
      "a=180000/900000,b=180000/900000",
      "a=800/4000,b=800/4000,c=980/4000", "a=800/4000,b=960/4000,c=980/4000",
      "a=980/4000,b=700/4000,c=800/4000",
      "a=800/4000,b=480/2000", "a=0/0,b=5/10", "a=412/2000",
    ]
    let texts = try counts.map { counts in
      let outcome = try run("analyze --counts '\(counts)' --denominator installs")
      return "$ att-lab analyze --counts '\(counts)' --denominator installs\n"
        + (outcome.output.components(separatedBy: "\n\n").first ?? "") + "\nexit \(outcome.status)\n"
    }
    try expectGolden(texts.joined(separator: "\n"), "verdicts.txt")
  }

  /// Commands of which a file is wrong.
  private static let wrongFiles = [
    "simulate bad.yaml", "simulate broken.yaml", "simulate heavy.yaml", "simulate none.yaml", "simulate .",
    "check bad.yaml", "optimize sample.yaml", "trace none.yaml", "analyze bad.csv", "analyze none.csv",
    "analyze sample.yaml", "calibrate bad.csv --file sample.yaml",
    "calibrate bad.csv --update --file sample.yaml --day 7", "simulate search.yaml",
    "analyze .", "analyze - < /dev/null",
    "merge out.sqlite text.sqlite", "init shop --out sample.yaml", "runs --db none.sqlite",
    "show last --db none.sqlite", "export last --db none.sqlite",
  ]

  /// Commands that are wrong themselves.
  private static let wrongCommands = [
    "none", "simulate", "simulate --none", "simulate sample.yaml --set arms.none.delay_seconds=2",
    "simulate sample.yaml --set trials=many",
    "simulate sample.yaml --trials 1000000000 --installs 1000000000",
    "simulate sample.yaml --name last", "simulate sample.yaml --name one --seed 9",
    "simulate sample.yaml --csv none/x.csv", "simulate sample.yaml --shard 3/2",
    "simulate sample.yaml --db none/x.sqlite", "simulate sample.yaml --db text.sqlite",
    "simulate sample.yaml --require 'x > 1'", "simulate sample.yaml --precision 0", "show nothing", "show ''",
    "compare one nothing", "compare one two --metric none", "check", "check none.yaml", "check sample.txt",
    "trace sample.yaml --find none", "trace sample.yaml --install 9999", "runs rename one last",
    "runs remove nothing",
    "export one --table strategy", "export one --table none", "export one --out none/x.csv", "report nothing",
    "merge none.sqlite", "analyze", "analyze --counts a=1",
    "analyze --counts a=3/2,b=1/2 --denominator installs",
    "analyze \(counts) --baseline none", "analyze \(counts) --margin 5", "explain nonsense", "explain R999",
    "guide nonsense", "init none", "schema none", "explore none.yaml", "plan", "plan --baseline 20",
    "plan --baseline 20% --lift 2%", "plan --baseline 20% --lift 0", "plan --baseline 95% --lift 10pp",
    "plan --baseline 20% --planned 4", "plan --baseline 20% --looks 2026-01-01",
    "plan --baseline 20% --lift 2pp --peek --looks 2", "plan --baseline 20% --lift 2pp --power 2%",
    "plan --baseline 20% --non-inferior 30pp", "plan one --arms launch,noon", "plan one --scenario best",
    "plan one --day 30", "plan one --arms launch", "calibrate sample.yaml",
    "calibrate funnel.csv --file sample.yaml --map-arm a=b",
    "optimize search.yaml --set trails=5", "simulate a b", "simulate sample.yaml --threads 0",
    "simulate sample.yaml --trials 0", "simulate sample.yaml --trials 99999999999999999999",
    "simulate sample.yaml --installs 1.5", "simulate sample.yaml --seed -1",
    "simulate sample.yaml --precision nan", "simulate sample.yaml --set population.allow.rate=2",
    "export one --arm launch", "analyze \(counts) --confidence 95", "runs remove one",
    "calibrate test.csv --update --file sample.yaml",
  ]

  /// Experiments with something wrong.
  private static let wrongExperiments = [
    "bad": "arms:\n  a: {ask: lunch}\nhorizon_days: -1\npopulation: newz\n", "broken": "a: [\n",
    "heavy": "\(sampleExperiment)\nobjective: {opt_in_per_install: 1e155}\n",
  ]

  /// An app without a usage string, whose source asks too early.
  private static let appFiles = [
    "Info.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>CFBundlePackageType</key><string>APPL</string></dict></plist>
    """,
    "PrivacyInfo.xcprivacy": "<plist><dict><key>NSPrivacyTracking</key><true/></dict></plist>",
    "AppDelegate.swift": """
    import AppTrackingTransparency
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [String: Any]?) -> Bool {
        ATTrackingManager.requestTrackingAuthorization { _ in }
        return true
      }
    }
    """,
  ]
}
