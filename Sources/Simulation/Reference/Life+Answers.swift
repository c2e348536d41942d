import RandomStreams

/// What the person does about alerts, layers and Settings.
extension Life {
  /// The one uniform that decides the answer: allows iff it is below P.
  @inline(__always)
  var answerUniform: Double { stream.uniform(purpose: DrawPurpose.answer) }

  /// Whether any session holds a visit to Settings that could change the answer.
  @inline(__always)
  mutating func visitsSettings(_ people: TrialSegment) -> Bool {
    if !settings.areDrawn { settings.draw(stream, sessionCount, people) }
    return settings.count > 0
  }

  /// The uniform that decides about Settings in a session.
  @inline(__always)
  mutating func settingsUniform(of session: Int, _ people: TrialSegment) -> Double {
    visitsSettings(people) ? settings.uniform(inSession: session) : 1
  }
}
