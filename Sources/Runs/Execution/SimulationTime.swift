import Synchronization

/// How long simulating takes, by the events of a context.
final class SimulationTime: Sendable {
  private struct State {
    var trials = 0
    var duration = Duration.zero
    var start: ContinuousClock.Instant?
  }
  private let state = Mutex(State())

  /// Seconds for each trial, on all threads together; `nil` where none was simulated.
  var secondsPerTrial: Double? {
    let (trials, duration) = state.withLock { ($0.trials, $0.duration) }
    guard trials > 0 else { return nil }
    return duration / .seconds(1) / Double(trials)
  }

  /// The context, which reports every event here first.
  func measuring(_ context: WorkContext) -> WorkContext {
    var measured = context
    measured.onEvent = { event in
      switch event {
      case .simulating: self.state.withLock { $0.start = .now }
      case .trial: self.state.withLock { $0.trials += 1 }
      case .simulated:
        self.state.withLock { state in
          if let start = state.start { state.duration += .now - start }
          state.start = nil
        }
      case .renaming, .found, .resuming, .resumingShard, .answering, .judging, .judged, .joining,
        .joined:
        break
      }
      context.onEvent(event)
    }
    return measured
  }
}
