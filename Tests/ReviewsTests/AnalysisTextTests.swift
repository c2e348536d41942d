import Foundation
import Rendering
import Reviews
import Studies
import TestAnalysis
import TestData
import Testing
import TextFormats

@Suite("The analysis on a terminal")
struct AnalysisTextTests {
  private func analysis(_ text: String, asOf: String? = nil, day: Int? = nil) throws -> AnalysedTest {
    var analysed = AnalysisOptions()
    analysed.day = day
    let table = try TestTable(
      reading: bytes(Array(text.utf8)), file: "t.csv",
      options: ReadingOptions(asOf: asOf.flatMap { AsOf($0) }, days: [1]))
    switch table {
    case .events(let table): return try AnalysedTest(table, options: analysed)
    case .counts(let table): return try AnalysedTest(table, options: analysed)
    }
  }

  private static let events = """
    install_id,arm,installed_at,prompted_at,decided_at,status,segment
    i1,a,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,2026-01-01T01:00:01Z,denied,new
    i2,b,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,2026-01-01T01:00:01Z,authorized,new
    i3,b,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,2026-01-01T01:00:01Z,denied,old

    """

  @Test("nothing is wider than the terminal, headings included", arguments: [40, 60])
  func narrow(width: Int) throws {
    let text = AnalysisText(
      analysis: try analysis(Self.events, asOf: "2026-01-05T12:34:56Z"),
      style: ReviewStyle(width: width, isColoured: false)
    ).text
    let wide = text.split(separator: "\n").filter { $0.count > width }
    #expect(wide.isEmpty, "\(wide)")
    #expect(text.contains("By segment, per install") && text.contains("new: a"))
  }

  @Test("a table per prompted install says above its numbers that it compares different people")
  func promptedDiffer() throws {
    let text = AnalysisText(analysis: try analysis(Self.events, asOf: "2026-01-05T12:34:56Z"), style: .plain)
      .text
    let lines = text.split(separator: "\n").map(String.init)
    let sentence =
      "Options that ask at different moments prompted different people: compare them per install."
    for heading in ["Per prompted, at day", "Per answered, at day"] {
      let index = try #require(lines.firstIndex { $0.hasPrefix(heading) })
      #expect(lines[index + 1] == sentence)
    }
    #expect(lines.count { $0 == sentence } == 2)
  }

  /// The text says what to ship, whatever the verdict; of a running test or a broken split nothing.
  @Test(
    "what to ship after a test",
    arguments: [
      ("a,4000,800\nb,4000,960", "Ship b. It was judged by opt-in alone, so look at retention and"),
      ("a,4000,960\nb,4000,800", "Ship a. It was judged by opt-in alone, so look at retention and"),
      ("a,4000,800\nb,4000,840", "If the test ends here, choose b: it has the highest chance to be best, 8"),
      ("a,900000,180000\nb,900000,180000", "Ship the one that is simpler to build: the difference is"),
      ("a,4000,800\nb,4000,800\nc,4000,980", "Ship c: it is best with a chance of >99.9%. It was judged"),
      ("a,4000,800\nb,4000,960\nc,4000,980", "If the test ends here, choose c: it has the highest chance"),
      ("a,4000,980\nb,4000,700\nc,4000,800", "Ship a. It was judged by opt-in alone"),
      ("a,4000,800\nb,2000,480", nil),
    ])
  func choice(_ rows: String, _ sentence: String?) throws {
    let text = AnalysisText(
      analysis: try analysis("arm,installs,allowed\n\(rows)\n"), style: .plain
    ).text
    guard let sentence else {
      #expect(!text.contains("Ship ") && !text.contains("If the test ends here"), "\(text)")
      return
    }
    #expect(text.split(separator: "\n").joined(separator: " ").contains(sentence), "\(text)")
  }

