import TestData

extension Denominator {
  /// `of installs`, as the end of a rate.
  var ofWhom: String {
    switch self {
    case .installs: "of installs"
    case .prompted: "of those prompted"
    case .answered: "of those who answered"
    }
  }

  /// `per install`, as a heading.
  var per: String { words }
}
