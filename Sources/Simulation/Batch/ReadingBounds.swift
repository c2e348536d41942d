/// What tells by one uniform that a competing alert of launch leaves a pre-prompt that is up before it undisturbed.
///
/// The alert appears over the screen, which stands still until it is answered. The app is active again only when it
/// has settled, and a request before that is lost (R19, R22). So the screen must be read before the alert comes, or
/// for longer than the settling.
struct ReadingBounds: Sendable, BitwiseCopyable {
  /// Uniforms above this belong to reading that outlasts the alert and the settling.
  let outlastsAlert: Double
  /// Uniforms below this belong to reading that is over when the alert comes.
  let endsBeforeAlert: Double

  /// Of a screen that takes no time.
  static let atOnce = ReadingBounds(outlastsAlert: 1, endsBeforeAlert: 1)

  private init(outlastsAlert: Double, endsBeforeAlert: Double) {
    self.outlastsAlert = outlastsAlert
    self.endsBeforeAlert = endsBeforeAlert
  }

  /// - Parameters:
  ///   - reading: how long the screen is read.
  ///   - times: of the ask that shows it.
  init(_ reading: SecondsDistribution, _ times: AskTimes) {
    let untilAlert = (times.alert?.offset ?? 0) - times.delay
    outlastsAlert = reading.uniform(beyond: untilAlert + times.settleSeconds)
    endsBeforeAlert = reading.uniform(within: untilAlert)
  }
}
