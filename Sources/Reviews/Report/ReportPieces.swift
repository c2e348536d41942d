import Rendering

/// What a report shows of a run, in pieces: for a page that stays and draws each anew as trials arrive.
public struct ReportPieces: Sendable {
  /// One piece.
  public struct Piece: Sendable {
    /// What it is, the same in every run: `answer`, `days`.
    public var name: String
    /// Safe to be put into a page.
    public var html: String
  }

  private let report: ReportOfRun

  /// The pieces of a run.
  public init(_ run: ReportRun) {
    report = ReportOfRun(run: run, hasAllOptions: true, hasAllSteps: true)
  }

  /// The first screen, what would change it, next steps, opt-in by day, and the funnels.
  public var pieces: [Piece] {
    [report.answer, report.turningPoints, steps, report.byDay, report.funnels].compactMap { $0 }.map {
      Piece(name: $0.id, html: $0.html)
    }
  }

  /// The steps, with what the commands need of a page whose text and run are kept nowhere yet.
  private var steps: HTMLPage.Section? {
    guard var steps = report.steps else { return nil }
    steps.blocks.append(
      .note("Save the file or keep the run before you type a command: it reads what is kept."))
    return steps
  }

  /// The style sheet that the pieces are made for.
  public static var style: String { HTMLPage.style }
}
