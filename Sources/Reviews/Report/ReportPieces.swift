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
    report = ReportOfRun(run: run, names: ReportIDs(prefix: ""), level: 2, hasAllOptions: true)
  }

  /// The first screen, what would change it, opt-in by day, and the funnels.
  ///
  /// - Throws: what the template library says of a template; the tests render every one.
  public func pieces() throws -> [Piece] {
    try [report.answer, report.turningPoints, report.byDay, report.funnels].map { section in
      Piece(name: section.id, html: try section.html())
    }
  }

  /// The style sheet that the pieces are made for.
  public static var style: String { HTMLPage.style }
}
