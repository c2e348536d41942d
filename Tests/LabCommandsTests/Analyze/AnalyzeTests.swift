import Foundation
import Testing

@Suite("Analyses of real tests")
struct AnalyzeTests {
  private static let folder = Lab.experiments.deletingLastPathComponent()
    .appendingPathComponent("Data/tests")

  private func analyzed(_ arguments: String) throws -> Lab.Outcome {
    try Lab().shell("cd '\(Self.folder.path)' && \"$LAB\" analyze \(arguments)")
  }

  @Test(
    "the table reads as on record, and standard error is silent",
    arguments: [
      ("analyze-counts", "--counts 'launch=412/2000,third=498/2010' --denominator installs"),
      (
        "analyze-many-arms",
        "--counts 'a=412/2000,b=498/2010,c=420/2030,d=400/2040' --denominator installs --confidence 0.9 --margin 0.03"
      ),
      ("analyze-nobody", "--counts 'a=0/0,b=0/20,c=20/20' --denominator prompted --baseline b"),
      ("analyze-one-arm", "--counts 'only=412/2000' --denominator answered"),
      ("analyze-table", "third-article.csv"),
      ("analyze-same-trigger", "third-article.csv --same-trigger"),
      ("analyze-events", "launch-or-late.csv --as-of 2026-02-25 --baseline launch"),
      (
        "analyze-peek",
        "launch-or-late.csv --as-of 2026-02-10 --baseline launch --peek --planned 1000 --day 7 --same-trigger"
      ),
      (
        "analyze-looks",
        "launch-or-late.csv --as-of 2026-02-10 --baseline launch --looks 2026-01-20,2026-01-27 --planned 600 --day 7"
      ),
    ])
  func table(name: String, arguments: String) throws {
    let outcome = try analyzed(arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    try expectSnapshot(outcome.output, name)
  }

  @Test("equivalence with an interval that reaches beyond the margin says which interval decides")
  func twoOneSidedTests() throws {
    func words(_ counts: String) throws -> String {
      try analyzed("--counts '\(counts)' --denominator installs --margin 1pp").output
        .replacing(/\s+/, with: " ")
    }
    let said = "This interval reaches beyond the margin, but equivalence is judged by "
    let two = try words("a=2000/10000,b=2000/10000")
    #expect(
      two.contains("b is equivalent to a")
        && two.contains(said + "the 90% interval: two one-sided tests."),
      "\(two)")
    let narrow = try words("a=8000/40000,b=8000/40000")
    #expect(
      narrow.contains("b is equivalent to a") && !narrow.contains("two one-sided tests"), "\(narrow)")
    let three = try words("a=2000/10000,b=2000/10000,c=2600/10000")
    if three.contains("b is equivalent to a") { #expect(three.contains(said + "a narrower interval")) }
  }

