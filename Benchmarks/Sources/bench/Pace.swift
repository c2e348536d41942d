import Foundation
import Synchronization

/// How many installs × arms a second a simulation makes: what a longer run simulates more, over the
/// time it takes more, so that start-up, reading the file and fitting retention are not counted, nor
/// what the answer adds for every trial up to ``settled``.
///
/// The best of several goes counts, because whatever else the machine does can only slow one down.
/// What is compared takes its goes in turn.
struct Pace {
  /// The trials from which on a run's length adds little but trials: the alternative models take at most
  /// 400, and the error of the share of tests won is integrated over at most 64.
  static let settled = 512

  let simulation: Simulation
  /// Commands that run at once, each with threads of its own.
  let copies: Int
  /// Installs × arms per second, of all copies together; 0 before the first go.
  private(set) var best = 0.0
  private let installs: Int?
  private let trials: Int
  private let livesOfShort: Int
  private var shortest: Duration

  /// - Parameters:
  ///   - installs: of a trial, where not those of the file.
  ///   - seconds: how long a go takes, nearly.
  init(_ simulation: Simulation, installs: Int? = nil, copies: Int = 1, seconds: Double) throws {
    self.simulation = simulation
    self.installs = installs
    self.copies = copies
    let short = try simulation.run(trials: Self.settled, installs: installs)
    // The short run's own pace, start-up and all, so no small difference of noisy times is divided by.
    let perTrial = short.elapsed.seconds / Double(Self.settled)
    trials = Self.settled + Int((seconds / perTrial).rounded(.up))
    livesOfShort = short.lives
    shortest = short.elapsed
  }

  mutating func go() throws {
    shortest = min(shortest, try simulation.run(trials: Self.settled, installs: installs).elapsed)
    let long = try together(trials: trials)
    best = max(best, Double(long.lives - copies * livesOfShort) / (long.elapsed - shortest).seconds)
  }

  /// Runs all copies at once; it takes as long as the last of them.
  private func together(trials: Int) throws -> (lives: Int, elapsed: Duration) {
    let found = Mutex<[Result<Simulation.Measurement, any Error>]>([])
    let (simulation, installs) = (simulation, installs)
    DispatchQueue.concurrentPerform(iterations: copies) { _ in
      let result = Result { try simulation.run(trials: trials, installs: installs) }
      found.withLock { $0.append(result) }
    }
    let runs = try found.withLock { try $0.map { try $0.get() } }
    return (runs.reduce(0) { $0 + $1.lives }, runs.map(\.elapsed).max() ?? .zero)
  }
}