  @Test("what may be cut off is reported before the verdict, in the text and in the JSON")
  func cutOff() throws {
    let analysis = try analysis("arm,installs,allowed\na,100,10\nb,100,1")
    let text = AnalysisText(analysis: analysis, style: .plain).text
    #expect(text.hasPrefix("Problems in the data\n- t.csv:3:7: the last line has no line end"))
    #expect(
      AnalysisJSON.document(ofTable: analysis).text.contains("\"warnings\": [\"t.csv:3:7: the last line"))
  }

  @Test("what equivalent means stands where an option is equivalent, or where a margin was set and none is")
  func margin() throws {
    func text(_ counts: String, margin: Double? = nil) throws -> String {
      var analysed = AnalysisOptions()
      if let margin { analysed.statistics.margin = margin }
      let table = try TestTable(
        reading: bytes(Array("arm,installs,allowed\n\(counts)\n".utf8)), file: "t.csv",
        options: ReadingOptions(asOf: nil, days: [1]))
      guard case .counts(let counts) = table else { return "" }
      return AnalysisText(analysis: try AnalysedTest(counts, options: analysed), style: .plain).text
    }
    let sentence = "Equivalent means: shown to differ by less than"
    #expect(try !text("a,1000,200\nb,1000,300").contains(sentence))
    #expect(try !text("a,1000,200\nb,1000,210").contains(sentence))
    #expect(try text("a,1000,200\nb,1000,210", margin: 0.01).contains("\(sentence) 1 pp"))
    #expect(try text("a,100000,20000\nb,100000,20000").contains("\(sentence) 0.5 pp"))
  }

  @Test("names of options stand as in every other output: in quotes where they have blanks")
  func quotes() throws {
    let text = AnalysisText(
      analysis: try analysis("arm,installs,allowed\na,100,10\nb c,100,30\n"), style: .plain
    ).text
    #expect(text.contains("\"b c\" is better than a: ") && !text.contains("`"))
  }

  @Test("a test whose measurement holds ends with the command that carries it into an experiment")
  func nextStep() throws {
    let command = "att-lab calibrate EXPERIMENT.yaml --update 'my test.csv'"
    func text(_ counts: String, file: String?) throws -> String {
      AnalysisText(analysis: try analysis(counts), style: .plain, file: file).text
    }
    let even = "arm,installs,allowed\na,1000,200\nb,1000,250\n"
    #expect(try text(even, file: "my test.csv").contains(command))
    #expect(try !text(even, file: nil).contains("calibrate"))
    let byDay = try analysis(even, day: 7)
    let hint = AnalysisText(analysis: byDay, style: .plain, file: "my test.csv").text
    #expect(hint.contains(command + " --day 7"))
    let dated = even.replacing("allowed", with: "allowed_by_3")
    #expect(try text(dated, file: "my test.csv").contains(command + " --day 3"))
    let undated = try text(even, file: "my test.csv").replacing(/\s+/, with: " ")
    #expect(undated.contains(command + " --day DAY") && undated.contains("DAY is how many days old"))
    let broken = "arm,installs,allowed\na,1000,200\nb,1500,250\n"
    #expect(try !text(broken, file: "my test.csv").contains("calibrate"))
  }

  @Test("the JSON has each segment and each day per denominator")
  func strata() throws {
    let text = AnalysisJSON.document(ofTable: try analysis(Self.events, asOf: "2026-01-05")).text
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let panel = try #require(document["per_install"] as? [String: Any])
    let segments = try #require(panel["segments"] as? [String: Any])
    let strata = try #require(segments["strata"] as? [[String: Any]])
    #expect(strata.map { $0["segment"] as? String } == ["new", "old"])
    let arms = try #require(strata[0]["arms"] as? [String: Any])
    #expect((arms["b"] as? [String: Any])?["rate"] as? Double == 1)
    #expect((panel["days"] as? [String: Any])?["comparisons"] as? Int == 1)
    #expect((document["per_prompted"] as? [String: Any])?["segments"] is [String: Any])
  }

  @Test("a p within a segment too small for a number has its logarithm beside it")
  func logarithm() throws {
    let counts = "arm,segment,installs,allowed\na,x,100000,20000\nb,x,100000,90000\n"
    let text = AnalysisJSON.document(ofTable: try analysis(counts)).text
    #expect(text.split(separator: "\"segments\"").last?.contains("\"ln_p\": -") == true)
  }

  @Test("the JSON has the verdict, what it rests on, what was chosen and who is left out")
  func complete() throws {
    let rows =
      Self.events + """
        i4,a,2026-01-01T00:00:00Z,2025-12-01T01:00:00Z,2026-01-01T01:00:01Z,denied,new
        i5,a,2026-02-01T00:00:00Z,,,,new

        """
    let text = AnalysisJSON.document(ofTable: try analysis(rows, asOf: "2026-01-05")).text
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["margin"] as? Double == 0.005 && document["correction"] as? String == "holm")
    #expect(document["prior"] as? [String: [Double]] == ["a": [0.5, 0.5], "b": [0.5, 0.5]])
    #expect(document["allocation"] as? [String: Double] == ["a": 0.5, "b": 0.5])
    #expect(document["assigned"] as? [String: Int] == ["a": 2, "b": 2])
    let excluded = try #require(document["excluded"] as? [String: [String: Int]])
    #expect(excluded["a"]?["installed_after_as_of"] == 1 && excluded["b"]?["installed_after_as_of"] == 0)
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(
      findings.map { $0["kind"] as? String } == ["installed_after_as_of", "prompted_before_install"])
    #expect(findings[1]["installs"] as? [String: Int] == ["a": 1, "b": 0])
    #expect(document["verdict_withheld"] is NSNull)
    let panel = try #require(document["per_install"] as? [String: Any])
    #expect((panel["estimand"] as? [String: Any])?["day"] as? Int == 1)
    #expect(panel["comparison_confidence"] as? Double == 0.95)
    let comparison = try #require((panel["comparisons"] as? [String: [String: Any]])?["b"])
    #expect(comparison["verdict"] as? String == "unknown")
    #expect(comparison["verdict_basis"] as? String == "miettinen_nurminen")
    let differences = comparison["difference"] as? [String: Any]
    let intervals = differences?["ci"] as? [String: [Double]]
    #expect(comparison["verdict_ci"] as? [Double] == intervals?["miettinen_nurminen"])
  }

  @Test("a table without segments and days has null for them")
  func noStrata() throws {
    let text = AnalysisJSON.document(ofTable: try analysis("arm,installs,allowed\na,100,10\n")).text
    #expect(text.contains("\"segments\": null") && text.contains("\"days\": null"))
  }
}
