import ExperimentDesign
import Foundation
import Inference
import Rendering
public import ResultStore
public import Studies

/// A run as a report shows it: what it found, and what it was made from.
public struct ReportRun: Sendable {
  /// A stored run, how long was simulated, in words, and the commands that repeat it, one each.
  public typealias Source = (record: RunRecord, duration: String, commands: [String])

  /// What the run answers.
  public let page: RunPage
  let curves: [[[MetricSummary]]]
  let funnel: [[[Counter: MonteCarloMean]]]
  let source: Source?
  /// Whether its sections are pieces of a page: then the first has all options, and next steps are one of their own.
  var isInPieces = false

  /// - Parameters:
  ///   - page: what the run answers.
  ///   - course: opt-in by day, and what became of the requests.
  ///   - source: the stored run; `nil` for what is kept nowhere yet.
  /// - Throws: `NumericsError`.
  public init(_ page: RunPage, _ course: RunCourse, of source: Source?) throws {
    self.page = page
    curves = try course.curves()
    funnel = try course.funnel()
    self.source = source
  }

  var summary: RunSummary { page.answer.summary }
  var outline: RunOutline { summary.outline }

  /// All of it as one HTML file that needs nothing else: no script, no network, no font.
  ///
  /// - Parameter maker: what made it, in words.
  public func html(maker: String) -> String {
    let name = outline.name.map { " (\($0))" } ?? ""
    let begun = source.map { " · \($0.record.createdAt.formatted(.iso8601).prefix(10))" } ?? ""
    return HTMLPage.html(
      title: page.question,
      kicker: "\(outline.experiment) · run \(outline.run)\(name) · \(sizeText(of: summary).text)\(begun)",
      sections: sections,
      footer:
        "Made by \(maker). Simulated installs, not people: every number depends on the assumptions of the experiment."
    )
  }

  /// The first screen, what would change it, next steps, opt-in by day, and the funnels, for a page that stays and draws
  /// each anew as trials arrive: names that are the same in every run, and HTML that is safe in any page.
  public var pieces: [(name: String, html: String)] {
    var report = self
    report.isInPieces = true
    return [report.answer, report.turningPoints, report.steps, report.byDay, report.funnels].compactMap { $0 }
      .map { ($0.id, $0.html) }
  }

  /// The style sheet that the pieces are made for.
  public static var style: String { HTMLPage.style }
}

/// The size of a run in words: `400 trials of 20,000 installs`.
func sizeText(of summary: RunSummary) -> Phrase {
  "\(trialsText(of: summary)) of \(summary.outline.installs, "install")"
}
