import ExperimentDesign
import Synchronization

/// Hands out work units and collects their results in order.
final class WorkQueue<Trials: RandomAccessCollection & Sendable>: Sendable
where Trials.Element == Int, Trials.Index == Int {
  struct Work {
    var trial: Int
    var unit: Int
    /// Position of the trial in the list.
    var position: Int
  }

  private struct State {
    var next = 0
    /// Trials that some units of are in.
    var parts: [Int: (part: Simulator.Part, units: Int)] = [:]
    /// Whole trials that wait for an earlier one.
    var done: [Int: TrialResult] = [:]
    var failed = false
  }

  /// Results that may wait to be handed over before a thread that brings another waits too.
  private let mostWaiting: Int

  private let trials: Trials
  private let unitsPerTrial: Int
  private let state = Mutex(State())
  /// Trials handed over; held while handing over, so that it happens in order and one at a time.
  private let counter = Mutex(0)

  init(trials: Trials, unitsPerTrial: Int, mostWaiting: Int) {
    self.trials = trials
    self.mostWaiting = mostWaiting
    self.unitsPerTrial = unitsPerTrial
  }

  func next() -> Work? {
    state.withLock { state in
      let number = state.next
      guard !state.failed, number / unitsPerTrial < trials.count else { return nil }
      state.next += 1
      let position = number / unitsPerTrial
      let trial = trials[trials.startIndex + position]
      return Work(trial: trial, unit: number % unitsPerTrial, position: position)
    }
  }

  /// Takes in a work unit's part; every whole trial that is next in order is then handed over.
  ///
  /// Handing over means writing to disk, so it has a lock of its own: the other threads go on
  /// simulating meanwhile, and the thread that holds it hands over what they left. Only when the disk falls
  /// far behind does a thread wait for it, so that what waits stays small.
  func handIn(_ part: Simulator.Part, _ work: Work, _ onTrial: (TrialResult) throws -> Void) throws {
    let waiting = state.withLock { state in
      var known = state.parts.removeValue(forKey: work.position) ?? (part, 0)
      if known.units > 0 { known.part.sums.merge(part.sums) }
      known.units += 1
      if known.units == unitsPerTrial {
        state.done[work.position] = known.part.result(work.trial)
      } else {
        state.parts[work.position] = known
      }
      return state.done.count
    }
    if waiting > mostWaiting {
      try counter.withLock { try handOver(&$0, onTrial) }
    } else {
      _ = try counter.withLockIfAvailable { try handOver(&$0, onTrial) }
    }
  }

  /// Hands over what was handed in while another thread was just about to let go of the lock.
  func close(_ onTrial: (TrialResult) throws -> Void) throws {
    try counter.withLock { try handOver(&$0, onTrial) }
  }

  /// - Parameter handedOver: how many trials have been.
  private func handOver(_ handedOver: inout Int, _ onTrial: (TrialResult) throws -> Void) throws {
    while let result = next(after: handedOver) {
      handedOver += 1
      do {
        try onTrial(result)
      } catch {
        state.withLock { $0.failed = true }
        throw error
      }
    }
  }

  private func next(after handedOver: Int) -> TrialResult? {
    state.withLock { state in
      state.failed ? nil : state.done.removeValue(forKey: handedOver)
    }
  }
}
