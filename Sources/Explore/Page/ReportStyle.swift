import Reviews

/// The style sheet of the report, whose pieces the page shows.
enum ReportStyle {
  static let text = ReportPieces.style
}
