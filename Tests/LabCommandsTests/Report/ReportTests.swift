import Foundation
import Testing

@Suite("Reports of the program")
struct ReportTests {
  private func lab(_ arguments: String = "") throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let outcome = try lab.shell("\"$LAB\" simulate sample.yaml --name plain --quiet \(arguments)")
    #expect(outcome.status == 0)
    return lab
  }

  private func files(_ lab: Lab) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: lab.folder.path)
      .filter { !$0.hasPrefix(".") && !$0.hasPrefix("att-lab.sqlite") && $0 != "sample.yaml" }.sorted()
  }

  /// The text of the page without its markup, a line per element.
  private func words(_ html: String) -> String {
    guard let body = html.range(of: "<main>") else { return "" }
    return String(html[body.upperBound...]).replacing(/<svg.*?<\/svg>/.dotMatchesNewlines(), with: "")
      .replacing(/<[^>]*>/, with: "\n").replacing(/\n[\s\n]*/, with: "\n")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
  }

  @Test("a report says what is on record, and is the same each time")
  func record() throws {
    let lab = try lab()
    let outcome = try lab("report", "plain", "--out", "review.html")
    #expect(outcome.status == 0 && outcome.errors == "Wrote review.html.\n" && outcome.output.isEmpty)
    #expect(try files(lab) == ["review.html"])
    let html = try lab.read("review.html")
    #expect(html.utf8.count < 500_000)
    #expect(try lab("report", "--out", "-").output == html)
    let id = try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n")[1].prefix(10)
    let text = words(html).replacing(id, with: "0123456789")
      .replacing(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "2026-11-21T10:00:00Z")
      .replacing(/; (under 1|\d+) s of simulation/, with: "; 1 s of simulation")
      .replacing(/Made by .*?\)/, with: "Made by att-lab")
    try expectSnapshot(rounded(text), "report")
  }

  @Test("a page has the next steps of the answer, each command as code")
  func steps() throws {
    let lab = try Lab()
    let path = Lab.experiment("news-timing")
    let answer = try lab("simulate", path, "--trials", "60", "--installs", "300", "--report", "beside.html")
    #expect(answer.status == 0, "\(answer.errors)")
    func commands(_ text: String) -> [String] {
      let steps = text.split(separator: "Next steps\n").last?.split(separator: "\n\n").first ?? ""
      return steps.matches(of: /att-lab [^\n]*/).map { String($0.output) }
    }
    let found = commands(answer.output)
    #expect(found.count >= 3)
    #expect(try commands(lab("show", "last").output) == found)
    let page = try lab.read("beside.html")
    let code = page.matches(of: /<code>(att-lab [^<]*)<\/code>/).map { match in
      String(match.output.1).replacing("&#39;", with: "'")
    }
    #expect(code == found)
    // The first one stands in the box that is read first, before what to watch out for.
    let box = words(page).components(separatedBy: "\nWatch out\n")[0]
    #expect(box.contains("\nCommand\n\(found[0])"), "\(box)")
  }

  @Test("simulate --report writes the same page beside the answer, and overwrites no experiment")
  func beside() throws {
    let lab = try lab("--report beside.html")
    #expect(try lab("report", "--out", "-").output == lab.read("beside.html"))
    let outcome = try lab("simulate", "sample.yaml", "--report", "sample.yaml")
    #expect(outcome.status == 64 && outcome.errors.contains("would overwrite the experiment"))
  }

  @Test("two runs stand side by side, and what differs is marked")
  func several() throws {
    let lab = try lab()
    _ = try lab(
      "simulate", "sample.yaml", "--name", "warmer", "--set", "population.allow.cold_odds_ratio=1")
    let outcome = try lab("report", "plain", "warmer", "--out", "both.html", "--no-alternatives")
    #expect(outcome.status == 0)
    let html = try lab.read("both.html")
    #expect(html.contains("2 runs side by side"))
    let name = "allow.<wbr>cold_<wbr>odds_<wbr>ratio<wbr></bdi>"
    #expect(html.contains("<tr class=\"marked\"><th scope=\"row\"><bdi>\(name)"))
    #expect(words(html).contains("have the same seed, size and draws"))
    #expect(html.contains("they were skipped (--no-alternatives)"))
  }

  @Test("an unknown run, an ambiguous start and an empty store are refused, and nothing is written")
  func unknown() throws {
    let lab = try lab()
    let nobody = try lab("report", "nobody", "--out", "review.html")
    #expect(
      nobody.status == 64 && nobody.errors.contains("nobody") && nobody.errors.contains("att-lab.sqlite"))
    for seed in 1...16 {
      _ = try lab(
        "simulate", "sample.yaml", "--quiet", "--seed", "\(seed)", "--trials", "1", "--installs", "10")
    }
    // Of 17 ids two begin alike: there are 16 first digits.
    let ids = try lab("runs", "list", "--format", "csv").output.split(separator: "\r\n").dropFirst()
      .map { String($0.prefix(1)) }
    let start = try #require(ids.first { first in ids.count { $0 == first } > 1 })
    let ambiguous = try lab("report", start, "--out", "review.html")
    #expect(ambiguous.status == 64 && ambiguous.errors.contains("'\(start)'"))
    let empty = try lab("report", "--db", "none.sqlite", "--out", "review.html")
    #expect(empty.status == 74 && empty.errors.contains("none.sqlite"))
    #expect(try files(lab) == [])
  }

  @Test("a folder that is not there, a full disk and the store itself are refused; what was there stays")
  func outputs() throws {
    let lab = try lab()
    let missing = try lab("report", "--out", "nowhere/review.html")
    #expect(missing.status == 74 && missing.errors.contains("cannot write 'nowhere/review.html'"))
    let store = try lab("report", "--out", "att-lab.sqlite")
    #expect(store.status == 64 && store.errors.contains("would overwrite the store"))
    #if os(Linux)
      let full = try lab("report", "--out", "/dev/full")
      #expect(full.status == 74 && full.errors.contains("No space left on device"))
    #endif
    // A limit on the size of files is a disk that fills up while the report is written.
    #expect(try lab("report", "--out", "review.html").status == 0)
    let page = try lab.read("review.html")
    let limited = try lab.shell("ulimit -f 80; trap '' XFSZ; \"$LAB\" report --out review.html")
    #expect(limited.status == 74 && limited.errors.contains("cannot write 'review.html'"))
    #expect(try lab.read("review.html") == page)
    #expect(try files(lab) == ["review.html"])
  }

  @Test("a report is written over another one, and over nothing else; an empty file is nothing")
  func replaced() throws {
    let lab = try lab()
    try lab.write("ours", to: "report.html")
    for line in ["report", "simulate sample.yaml --report report.html --quiet"] {
      let refused = try lab.shell("\"$LAB\" \(line)")
      #expect(refused.status == 74, "\(line): \(refused.errors)")
      #expect(refused.errors.replacing("\n", with: " ").contains("'report.html' exists already"))
    }
    #expect(try lab.read("report.html") == "ours")
    try lab.write("", to: "report.html")
    #expect(try lab("report").status == 0)
    #expect(try lab("report").status == 0)
    #expect(try lab.read("report.html").contains("</html>"))
  }

  @Test("more runs than stand side by side, and an empty path, are misuse")
  func misuse() throws {
    let lab = try lab()
    #expect(try lab("report", "a", "b", "c", "d", "e", "f", "g").status == 64)
    #expect(try lab("report", "--out", "").status == 64)
  }

  @Test("names of any writing come out as text")
  func hostile() throws {
    let lab = try Lab()
    let text =
      sampleExperiment
      .replacing("Now or later?", with: "'<script>alert(1)</script> ثم ماذا؟'")
      .replacing("Shows you ads for topics you read about.", with: "</td><img src=x onerror=alert(1)>")
    try lab.write(text, to: "sample.yaml")
    #expect(try lab("simulate", "sample.yaml", "--name", "</title><script>").status == 0)
    #expect(try lab("report", "--out", "review.html").status == 0)
    let html = try lab.read("review.html")
    #expect(!html.contains("<script") && !html.contains("<img"))
    #expect(html.contains("ثم ماذا؟"))
  }
}
