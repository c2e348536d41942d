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

  @Test("options that lie on one another in the chart share a mark, so that their names can be read")
  func together() throws {
    let names = ["first", "second", "third", "fourth"]
    let html = try makeReport(
      makeOutline(arms: names.map { makeArm($0) }), authorized: [[20, 20, 20, 40], [22, 22, 22, 41]])
    #expect(html.contains("first and 2 more"))
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
    #expect(html.contains("a`b: App Review would reject it"))
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

  /// What a reader sees before any section is opened, without the descriptions of the figures.
  private func firstScreen(_ html: String) throws -> String {
    let body = try #require(html.range(of: "<body>")).upperBound
    return String(html[body...]).replacing(/<details.*?<\/details>/.dotMatchesNewlines(), with: "")
      .replacing(/<desc .*?<\/desc>/.dotMatchesNewlines(), with: "")
  }

  @Test("what is read first comes first: decision, plot, options, goals and the scatter, the rest closed")
  func order() throws {
    let screen = try firstScreen(
      makeReport(
        makeOutline(parameters: [makeParameter("allow.rate", isDrawn: true)]),
        authorized: [[20, 30], [22, 29], [24, 33]], draws: [[0.1], [0.2], [0.3]]))
    let parts = [
      "<dl class=\"decision\">", "<dt>Recommendation</dt>", "id=\"to-best-1-wide-title\"",
      "The options, best first", "id=\"trade-off-1-title\"", "<footer>",
    ]
    let places = try parts.map { try #require(screen.range(of: $0), "\($0)").lowerBound }
    #expect(places == places.sorted())
    #expect(!screen.contains("Metric definitions"))
  }

  @Test(
    "there are under 2,000 words before a section is opened, of one run, of many options and of several runs")
  func words() throws {
    let arms = (0..<40).map { makeArm("arm_\($0)") }
    let shares = (0..<40).map { Int64(10 + $0) }
    let outline = makeOutline(arms: arms)
    let found = [shares, shares.map { $0 + 2 }].map { [$0, $0.map { $0 + 1 }] }
    let pages = try [
      makeReport(), makeReport(outline, authorized: found[0]),
      RunReport(
        runs: found.map { try makeReportRun(outline, authorized: $0) },
        comparisons: [
          RunComparison(found.map { makeBuilder(outline, authorized: $0) }, metric: nil)
        ], maker: "att-lab test"
      ).html(),
    ]
    for page in pages {
      let words = try firstScreen(page).replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace)
      #expect((30..<2_000).contains(words.count))
    }
  }

  @Test("every cell names its column, for screens on which a row is a card")
  func cards() throws {
    let html = try makeReport()
    let cells = html.matches(of: /<td [^>]*>/)
    #expect(!cells.isEmpty)
    for cell in cells { #expect(cell.output.firstMatch(of: /data-label="[^"]+"/) != nil, "\(cell.output)") }
    #expect(html.contains("data-label=\"of those prompted\""))
  }

  @Test("a chart of options that tie does not say that one is behind")
  func tiedCharts() throws {
    let html = try makeReport(
      makeOutline(
        trials: 40, installs: 10_000, parameters: [makeParameter("allow.rate", isDrawn: true)]),
      authorized: (0..<40).map { [20 + Int64($0) / 8, 20 + Int64($0) / 8] },
      draws: (0..<40).map { [Double($0)] })
    #expect(html.contains("All options ask about as many people"))
    // A range may reach the best where the option is hardly ever best: the title speaks of the range.
    #expect(!html.contains("clearly behind"))
  }

  @Test("no name of an option is cut in any figure, however long, and each figure is titled with a sentence")
  func wholeNames() throws {
    let names = (0..<6).map { "an_option_with_a_name_that_goes_on_and_on_for_longer_than_any_line_\($0)" }
    let html = try makeReport(
      makeOutline(arms: names.map { makeArm($0) }),
      authorized: [[20, 30, 25, 21, 22, 23], [22, 29, 24, 25, 23, 22]])
    for text in html.matches(of: /<text [^>]*>([^<]*)<\/text>/) { #expect(!text.output.1.contains("…")) }
    for caption in html.matches(of: /<figure[^>]*><figcaption><bdi class="name">([^<]*)<\/bdi>/) {
      #expect(caption.output.1.hasSuffix("."))
    }
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
    // What a chart counts are all options, and it says how many it has.
    #expect(html.contains("The figure shows 5 of these 39."))
    #expect(html.contains("Every other option is clearly behind arm_39."))
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
    let html = try RunReport(runs: runs, comparisons: [comparison], maker: "att-lab test").html()
    #expect(html.contains("<h1 dir=\"auto\">2 runs side by side</h1>"))
    #expect(html.contains("1 input differs between the runs."))
    let inputs = try #require(html.range(of: "Inputs that differ")).lowerBound
    #expect(inputs < (try #require(html.range(of: "<dl class=\"decision\">")).lowerBound))
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
