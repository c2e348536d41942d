import ArgumentParser
import Runs

/// What `--shard` said: `3/8`, or `/8` where the scheduler numbers the processes.
struct ShardArgument: Hashable, Sendable {
  var number: Int?
  var count: Int

  static func read(_ text: String) throws -> ShardArgument {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[1]), (1...Shard.most).contains(count) else {
      throw ValidationError(
        "'--shard' expects i/n with n from 1 to \(Shard.most), for example 3/8, found '\(text)'.")
    }
    if parts[0].isEmpty { return ShardArgument(number: nil, count: count) }
    guard let number = Int(parts[0]), (1...count).contains(number) else {
      throw ValidationError(
        "'--shard' expects i/n with i from 1 to n = \(count), for example \(count)/\(count), found '\(text)'."
      )
    }
    return ShardArgument(number: number, count: count)
  }
}

/// What the schedulers of compute clusters tell each process which task of an array of jobs it is.
struct ArrayTask: Hashable, Sendable {
  /// From 0 on.
  var index: Int
  /// How many there are, where the scheduler tells.
  var count: Int?
  /// The scheduler's variable, for messages.
  var variable: String

  /// The task that the environment names; `nil` outside an array of jobs.
  ///
  /// - Throws: `ValidationError` where a variable does not hold what its scheduler puts there.
  init?(_ environment: [String: String]) throws {
    if let text = environment["SLURM_ARRAY_TASK_ID"] {
      variable = "SLURM_ARRAY_TASK_ID"
      let id = try Self.number(variable, text)
      let first = try environment["SLURM_ARRAY_TASK_MIN"].map { try Self.number("SLURM_ARRAY_TASK_MIN", $0) }
      let step = try environment["SLURM_ARRAY_TASK_STEP"].map { try Self.number("SLURM_ARRAY_TASK_STEP", $0) }
      index = (id - (first ?? 0)) / max(1, step ?? 1)
      count = try environment["SLURM_ARRAY_TASK_COUNT"].map { try Self.number("SLURM_ARRAY_TASK_COUNT", $0) }
    } else if let text = environment["JOB_COMPLETION_INDEX"] {
      variable = "JOB_COMPLETION_INDEX"
      index = try Self.number(variable, text)
      count = nil
    } else {
      return nil
    }
  }

  private static func number(_ variable: String, _ text: String) throws -> Int {
    guard let number = Int(text), number >= 0, number < 1 << 31 else {
      throw ValidationError("\(variable) should hold a number, found '\(text)'; give --shard i/n.")
    }
    return number
  }
}

extension Shard {
  /// The shard that the command line and the scheduler together ask for; `nil` for the whole run.
  ///
  /// - Throws: `ValidationError` where they do not name one.
  init?(_ argument: ShardArgument?, environment: [String: String]) throws {
    if let argument, let number = argument.number {
      self.init(number: number, count: argument.count)
      return
    }
    let task = try ArrayTask(environment)
    guard let count = argument?.count ?? task?.count else { return nil }
    guard let task else {
      throw ValidationError(
        "'--shard /\(count)' leaves the number to a scheduler, but neither SLURM_ARRAY_TASK_ID nor "
          + "JOB_COMPLETION_INDEX is set; give --shard i/\(count).")
    }
    guard task.index < count else {
      throw ValidationError(
        "\(task.variable) makes this number \(task.index + 1) of \(count) shards; the array and --shard "
          + "must be of one size.")
    }
    self.init(number: task.index + 1, count: count)
  }
}
