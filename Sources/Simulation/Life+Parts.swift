/// What a life is made of.
extension Life {
  /// One session: when it starts, and the uniform that decides whether it is the last.
  struct Session: BitwiseCopyable {
    /// Where the session's start lies: λ·days = the span's epoch − ln `product`.
    var product: Double
    var leaving: Double
  }

  /// From which session on the products of uniforms are begun anew.
  struct Span: BitwiseCopyable {
    var firstSession: Int
    /// λ times the days until then.
    var epoch: Double
  }

  /// Which events a session holds.
  struct Content: BitwiseCopyable {
    var firstEvent: Int
    var eventCount: Int
  }

  /// How long everything in a session takes, seconds.
  struct Timing: BitwiseCopyable {
    var activation: Double
    /// From the start of the content to the start of lingering's end.
    var contentSeconds: Double
    /// Position in `eventEnds` of the first event's end.
    var firstEnd: Int
    /// How long onboarding takes in this session, where the app has one.
    var onboardingSeconds = 0.0
  }
}
