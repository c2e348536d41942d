import Foundation
import Testing

@Suite("Reports in a browser", .enabled(if: Browser.isThere, "no Chromium on the path"))
struct ReportInBrowserTests {
  /// Everything together: a plain run, one of many arms with names of any writing and length, and two runs
  /// side by side.
  private func lab() throws -> (lab: Lab, pages: [String]) {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let line = "simulate sample.yaml --quiet --trials 40 --installs 300"
    #expect(try lab.shell("\"$LAB\" \(line) --name plain").status == 0)
    #expect(
      try lab.shell("\"$LAB\" \(line) --name warmer --set population.allow.cold_odds_ratio=1").status == 0)
    try lab.write(manyArms, to: "many.yaml")
    #expect(try lab.shell("\"$LAB\" simulate many.yaml --quiet --name many").status == 0)
    let reports = [
      ("plain.html", "plain"), ("many.html", "many"), ("both.html", "plain warmer"),
    ]
    for (page, runs) in reports {
      #expect(try lab.shell("\"$LAB\" report \(runs) --out \(page)").status == 0)
    }
    return (lab, reports.map(\.0))
  }

  private var manyArms: String {
    let arms = ["ask_after_a_name_that_goes_on_and_on_for_ever_and_ever", "سؤال_عند_الإطلاق", "发布时询问用户"]
    return sampleExperiment.replacing("trials: 6", with: "trials: 25")
      .replacing("experiment: sample", with: "experiment: many")
      .replacing("launch: {ask: launch", with: "\"\(arms[1])\": {ask: launch")
      .replacing("later: {ask: onboarding", with: "\"\(arms[0])\": {ask: onboarding")
        + """

          "\(arms[2])": {ask: launch, usage_string: plain, delay_seconds: {sweep: [0, 1, 2, 3, 4, 5, 6, 7]}}
        """
  }

  @Test("nothing overlaps, overflows or fades into its ground: light and dark, wide and 390 pixels narrow")
  func legible() throws {
    let (lab, pages) = try lab()
    let browser = try #require(Browser(lab))
    for page in pages { try lab.write(PageProbe.asked(try lab.read(page), page: page), to: "asked-\(page)") }
    try lab.write(PageProbe.frames(pages.map { "asked-\($0)" }, widths: [390, 1000]), to: "frames.html")
    for appearance in [Browser.Appearance.light, .dark] {
      let answers = try PageProbe.findings(in: try browser.load("frames.html", appearance).elements)
      #expect(answers.count == 2 * pages.count)
      for answer in answers {
        #expect(answer.isDark == (appearance == .dark))
        #expect(answer.found.isEmpty, "\(answer.page), \(answer.width) wide, \(appearance)")
      }
    }
  }

  @Test("the answer of six options fits a screen of 1,280 by 900 pixels")
  func firstScreen() throws {
    let lab = try Lab()
    let later = (2...6).map { "  after_session_\($0): {ask: {session: \($0)}, usage_string: plain}" }
    try lab.write(
      sampleExperiment.replacing(/\n  later: [^\n]*/, with: "\n" + later.joined(separator: "\n")),
      to: "six.yaml")
    #expect(try lab.shell("\"$LAB\" simulate six.yaml --quiet --trials 40 --installs 300").status == 0)
    #expect(try lab.shell("\"$LAB\" report --out six.html").status == 0)
    try lab.write(PageProbe.asked(try lab.read("six.html"), page: "six.html"), to: "asked.html")
    try lab.write(PageProbe.frames(["asked.html"], widths: [1280]), to: "frames.html")
    let answers = try PageProbe.findings(in: try #require(Browser(lab)).load("frames.html").elements)
    let answer = try #require(answers.first)
    #expect(answer.found.isEmpty && (300...900).contains(answer.answerEnd), "\(answer)")
  }

  @Test(
    "the command of the next step is on a screen of 1,280 by 800 pixels, however much there is to watch out for"
  )
  func command() throws {
    let lab = try Lab()
    let pages = ["news-timing", "pre-prompt-or-not"]
    for page in pages {
      let line = "simulate '\(Lab.experiment(page))' --quiet --trials 60 --installs 300 --report \(page).html"
      #expect(try lab.shell("\"$LAB\" \(line)").status == 0)
      try lab.write(PageProbe.asked(try lab.read("\(page).html"), page: page), to: "asked-\(page).html")
    }
    try lab.write(PageProbe.frames(pages.map { "asked-\($0).html" }, widths: [1280]), to: "frames.html")
    let answers = try PageProbe.findings(in: try #require(Browser(lab)).load("frames.html").elements)
    #expect(
      answers.count == pages.count && answers.allSatisfy { (50...800).contains($0.commandEnd) }, "\(answers)")
  }

  @Test("they say nothing on the console, where a policy would report whatever they tried to load")
  func silent() throws {
    let (lab, pages) = try lab()
    try lab.write(PageProbe.frames(pages, widths: [800]), to: "frames.html")
    #expect(try #require(Browser(lab)).load("frames.html").console == [])
  }

  @Test("the answer prints on one page")
  func printed() throws {
    let (lab, _) = try lab()
    let browser = try #require(Browser(lab))
    for page in ["plain.html", "many.html"] {
      let front = try lab.read(page).replacing(
        "</head>",
        with: "<style>.appendix, .appendix ~ section, footer { display: none !important; }</style></head>")
      try lab.write(front, to: "front.html")
      let pages = try browser.printedPages("front.html")
      #expect(pages == 1, "\(page)")
      #expect(try browser.printedPages(page) > pages)
    }
  }
}
