import PromptFlow
import RandomStreams

/// One install's undisturbed life: what happens to it when nobody asks anything.
///
/// Drawn once and played under every arm; an arm's life is a prefix of it, since
/// annoyance only adds to the reasons to leave. What a session holds is drawn
/// when the first arm needs it, and draws nothing that another session uses.
struct Life: ~Copyable {
  // Who it is.
  var stream = AddressedStream(base: 0, twist: 0)
  var segment = 0
  var version = SystemVersion.modern
  /// The device's, with nothing asked.
  var system = SystemPermission(rules: SystemRules(.modern), device: TrackingDevice())
  var status: AuthorizationStatus?
  var identifierIsReadable = false
  /// NaN while not drawn.
  var activityNormal = Double.nan
  /// s.
  var staying = 0.0
  /// NaN while not drawn.
  var drawnWillingness = Double.nan
  /// Probability of leaving after a session, before any annoyance.
  var leavingProbability = 0.0

  /// How many events a session of this person has, where people differ in it; made at first use.
  var eventDistribution = PoissonSampler(mean: 0)
  var knowsEventDistribution = false

  /// When it visits Settings.
  var settings = SettingsVisits()
  /// In which sessions it opens the consent layer again, ascending, where a session does by some probability.
  var reopened = ReusedBuffer<Int>(capacity: 16)
  /// That probability; NaN while none was asked about.
  var reopenProbability = Double.nan
  /// Times that were asked for, the first of them.
  var times = ReusedBuffer<Time>(capacity: 8)

  // What happens.
  /// Sessions until the person leaves or the horizon is passed.
  var sessionCount = 1
  /// Whether the life ends since the person leaves, not at the horizon.
  var leavesAtLast = false
  /// How many would start by the horizon after the first if the person never left.
  var visits = 0
  var horizon = 0.0
  /// The session whose day was asked for last: options often ask in the same one.
  var dated = (session: 0, day: 0.0)
  /// In order, as far as any arm has lived.
  var sessions = ReusedBuffer<Session>(capacity: 64)
  /// Of all sessions with content that were asked for.
  var events = ReusedBuffer<Event>(capacity: 256)

  /// Draws the install and the days of its sessions.
  mutating func begin(_ stream: AddressedStream, in scenario: TrialScenario, horizon: Double) {
    self.stream = stream
    sessions.removeAll()
    events.removeAll()
    knowsEventDistribution = false
    dated = (0, 0)
    settings.forget()
    reopenProbability = .nan
    times.removeAll()

    segment = 0
    if scenario.segmentCount > 1 {
      let u = stream.uniform(purpose: DrawPurpose.segment)
      while u >= scenario.segmentCumulative[segment] { segment += 1 }
    }
    scenario.segment(segment) { people in
      drawPerson(people)
      drawSessions(people, horizon: horizon)
    }
  }
}
