import ExperimentDesign
import Inference
import Rendering
public import Studies

/// A run as a report shows it: what it found, and what it was made from.
public struct ReportRun: Sendable {
  /// Where a run comes from, and how to repeat it.
  public struct Provenance: Sendable {
    /// The whole text of the experiment file.
    public var fileText: String
    /// The whole text of the population file, where the experiment names one of its own.
    public var populationText: String?
    /// What was set from outside, as given: `path=value`.
    public var overrides: [String]
    /// When it was begun, in words.
    public var begun: String
    /// How long was simulated, in words.
    public var duration: String
    /// Whatever somebody wrote about it.
    public var note: String?
    /// The commands that repeat it, one each.
    public var commands: [String]

    /// Creates a provenance.
    public init(
      fileText: String, populationText: String?, overrides: [String], begun: String, duration: String,
      note: String?, commands: [String]
    ) {
      self.fileText = fileText
      self.populationText = populationText
      self.overrides = overrides
      self.begun = begun
      self.duration = duration
      self.note = note
      self.commands = commands
    }
  }

  /// What the run answers.
  public let page: RunPage
  let curves: [[[MetricSummary]]]
  let funnel: [[[Counter: MonteCarloMean]]]
  let provenance: Provenance?
  /// Whether its sections are pieces of a page: then the first has all options, and next steps are one of their own.
  var isInPieces = false

  /// - Parameters:
  ///   - page: what the run answers.
  ///   - course: opt-in by day, and what became of the requests.
  ///   - provenance: where it comes from; `nil` for what is kept nowhere yet.
  /// - Throws: `NumericsError`.
  public init(_ page: RunPage, _ course: RunCourse, provenance: Provenance?) throws {
    self.page = page
    curves = try course.curves()
    funnel = try course.funnel()
    self.provenance = provenance
  }

  var summary: RunSummary { page.answer.summary }
  var outline: RunOutline { summary.outline }

  /// All of it as one HTML file that needs nothing else: no script, no network, no font.
  ///
  /// - Parameter maker: what made it, in words.
  public func html(maker: String) -> String {
    let name = outline.name.map { " (\($0))" } ?? ""
    let begun = provenance.map { " · \($0.begun.prefix(10))" } ?? ""
    return HTMLPage.html(
      title: page.question,
      kicker: "\(outline.experiment) · run \(outline.run)\(name) · \(sizeText(of: summary).text)\(begun)",
      sections: sections,
      footer:
        "Made by \(maker). Simulated installs, not people: every number depends on the assumptions of the experiment.")
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
