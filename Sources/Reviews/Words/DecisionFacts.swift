import Rendering

/// One line of a decision.
typealias Fact = ReviewDocument.Fact

extension [Phrase] {
  /// Cautions that are shown where there is no room for all.
  private static let most = 3

  /// Cautions, the weightiest first, as lines of a decision; where there is no room for all, the others are counted.
  func cautions(_ detail: Detail) -> [ReviewDocument.Fact] {
    let shown = detail == .full ? self[...] : prefix(Self.most)
    return shown.enumerated().map { Fact($0 == 0 ? "Take care" : "", $1, .caution) }
      + (shown.count < count ? [Fact("", "\(count - shown.count) more: --verbose", .caution)] : [])
  }
}
