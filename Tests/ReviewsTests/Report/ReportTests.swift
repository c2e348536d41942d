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
    #expect(figures.count >= 3)
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
  }

  @Test("names of any writing come out as text, wherever they stand")
  func hostile() throws {
    let names = ["<script>alert(1)</script>", "سؤال عند الإطلاق", "\"\u{301} onload=alert(1) x=\"", "a`b"]
    var outline = makeOutline(arms: names.map { makeArm($0, findings: $0 == "a`b" ? ["R82"] : []) })
    outline.description.question = "<img src=x onerror=alert(1)>\u{202E}?"
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

  @Test("every cell names its column, for screens on which a row is a card")
  func cards() throws {
    let html = try makeReport()
    let cells = html.matches(of: /<td [^>]*>/)
    #expect(!cells.isEmpty)
    for cell in cells { #expect(cell.output.firstMatch(of: /data-label="[^"]+"/) != nil, "\(cell.output)") }
  }
}

extension String {
  /// The parts that begin after each occurrence of a text.
  fileprivate func components(of text: String) -> [Substring] {
    ranges(of: text).map { self[$0.upperBound...] }
  }
}
