public import ExperimentDesign
import Foundation
import Studies

/// What a run takes in time, memory and room on the disk, before it begins.
///
/// Memory, disk and the work beside simulating follow from the sizes by the constants below, measured on a
/// core of 2020; how fast lives are simulated is measured on a part of the first trial where it is asked for.
public struct RunEstimate: Sendable {
  /// Seconds of one core for each part of the work.
  public struct Work: Sendable {
    /// Playing the installs.
    public var simulating = 0.0
    /// Writing the trials, and reading them for the answer.
    public var storing = 0.0
    /// Working out the answer.
    public var answering = 0.0
    /// Simulating alternative models.
    public var alternatives = 0.0
  }

  /// How many are computed.
  public var trials: Int
  /// What has to be done.
  public var work: Work
  /// Bytes in memory at the most.
  public var memory: Double
  /// Bytes of the store's file for this run.
  public var disk: Double
  /// Threads that simulate together: no more than there are cores.
  public var threads: Int

  /// What passes on the clock: only simulating is shared between threads.
  public var seconds: Double {
    let shared = work.simulating + work.alternatives
    return shared / Double(threads) + work.storing + work.answering
  }

  /// Of the program itself and of what it links.
  static let programBytes = 46e6
  /// Of a store with a run and no trial: tables, the experiment's text, the answer.
  static let storeBytes = 300e3
  /// Of an answer that holds all of its numbers at once, for a trial, an arm, a scenario and a metric.
  static let heldBytes = 16.0
  /// Of one that is worked out in parts, for a trial and an arm: the numbers of one scenario's short answer.
  static let partBytes = 200.0
  /// Of the explanation by the draws, for a trial and an input.
  static let drawBytes = 16.0
  /// Of it for a trial and an arm.
  static let explainedBytes = 40.0
  /// Of the noise of an arm or a segment in a trial: four for each metric.
  static let noiseBytes = 4.0 * Double(Metric.allCases.count)

  /// What an experiment takes.
  ///
  /// - Parameters:
  ///   - trials: how many of them; those of the experiment where it is `nil`.
  ///   - isWhole: whether the answer is worked out, which a shard leaves to the merge.
  ///   - secondsPerTrial: of one core, measured; `nil` for a bound from below.
  public init(
    of experiment: Experiment, trials: Int? = nil, threads: Int, cores: Int, isWhole: Bool = true,
    secondsPerTrial: Double? = nil
  ) {
    let count = Double(trials ?? experiment.trials)
    self.trials = trials ?? experiment.trials
    self.threads = max(1, min(threads, cores))
    let cells = Double(experiment.cells)
    let days = Double(experiment.tallyDays)
    let arms = Double(experiment.arms.count)
    let scenarios = Double(experiment.scenarios.count)
    let drawn = Double(UncertainParameters(of: experiment).paths.count)
    let metrics = 22.0
    let lives = Double(experiment.installs) * scenarios * arms
    // No machine plays a life in less.
    work = Work(simulating: count * (secondsPerTrial ?? max(lives * 20e-9, cells * days * 3e-9)))
    work.storing = count * (30e-6 + drawn * 2e-6 + cells * (70e-6 + days * 0.25e-6))
    disk = Self.storeBytes + count * (40 + drawn * 15 + cells * (130 + days * 15))
    // Draws of the noise: of every arm, and of its segments where it has several.
    let wholes = arms * scenarios
    disk += count * Self.noiseBytes * (wholes + (cells > wholes ? cells : 0))
    let trialBytes = Double(TrialMemory.bytes(cells: experiment.cells, days: experiment.tallyDays))
    let waiting = max(1, min(64, Double(64 << 20) / trialBytes))
    memory = Self.programBytes + trialBytes * (2 * Double(threads) + 2 * waiting)
    guard isWhole else { return }
    let explanation = drawn * Self.drawBytes + arms * Self.explainedBytes
    let isInParts = WorkContext.isTooLargeToHold(trials: self.trials, scenarios: experiment.scenarios.count)
    memory +=
      count
      * (isInParts
        ? max(explanation, arms * Self.partBytes)
        : arms * scenarios * metrics * Self.heldBytes + drawn * Self.drawBytes)
    work.answering =
      0.05 + scenarios * (Self.deciding(trials: count, arms: arms) + arms * count * metrics * 0.4e-6)
    let size = AlternativeStudy.size(trials: experiment.trials, installs: experiment.installs)
    let small = min(count, Double(size.trials))
    let share = Double(size.installs) / Double(experiment.installs)
    // Most searches simulate one to three settings of each scenario.
    let models = Double(AlternativeModel.allCases.count) + 2 * scenarios
    if arms > 1 { work.alternatives = models * small * (secondsPerTrial.map { $0 * share } ?? 0) }
    memory += 24 * arms * min(arms, 2 * small) * 8
  }

  /// Seconds that one scenario's decision takes (`Decision` of `Inference`).
  private static func deciding(trials: Double, arms: Double) -> Double {
    let isMany = arms > 32 && arms > trials
    let covariances = isMany ? trials * trials * arms * 4 : trials * arms * arms * 2
    let side = isMany ? trials : arms
    let tests = 49 * (arms * 60 + (arms > 32 ? 4 * arms : arms * arms) * 1.5)
    return 100 * (covariances * 0.6e-9 + 2 * side * side * side * 3e-9)
      + (trials + 40 * min(trials, 128)) * tests * 0.6e-9
  }

  /// Bytes of memory that this process may take: of the machine, or of the limit that it runs under.
  public static var largestMemory: Double {
    let machine = Double(ProcessInfo.processInfo.physicalMemory)
    // Linux says there what `ulimit -v` allows.
    let limits = (try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8)) ?? ""
    let line = limits.split(separator: "\n").first { $0.hasPrefix("Max address space") }
    let soft = line?.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }
    return min(machine, soft ?? machine)
  }

  /// The longest that anything is begun for: thirty days.
  public static let largestSeconds = 30.0 * 86_400

  /// The most that is stored of one run: 10 TB.
  public static let largestDisk = 1e13

  /// Refuses what cannot be computed here, before it begins.
  public func requirePossible(memory most: Double = RunEstimate.largestMemory) throws(RunTooLarge) {
    if memory > most { throw .memory(bytes: memory, most: most) }
    if disk > Self.largestDisk { throw .disk(bytes: disk) }
    if seconds > Self.largestSeconds { throw .time(seconds: seconds, threads: threads) }
  }
}

/// A run that cannot be computed here.
public enum RunTooLarge: Error, Hashable {
  /// More memory than this machine or its limit allows.
  case memory(bytes: Double, most: Double)
  /// More than ``RunEstimate/largestDisk``.
  case disk(bytes: Double)
  /// Longer than ``RunEstimate/largestSeconds``.
  case time(seconds: Double, threads: Int)
}
