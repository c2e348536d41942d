import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs
import Simulation
import Studies
import TextFormats

/// What `--dry-run` shows: the plan, and what it would take.
struct DryRun {
  var plan: SimulationPlan
  var threads: Int
  /// The platform checks of the arms.
  var platform: PlatformDescription
  /// The file as it was named.
  var path: String
  /// The fewest and the most trials that would be computed.
  var sizes: ClosedRange<Int>
  var shard: Shard?
  var rule: StoppingRule?

  func text(_ format: AnswerFormat) throws -> String {
    let perTrial = try secondsPerTrial()
    let estimates = [sizes.lowerBound, sizes.upperBound].map { trials in
      RunEstimate(
        of: self.plan.experiment, trials: trials, threads: threads,
        cores: ProcessInfo.processInfo.activeProcessorCount, isWhole: shard == nil, secondsPerTrial: perTrial)
    }
    let plan = DryRunDescription(
      experiment: self.plan.experiment, seed: self.plan.seed, isSeedDrawn: self.plan.isSeedDrawn,
      parameters: self.plan.inputs.parameters,
      warnings: self.plan.warnings + tooLarge(estimates[0]), threads: estimates[0].threads,
      cost: DryRunCost(
        trials: sizes, why: why,
        seconds: estimates[0].seconds...max(estimates[0].seconds, estimates[1].seconds),
        memory: estimates[1].memory, disk: estimates[1].disk),
      platform: platform, path: shellWord(path))
    switch format {
    case .table, .markdown: return plan.text(Terminal.outputStyle)
    case .csv: return plan.csv.text
    case .json: return plan.json.text
    }
  }

  /// What makes the size another than the file's.
  private var why: String? {
    if let shard { return "shard \(shard) of \(SupportedDigits.grouped(plan.experiment.trials))" }
    return rule.map { "as --\($0.name) needs" }
  }

  private func tooLarge(_ estimate: RunEstimate) -> [String] {
    do throws(RunTooLarge) {
      try estimate.requirePossible()
      return []
    } catch {
      return [TooLarge(limit: error).description]
    }
  }

  /// Seconds of one core for a trial: measured on parts of the first, and drawn out to all of it.
  private func secondsPerTrial() throws -> Double {
    let installs = plan.experiment.installs
    let parts = installs > 2_000 ? [200, 2_000] : [installs]
    // The first of all pays for what is set up once.
    _ = try seconds(installs: min(installs, 20))
    let taken = try parts.map { try min(seconds(installs: $0), seconds(installs: $0)) }
    guard parts.count > 1 else { return taken[0] }
    let perInstall = max(0, taken[1] - taken[0]) / Double(parts[1] - parts[0])
    return taken[1] + perInstall * Double(installs - parts[1])
  }

  /// Seconds of this thread, so that what else the machine does counts for nothing.
  private func seconds(installs: Int) throws -> Double {
    let sample = try plan.experiment.replacing(installs: installs)
    let simulator = Simulator(experiment: sample, seed: plan.seed)
    let start = Self.threadSeconds
    _ = simulator.trial(0)
    return Self.threadSeconds - start
  }

  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
