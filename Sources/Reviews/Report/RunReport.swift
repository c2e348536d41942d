import ExperimentDesign
import Rendering
public import Studies

/// One or several runs as one HTML file that needs nothing else: no script, no network, no font.
public struct RunReport: Sendable {
  /// In the order given; never empty.
  public var runs: [ReportRun]
  /// The runs against the first, by one quantity each; empty for a single run.
  public var comparisons: [RunComparison]
  /// What made the report, in words.
  public var maker: String

  /// Creates a report.
  public init(runs: [ReportRun], comparisons: [RunComparison], maker: String) {
    self.runs = runs
    self.comparisons = comparisons
    self.maker = maker
  }

  /// The whole file.
  ///
  /// - Throws: what the template library says of a template; the tests render every one.
  public func html() throws -> String {
    try page.html()
  }

  private var isSingle: Bool { runs.count == 1 }

  private var page: HTMLPage {
    var parts: [HTMLPage.Part] = []
    if !isSingle {
      parts.append(
        HTMLPage.Part(
          id: "compared", heading: nil, isFirst: true,
          sections: ReportOfSeveral(runs: runs, comparisons: comparisons).sections))
    }
    for (number, run) in runs.enumerated() {
      let names = ReportIDs(prefix: isSingle ? "" : "run-\(number + 1)-")
      let pages = ReportOfRun(run: run, names: names, level: isSingle ? 2 : 3)
      parts.append(
        HTMLPage.Part(
          id: names.of("run"), heading: isSingle ? nil : heading(of: run), isFirst: isSingle,
          sections: pages.sections))
    }
    return HTMLPage(
      title: title, kicker: kicker, contents: contents(parts), parts: parts, footer: footer)
  }

  private var title: String {
    guard isSingle, let run = runs.first else { return "\(runs.count) runs side by side" }
    return run.outline.question ?? run.outline.experiment
  }

  private func heading(of run: ReportRun) -> String {
    "Run \(Phrase.name(run.label)): " + (run.outline.question ?? run.outline.experiment)
  }

  private var kicker: String {
    guard isSingle, let run = runs.first else {
      return runs.map { "\($0.outline.experiment), run \($0.label)" }.joined(separator: " · ")
    }
    let name = run.outline.name.map { " (\($0))" } ?? ""
    return "\(run.outline.experiment) · run \(run.outline.run)\(name) · \(SizeWords(run.summary).text) · "
      + run.provenance.begun.prefix(10)
  }

  private var footer: String {
    "Made by \(maker). Simulated installs, not people: every number depends on the assumptions of the experiment."
  }

  /// The ways to the runs; of a single one the closed sections are the list.
  private func contents(_ parts: [HTMLPage.Part]) -> [HTMLPage.Link] {
    guard !isSingle else { return [] }
    return parts.map { part in
      .init(target: part.id, words: part.heading.map { Phrase($0).text } ?? "What differs")
    }
  }
}

/// Names of places in the page, unique over all runs.
struct ReportIDs {
  var prefix: String

  func of(_ name: String) -> String { prefix + name }
}

/// The size of a run in words: `400 trials of 20,000 installs`.
struct SizeWords {
  var summary: RunSummary

  init(_ summary: RunSummary) { self.summary = summary }

  var text: String {
    let outline = summary.outline
    let planned = SupportedDigits.grouped(outline.trials)
    let count =
      summary.trials == outline.trials ? planned : "\(SupportedDigits.grouped(summary.trials)) of \(planned)"
    return "\(count) \(outline.trials == 1 ? "trial" : "trials") of "
      + "\(SupportedDigits.grouped(outline.installs)) installs"
  }
}
