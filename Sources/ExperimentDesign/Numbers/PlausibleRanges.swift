/// The legal ranges of the model, closed at a height that no app reaches.
///
/// A number past these is a slip of the keyboard, and would make a simulation
/// overflow or never end; so it is an error with a path instead.
extension LegalRange {
  /// Up to eleven days, in seconds; 0 means none.
  package static let seconds = LegalRange(0, 1e6)
  package static let positiveSeconds = LegalRange(0, 1e6, includesLow: false)
  /// Standard deviations of logarithms and of log-odds between people.
  package static let spread = LegalRange(0, 20)
  /// At five, the most active of a thousand people are already a million times the median.
  package static let activitySpread = LegalRange(0, 5)
  /// Log-odds per unit.
  package static let slope = LegalRange(-1000, 1000)
  package static let oddsRatio = LegalRange(0, 1e9, includesLow: false)
  /// Shapes and rates of gamma and beta distributions.
  package static let shape = LegalRange(0, 1e6, includesLow: false)
  package static let sessionsPerDay = LegalRange(0, 1000, includesLow: false)
  package static let eventsPerSession = LegalRange(0, 1000)
  package static let eventValue = LegalRange(0, 1e6)
  /// Units of currency per session, whatever the currency.
  package static let money = LegalRange(0, TallyLimits.worthOfASession)
  /// Amounts of money and weights of an objective below this, other than 0.
  ///
  /// Variances of them would come near the smallest number that there is, and count as none.
  package static let leastAmount = 1e-30
}
