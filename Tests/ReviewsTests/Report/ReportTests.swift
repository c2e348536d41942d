import ExperimentDesign
import Studies
import Testing

@testable import Reviews

@Suite("A report")
struct ReportTests {
  @Test("it is one file that loads nothing: no script, no address, no style from elsewhere")
  func selfContained() throws {
    let html = try makeReport()
    for loaded in ["<script", "<link", "<img", "<iframe", "http://", "https://", "url(", "@import", " src="] {
      #expect(!html.contains(loaded), "\(loaded)")
    }
    #expect(html.contains("default-src 'none'"))
  }

  @Test("every figure has a title and a description, and both are named by it")
  func described() throws {
    let html = try makeReport()
    let figures = html.components(of: "<svg ")
    #expect(figures.count >= 5)
    for figure in figures {
      let label = try #require(figure.firstMatch(of: /aria-labelledby="([^ "]+) ([^ "]+)"/))
      #expect(figure.contains("<title id=\"\(label.output.1)\">"))
      #expect(figure.contains("<desc id=\"\(label.output.2)\">"))
      #expect(!figure.contains("<desc id=\"\(label.output.2)\"></desc>"))
    }
  }

  @Test("no id stands twice, and every anchor that is pointed to is there")
  func paths() throws {
    let html = try makeReport()
    let ids = html.matches(of: /\sid="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count)
    for target in html.matches(of: /href="#([^"]+)"/) { #expect(ids.contains(String(target.output.1))) }
  }

  @Test("names of any writing come out as text, wherever they stand")
  func hostile() throws {
    let names = ["<script>alert(1)</script>", "سؤال عند الإطلاق", "\"\u{301} onload=alert(1) x=\"", "a`b"]
    var outline = makeOutline(
      arms: names.map {
        makeArm($0, findings: $0 == "a`b" ? [BrokenRule(rule: "R82", word: "<b>&amp;</b>")] : [])
      })
    outline.question = "<img src=x onerror=alert(1)>\u{202E}?"
    outline.name = "</title><script>"
    let html = try makeReport(
      outline, authorized: [[20, 30, 25, 40], [22, 29, 24, 41]],
      fileText: "</pre><script>alert(1)</script>\u{0}", note: "</li><script>")
    #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("<b>"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(html.contains("سؤال عند الإطلاق"))
    let forbidden: [Unicode.Scalar] = ["\u{202E}", "\u{0}"]
    #expect(!html.unicodeScalars.contains { forbidden.contains($0) })
    // A quotation mark with an accent must not end an attribute.
    let ending: [Unicode.Scalar] = ["\"", "\u{301}"]
    #expect(html.unicodeScalars.ranges(of: ending).isEmpty)
  }

  @Test("a run cut short and one without trials say so")
  func short() throws {
    let cut = try makeReport(makeOutline(trials: 400))
    #expect(cut.contains("The run was cut short: 2 of 400 trials."))
    let empty = try makeReport(makeOutline(trials: 400), authorized: [])
    #expect(empty.contains("No trial is stored, so there is nothing to show yet."))
  }

  @Test("what a run has not computed is said, never left out")
  func gaps() throws {
    let html = try makeReport(
      makeOutline(parameters: [makeParameter("allow.rate", isDrawn: true)]),
      authorized: [[20, 30], [22, 29]], draws: [[0.1], [0.2]])
    #expect(html.contains("Alternative models were not run: a test asks for none."))
    #expect(html.contains("Break-even values and shares of variance were not computed in this run"))
    #expect(html.contains("The texts could not be read again by this version"))
  }

  @Test("a lone arm has its level drawn, and no differences")
  func alone() throws {
    let html = try makeReport(makeOutline(arms: [makeArm("a")]), authorized: [[20], [22]])
    #expect(html.contains("How sure the level is."))
    #expect(html.contains("There is one option, so there are no differences to show."))
  }

  @Test("of many arms the first pages show the baseline and the best, and say where the rest is")
  func many() throws {
    let arms = (0..<40).map { makeArm("arm_\($0)") }
    let shares = (0..<40).map { Int64(10 + $0) }
    let html = try makeReport(makeOutline(arms: arms), authorized: [shares, shares.map { $0 + 1 }])
    #expect(html.contains("the baseline and the best, 6 of 40"))
    #expect(html.contains("6 of 40; all are under “Every metric”"))
    #expect(html.utf8.count < 500_000)
  }

  @Test("runs side by side mark what differs in what they were made from")
  func several() throws {
    var other = makeOutline(parameters: [makeParameter("allow.rate", isDrawn: false)])
    other.run = "9876543210"
    let first = makeOutline(parameters: [makeParameter("allow.rate", isDrawn: true)])
    let runs = [
      try makeReportRun(first, authorized: [[20, 30], [22, 29]], draws: [[0.1], [0.2]]),
      try makeReportRun(other, authorized: [[40, 50], [42, 49]]),
    ]
    let comparison = try RunComparison(
      [
        makeBuilder(first, authorized: [[20, 30], [22, 29]], draws: [[0.1], [0.2]]),
        makeBuilder(other, authorized: [[40, 50], [42, 49]]),
      ], metric: nil)
    let html = try Report(runs: runs, comparisons: [comparison], maker: "att-lab test").html()
    #expect(html.contains("<h1 dir=\"auto\">2 runs side by side</h1>"))
    #expect(html.contains("1 input differs between the runs."))
    #expect(html.contains("<tr class=\"marked\"><th scope=\"row\"><bdi>allow.<wbr>rate<wbr></bdi></th>"))
    let ids = html.matches(of: /\sid="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count)
  }
}

extension String {
  /// The parts that begin after each occurrence of a text.
  fileprivate func components(of text: String) -> [Substring] {
    ranges(of: text).map { self[$0.upperBound...] }
  }
}
