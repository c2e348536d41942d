import ExperimentDesign
import GSLNumerics
import ResultStore
import Simulation
public import Studies
import Synchronization

/// What the trials that are done of a plan say, as a run of that size would.
public struct LiveLook: Sendable {
  /// The answer; its size is the trials that are done.
  public var summary: RunSummary
  /// Opt-in by day, and where installs go.
  public var course: RunCourse
  /// Whether nothing is missing: all trials of the plan are done, and the alternative models too.
  public var isWhole: Bool
}

extension SimulationPlan {
  /// Lives that the first look waits for at most: a tenth of a second on two cores of 2020.
  private static let firstLives = 2_000_000

  /// The numbers of trials after which the run is looked at, ascending; the last is all of them.
  ///
  /// Uncertain inputs are spread evenly over blocks of 50 trials, so that looks are at the ends of blocks.
  private var looks: [Int] {
    let lives = experiment.installs * experiment.scenarios.count * experiment.arms.count
    var next = Self.firstLives / max(1, lives) >= 50 ? 50 : max(2, Self.firstLives / max(1, lives))
    var looks: [Int] = []
    while next < experiment.trials {
      looks.append(next)
      next = next < 50 ? min(50, next * 4) : next * 3
    }
    return looks + [experiment.trials]
  }

  /// Simulates all trials for somebody who watches, keeps them nowhere, and hands on what they say after each of the looks.
  ///
  /// The trials are those of a stored run, so that the answer after all of them is that run's to the last digit.
  ///
  /// - Throws: ``WorkStopped`` where the context says so; `NumericsError`, what `onLook` throws.
  public func watch(context: WorkContext, _ onLook: (LiveLook) async throws -> Void) async throws {
    let outline = RunOutline(self)
    let simulator = Simulator(experiment: experiment, seed: seed)
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    (builder.threads, builder.shouldStop) = (context.threads, context.shouldStop)
    let trials = Mutex((whole: builder, course: RunCourse(outline)))
    var done = 0
    do {
      for size in looks {
        try await simulator.run(trials: done..<size, threads: context.threads, shouldStop: context.shouldStop)
        { result in
          trials.withLock { kept in
            kept.whole.add(result)
            kept.course.add(result)
          }
        }
        guard !context.shouldStop() else { throw WorkStopped() }
        done = size
        var look = try trials.withLock { kept in
          LiveLook(summary: try kept.whole.summary(), course: kept.course, isWhole: false)
        }
        look.summary.outline = RunOutline(resized(trials: size))
        look.summary.outline.isGoingOn = true
        if size == experiment.trials {
          look.summary.outline = outline
          look.isWhole = experiment.arms.count < 2
          try await onLook(look)
          guard !look.isWhole else { return }
          look.summary = try await trials.withLock { $0.whole }.judged(look.summary)
          guard !context.shouldStop() else { throw WorkStopped() }
          look.isWhole = true
        }
        try await onLook(look)
      }
    } catch NumericsError.stopped {
      throw WorkStopped()
    }
  }
}