  @Test("a requirement that is shown ends with 0, one that is not with 2, after the whole answer")
  func required() throws {
    let counts = "--counts 'launch=412/2000,third=498/2010' --denominator installs --require"
    let shown = try analyzed("\(counts) 'third.opt_in_per_install > launch + 0.01 @ 95%'")
    #expect(
      shown.status == 0 && shown.errors.hasPrefix("Shown: third.opt_in_per_install > launch + 0.01 @ 95%."))
    let missed = try analyzed("\(counts) 'third.opt_in_per_install > launch + 0.05 @ 95%' --format json")
    #expect(missed.status == 2 && missed.errors.hasPrefix("Not shown: third.opt_in_per_install"))
    #expect(missed.errors.contains("It fails by 0.82 pp"), "\(missed.errors)")
    #expect(missed.output.hasSuffix("}\n"))
  }

  @Test("that more installs may settle it is said only where the limit lies in the interval")
  func requiredByFar() throws {
    let counts = "--counts 'launch=412/2000,third=498/2010' --denominator installs --require"
    let near = try analyzed("\(counts) 'third.opt_in_per_install > launch + 0.05 @ 95%'")
    #expect(
      near.errors.contains("It fails by 0.82 pp") && near.errors.contains("More installs may settle it."))
    let far = try analyzed("\(counts) 'third.opt_in_per_install > launch + 0.11 @ 95%'")
    #expect(
      far.status == 2
        && far.errors.contains("It misses the limit by 6.82 pp, with 0.00% one-sided confidence"))
    #expect(far.errors.contains("More installs are not likely to change that."), "\(far.errors)")
    #expect(!far.errors.contains("may settle it"))
  }

  @Test("words for nothing in a value are counted and said, and where all are nothing that is the reason")
  func valueWords() throws {
    let lab = try Lab()
    func write(_ value: (Int) -> String) throws {
      let rows = (0..<400).map { index in
        "i\(index),\(index % 2 == 0 ? "a" : "b"),2026-01-01,2026-01-02,2026-01-02,denied,\(value(index))\n"
      }
      try lab.write(
        "install_id,arm,installed_at,prompted_at,decided_at,status,value\n" + rows.joined(), to: "rows.csv")
    }
    func text() throws -> String {
      let found = try lab.shell("\"$LAB\" analyze rows.csv --as-of 2026-02-01 --day 7")
      return (found.output + found.errors).replacing(/\s+/, with: " ")
    }
    try write { $0 < 5 ? ["nan", "NA", "null", "NaN", ""][$0] : "\($0 % 7)" }
    let some = try text()
    #expect(some.contains("4 rows have a word such as 'nan' for the value (first in line 2)"), "\(some)")
    try write { _ in "NA" }
    let none = try text()
    #expect(none.contains("no install of one of the two has a value"), "\(none)")
    #expect(!none.contains("share of the baseline's mean"))
    try write { $0 % 7 == 0 ? "" : "1.5" }
    #expect(try !text().contains("a word such as"))
  }

  @Test("guardrails stand after the verdict, and say what may be shipped")
  func guardrails() throws {
    let lab = try Lab()
    let rows = (0..<4_000).map { index in
      let allows = index % 2 == 0 ? index % 8 == 0 : index % 8 != 7
      return "i\(index),\(index % 2 == 0 ? "a" : "b"),2026-01-01,2026-01-02,2026-01-02,"
        + "\(allows ? "authorized" : "denied"),\(index % 10 < 2 ? 1 : 0),\(Double(index % 14 / 2))\n"
    }
    try lab.write(
      "install_id,arm,installed_at,prompted_at,decided_at,status,retained_d7,value\n" + rows.joined(),
      to: "rows.csv")
    let wide = try lab.shell(
      "\"$LAB\" analyze rows.csv --as-of 2026-02-01 --day 7 --guardrail retained_d7=5pp --guardrail value=20%"
    )
    #expect(wide.status == 0 && wide.errors.isEmpty)
    let flowed = wide.output.replacing("\n", with: " ")
    let sentence =
      "Ship b: it is better, day-7 retention is not worse by more than 5 pp, and value per install is not worse by more than 20%."
    #expect(flowed.contains(sentence), "\(flowed.prefix(1200))")
    let narrow = try lab.shell(
      "\"$LAB\" analyze rows.csv --as-of 2026-02-01 --day 7 --guardrail retained_d7=0.1pp --guardrail value=20%"
    )
    #expect(narrow.output.contains("day-7 retention may be worse"))
    #expect(narrow.output.contains("Do not ship b yet"))
    #expect(narrow.output.contains("Guardrails: metrics that must not get worse"))
  }

  @Test("the JSON of counts has the keys and numbers on record")
  func json() throws {
    let outcome = try analyzed("--counts 'launch=41/200,third=53/210' --denominator installs --format json")
    #expect(outcome.errors.isEmpty)
    _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    try expectSnapshot(rounded(outcome.output), "analyze-json")
  }

  @Test("the JSON of a table has the same per denominator")
  func jsonOfTable() throws {
    let outcome = try analyzed("third-article.csv --format json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    for (name, denominator) in [
      ("per_install", "installs"), ("per_prompted", "prompted"), ("per_answered", "answered"),
    ] {
      let panel = try #require(document[name] as? [String: Any])
      #expect(panel["denominator"] as? String == denominator)
      #expect((panel["arms"] as? [String: Any])?.count == 2)
      #expect((panel["comparisons"] as? [String: Any])?.keys.sorted() == ["third_article"])
    }
    #expect(document["over_time"] == nil)
  }

  @Test("a denominator the table does not have is null")
  func missingDenominator() throws {
    let outcome = try Lab().shell(
      "printf 'arm,prompted,allowed\\na,100,20\\nb,100,30\\n' | \"$LAB\" analyze - --format json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(document["per_install"] is NSNull && document["per_answered"] is NSNull)
    #expect(document["sample_ratio"] is NSNull)
    #expect(document["per_prompted"] is [String: Any])
  }

  @Test("the CSV reads as on record, with the warnings on standard error")
  func csv() throws {
    // Moderate numbers: what is nearly 0 or 1 differs in its last bits between C libraries.
    let outcome = try analyzed("--counts 'launch=41/200,third=53/210' --denominator installs --format csv")
    try expectSnapshot(rounded(outcome.output).replacing("\r\n", with: "\n"), "analyze-csv")
    #expect(outcome.errors.hasPrefix("Counts do not say how old installs are"))
    let table = try analyzed("third-article.csv --format csv")
    // Two arms and three denominators, over all and in each of two weeks, and the header.
    #expect(table.output.split(separator: "\r\n").count == 19)
    #expect(table.output.contains(",2026-03-09,"))
    #expect(table.errors.contains("The ranking flips: per prompted and per answered"))
  }

  @Test(
    "slips of the command line end with 64 and say what was meant",
    arguments: [
      ("", "Give a table, or counts with '--counts'."),
      ("x.csv --counts a=1/2 --denominator installs", "Give a table or '--counts', not both."),
      ("--counts a=1/2", "'--counts' needs '--denominator': installs, prompted or answered."),
      (
        "--counts a=1/2 --denominator people",
        "The value 'people' is invalid for '--denominator <denominator>'"
      ),
      ("third-article.csv --denominator installs", "'--denominator' goes with '--counts'"),
      (
        "--counts a=1/2 --denominator installs --confidence 1",
        "expected a confidence from 50% to 99.99%, as 95% or 0.95, found '1'."
      ),
      (
        "--counts a=1/2 --denominator installs --prior -1,1",
        "'--prior -1,1': expected a,b, each from 0.1 to 1e9"
      ),
      ("--counts a=1/2 --denominator installs --margin -1", "expected a margin from 0 to below 1"),
      ("--counts a=1/2 --denominator installs --confidence -1", "found '-1'"),
      ("--counts a=1/2 --denominator installs --confidence 95", "found '95'. Did you mean '95%'?"),
      (
        "--counts a=1/2,b=1/2 --denominator installs --allocation 1,1e-300",
        "expected shares from 1e-9 to 1e9, as in 1,1, found '1e-300'."
      ),
      (
        "--counts a=1/2 --denominator installs --allocation -1",
        "expected shares from 1e-9 to 1e9, as in 1,1, found '-1'"
      ),
      ("launch-or-late.csv --as-of 2026-03-01 --day -1", "'--day' must be from 1 to 3650, not -1."),
      (
        "launch-or-late.csv --as-of 2026-03-01 --peek",
        "'--peek' needs '--day': without a fixed day each look would measure something else"
      ),
      (
        "launch-or-late.csv --as-of 2026-03-01 --looks 2026-02-01 --planned 900",
        "'--looks' needs '--day': without a fixed day"
      ),
      ("launch-or-late.csv --as-of 2026-03-01 --planned 900", "'--planned' needs '--day'"),
      ("launch-or-late.csv --as-of 2026-03-01 --day 7 --final", "'--final' goes with '--looks'"),
      (
        "launch-or-late.csv --as-of 2026-03-01 --clock -1",
        "'--clock' must be from 0 to 86400 seconds, not -1."
      ),
      (
        "launch-or-late.csv --as-of 2026-03-01 --planned -5",
        "'--planned' must be from 1 to 1,000,000,000, not -5."
      ),
      (
        "launch-or-late.csv --as-of 2026-03-01 --day 7 --by incidence --peek",
        "'--by incidence' is for a single look"
      ),
      ("third-article.csv --by incidence", "'--by incidence' needs event rows"),
      ("--bogus", "Unknown option '--bogus'"), ("--counts a=1/2 --bogus", "Unknown option '--bogus'"),
      ("--counts a=1/2 --denominator installs --prior 1", "'--prior 1': expected a,b, each from 0.1 to 1e9"),
      (
        "--counts a=1/2 --denominator installs --prior b=1,1",
        "'--prior b=1,1': there is no option 'b'; the data have a."
      ),
      ("--counts a=1/2 --denominator installs --margin 5", "'5' is 500 percentage points. Write '5pp'"),
      (
        "--counts a=1/2 --denominator installs --baseline b",
        "'--baseline b': there is no such option; the data have a."
      ),
      (
        "--counts a=1/2,b=1/2 --denominator installs --allocation 1",
        "'--allocation' gives 1 share for 2 options (a, b); give one for each, in this order."
      ),
      (
        "--counts a=1/2,b=1/2 --denominator installs --allocation a=1,c=1",
        "'--allocation a=1,c=1' names a, c, and the options of the data are a, b. Give each of them one share."
      ),
      (
        "--counts a=1/2 --denominator installs --allocation 1,x",
        "expected shares from 1e-9 to 1e9, as in 1,1, found 'x'."
      ),
      (
        "--counts a=1/2 --denominator installs --peek",
        "'--peek' and '--looks' need event rows: counts do not say how old"
      ),
      ("third-article.csv --peek", "'--peek' and '--looks' need event rows: counts do not say how old"),
      ("third-article.csv --as-of 2026-03-01", "'third-article.csv' has no column 'install_id'"),
      ("launch-or-late.csv", "'launch-or-late.csv' has one row per install; say with '--as-of'"),
      ("launch-or-late.csv --as-of tomorrow", "The value 'tomorrow' is invalid for '--as-of <date>'"),
      (
        "third-article.csv --map people",
        "'--map people': expected column=theirs, as in installed_at=created."
      ),
      (
        "third-article.csv --map people=x",
        "'--map people=x': there is no column 'people'; the columns are install_id,"
      ),
      (
        "third-article.csv --guardrail retained_d7",
        "'--guardrail retained_d7': the data have no column 'retained_d7'"
      ),
      (
        "third-article.csv --guardrail churn", "'--guardrail churn': expected retained_d1, retained_d7, value"
      ),
      ("third-article.csv --guardrail value=1pp", "expected a margin as 5% or 0.02, at least 0, found '1pp'"),
      ("third-article.csv --guardrail value --guardrail value=1", "'--guardrail' names 'value' twice."),
      ("third-article.csv --non-inferior 5%", "'--non-inferior 5%': expected a margin as 0.5pp or 0.005"),
      ("third-article.csv --winsorize 0.2", "'--winsorize' must be above 0.5 and at most 1, not 0.2."),
      (
        "third-article.csv --require 'third.opt_in_per_install > launch @ 95%'",
        "there is no option 'third'; the options are"
      ),
      (
        "third-article.csv --require 'third_article.sessions_per_install > launch @ 95%'",
        "expected a metric after 'third_article.', found 'sessions_per_install'"
      ),
      ("third-article.csv --map arm=x --map arm=y", "'--map' names the column 'arm' twice."),
    ])
  func misuse(arguments: String, message: String) throws {
    let outcome = try analyzed(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("a margin is read in percentage points, and a large one without its unit is asked about")
  func margins() throws {
    let counts = "--counts a=200/1000,b=230/1000 --denominator installs --margin"
    let points = try analyzed("\(counts) 1pp")
    let fraction = try analyzed("\(counts) 0.01")
    #expect(points.status == 0 && points.output == fraction.output)
    let large = try analyzed("\(counts) 0.5")
    #expect(
      large.status == 64 && large.errors.contains("'0.5' is 50 percentage points. Write '0.5pp', or '50pp'"))
    let percent = try analyzed("\(counts) 1%")
    #expect(percent.status == 64 && percent.errors.contains("Did you mean '1pp'"))
    let date = try analyzed("launch-or-late.csv --as-of 26.11.2026")
    #expect(date.status == 64 && date.errors.contains("expected a date from 1970 to 2100, as 2026-03-31"))
  }

  @Test("a slip found while running is reported alone, without the usage of everything")
  func misuseAlone() throws {
    let outcome = try analyzed("--counts a=1/2 --denominator installs --baseline b")
    #expect(outcome.errors == "Error: '--baseline b': there is no such option; the data have a.\n")
  }

  @Test(
    "a file that cannot be used ends with 65 and says why",
    arguments: [
      ("no-such.csv", "no-such.csv: cannot be read: there is no such file. Look at the path\n"),
      (".", ".: cannot be read: it is a folder; name a CSV file\n"),
      ("/dev/null", "/dev/null: cannot be read: it is a pipe or a device; write '-' for standard input\n"),
      (
        "--counts a=3/2 --denominator installs",
        "--counts:1:3: allowed: expected at most 2, the installs, found 3\n"
      ),
      (
        "launch-or-late.csv --as-of 2020-01-01",
        "launch-or-late.csv:89:32: nothing was installed by --as-of, the end of 2020-01-01: the first install is of "
          + "2026-01-01T01:23:26Z; is it the right date?\n"
      ),
      (
        "third-article.csv --map allowed=yes",
        "third-article.csv:1:1: no column 'yes', which --map says is 'allowed'; the file has 'arm', 'day', "
          + "'installs', 'prompted', 'answered', 'allowed', 'language'\n"
      ),
    ])
  func badFiles(arguments: String, message: String) throws {
    let outcome = try analyzed(arguments)
    #expect(outcome.status == 65 && outcome.output.isEmpty && outcome.errors == message)
  }

  @Test("rows that sum to more people than the statistics are tested for are the data's fault")
  func tooManyPeople() throws {
    let outcome = try Lab().shell(
      "printf 'arm,installs,allowed\\na,1000000000,1\\na,1,1\\n' | \"$LAB\" analyze -")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasPrefix("standard input:1:1: option 'a' has 1000000001 people; the statistics are"))
  }

  @Test("columns can be mapped, and standard input is a file too")
  func mapped() throws {
    let outcome = try Lab().shell(
      "printf 'variant,users,yes\\na,100,20\\nb,100,30\\n' | \"$LAB\" analyze - --map arm=variant --map installs=users "
        + "--map allowed=yes --format csv")
    #expect(outcome.status == 0 && outcome.output.contains("installs,b,false,30,100,0.3,"))
  }

  @Test("arms that are one release each get no verdict")
  func confounded() throws {
    let outcome = try Lab().shell(
      "printf 'arm,release,installs,allowed\\na,1.0,1000,200\\nb,1.1,1000,300\\n' | \"$LAB\" analyze -")
    #expect(
      outcome.output.replacing("\n", with: " ").contains(
        "No verdict on b vs a: the option is confounded with its release or "
          + "language. Measured: 30.0% of installs allowed against 20.0%, 10.0 pp more."))
  }

  @Test("names from the data steer neither terminal nor spreadsheet")
  func hostileNames() throws {
    let lab = try Lab()
    try lab.write(
      "arm,installs,allowed\n\"=cmd|'/c calc'!A1\",100,20\n\u{1B}[2Jred,100,30\n<script>alert(1)</script>,90,20\n",
      to: "hostile.csv")
    for format in ["table", "csv", "json"] {
      let outcome = try lab("analyze", "hostile.csv", "--format", format)
      #expect(outcome.status == 0)
      #expect(!outcome.output.contains("\u{1B}"))
      #expect(!outcome.errors.contains("\u{1B}"))
    }
    #expect(try lab("analyze", "hostile.csv", "--format", "csv").output.contains(",'=cmd|"))
    let refused = try lab("analyze", "hostile.csv", "--baseline", "no")
    #expect(refused.status == 64 && !refused.errors.contains("\u{1B}"))
  }
}
