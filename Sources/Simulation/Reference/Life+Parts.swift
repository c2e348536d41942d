/// What a life is made of.
extension Life {
  /// Which events a session holds.
  struct Content: BitwiseCopyable {
    var firstEvent: Int
    var eventCount: Int
  }

  /// How long a session takes to open, seconds.
  struct Opening: BitwiseCopyable {
    var activation = 0.0
    /// How long onboarding takes in this session, where the app has one.
    var onboardingSeconds = 0.0
  }

  /// How long a session's content takes, seconds.
  struct Timing: BitwiseCopyable {
    /// From the start of the content to the end of lingering.
    var contentSeconds = 0.0
    /// Position in `eventEnds` of the first event's end.
    var firstEnd = 0
  }
}
