import ExperimentDesign
import Rendering
import Studies

/// A run as one HTML file that needs nothing else: no script, no network, no font.
public struct RunReport: Sendable {
  /// What it is of.
  public var run: ReportRun
  /// What made the report, in words.
  public var maker: String

  /// Creates a report.
  public init(run: ReportRun, maker: String) {
    self.run = run
    self.maker = maker
  }

  /// The whole file.
  public var html: String {
    HTMLPage(
      title: run.outline.question ?? run.outline.experiment, kicker: kicker,
      sections: ReportOfRun(run: run).sections,
      footer:
        "Made by \(maker). Simulated installs, not people: every number depends on the assumptions of the experiment."
    ).html
  }

  private var kicker: String {
    let name = run.outline.name.map { " (\($0))" } ?? ""
    return "\(run.outline.experiment) · run \(run.outline.run)\(name) · \(sizeText(of: run.summary).text) · "
      + run.provenance.begun.prefix(10)
  }
}

/// The size of a run in words: `400 trials of 20,000 installs`.
func sizeText(of summary: RunSummary) -> Phrase {
  "\(trialsText(of: summary)) of \(summary.outline.installs, "install")"
}
