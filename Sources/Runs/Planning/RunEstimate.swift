public import ExperimentDesign
import Foundation
import Simulation

/// What a run takes in time, memory and room on the disk, before it begins.
///
/// Memory and disk follow from the sizes by constants that were measured; how fast lives are simulated is measured on a
/// part of the first trial, where it is not little in any case.
public struct RunEstimate: Sendable {
  /// What passes on the clock until the trials are stored.
  public var seconds: Double
  /// Bytes in memory at the most.
  public var memory: Double
  /// Bytes of the store's file for this run.
  public var disk: Double

  /// What some trials of an experiment take.
  public init(of experiment: Experiment, trials: Int, threads: Int, seed: UInt64) {
    let count = Double(trials)
    let cells = Double(experiment.cells)
    let days = Double(experiment.tallyDays)
    let arms = Double(experiment.arms.count)
    let wholes = arms * Double(experiment.scenarios.count)
    let drawn = Double(experiment.uncertain.count)
    let threads = Double(max(1, min(threads, WorkContext.cores)))
    // No machine plays a life in less.
    var perTrial = Double(experiment.installs) * wholes * 20e-9
    if (1...1e5).contains(count * perTrial), let measured = Self.secondsPerTrial(of: experiment, seed: seed) {
      perTrial = max(perTrial, measured)
    }
    seconds = count * (perTrial / threads + 30e-6 + drawn * 2e-6 + cells * (70e-6 + days * 0.25e-6))
    // The noise of every arm and segment has four bytes for each metric.
    disk = 300e3 + count * (40 + drawn * 15 + cells * (130 + days * 15))
    disk += count * 4 * Double(Metric.allCases.count) * (wholes + (cells > wholes ? cells : 0))
    let trialBytes = Double(TrialMemory.bytes(cells: experiment.cells, days: experiment.tallyDays))
    let waiting = max(1, min(64, Double(64 << 20) / trialBytes))
    // An answer holds the draws of each trial with their ranks, and some numbers of each option.
    memory = 38e6 + trialBytes * 2 * (threads + waiting) + count * (wholes * 60 + drawn * 12)
  }

  /// Seconds of one core for a trial: those of its first installs, drawn out to all of it.
  private static func secondsPerTrial(of experiment: Experiment, seed: UInt64) -> Double? {
    let installs = min(experiment.installs, 2_000)
    let simulator = Simulator(experiment: experiment.changed { $0.installs = installs }, seed: seed)
    let time = ContinuousClock().measure { _ = simulator.trial(0) }
    return time / .seconds(1) * Double(experiment.installs) / Double(installs)
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

  /// Refuses what cannot be computed here, before it begins: more memory than there is, 10 TB on the disk, 30 days.
  public func requirePossible(memory most: Double = RunEstimate.largestMemory) throws(RunTooLarge) {
    func gigabytes(_ bytes: Double) -> String { "\(Int((bytes / 1e9).rounded(.up))) GB" }
    if memory > most {
      throw RunTooLarge(
        description: "the run takes about \(gigabytes(memory)) of memory, and there are \(gigabytes(most))")
    }
    if disk > 1e13 { throw RunTooLarge(description: "the run takes about \(gigabytes(disk)) of the disk") }
    if seconds > 30 * 86_400 {
      throw RunTooLarge(description: "the run takes \(Int((seconds / 86_400).rounded())) days or more")
    }
  }
}

/// A run that cannot be computed here, with the reason.
public struct RunTooLarge: Error, Hashable, CustomStringConvertible {
  /// What it takes and what there is.
  public var description: String
}
