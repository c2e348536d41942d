import ExperimentDesign
import GRDB

/// The shape that every trial of a run has, read once per batch.
struct RunShape {
  var key: Int64
  var id: String
  /// What the run is.
  let description: RunDescription
  /// Segments of each scenario.
  let segments: [Int]
  /// Places of the parameters that are drawn, in the order of the draws.
  let drawn: [Int]
  private let path: String

  /// - Throws: ``ResultStoreError/damaged(path:reason:)`` for a shape that no run has.
  init(key: Int64, in db: Database, path: String) throws {
    self.key = key
    self.path = path
    let row = try Row.fetchOne(
      db, sql: "SELECT id, trials, installs, description FROM run WHERE key = ?", arguments: [key])
    guard let row else { throw ResultStoreError.damaged(path: path, reason: "a run has no readable row") }
    id = try row.decode(forColumn: "id")
    let text = try row.decode(String.self, forColumn: "description")
    guard let description = try? StoredText.value(RunDescription.self, json: text) else {
      throw ResultStoreError.damaged(path: path, reason: "run \(id): what it is cannot be read")
    }
    self.description = description
    segments = description.scenarios.map(\.segments.count)
    drawn = description.parameters.indices.filter { description.parameters[$0].isDrawn }
    guard try trials == row.decode(Int.self, forColumn: "trials"),
      try installs == row.decode(Int.self, forColumn: "installs"), (1...RunLimits.count).contains(trials),
      (1...RunLimits.count).contains(installs), horizonDays > 0, horizonDays <= RunLimits.days,
      description.arms.indices.contains(description.baseline), !segments.isEmpty, !segments.contains(0),
      description.arms.allSatisfy({ $0.metrics.count == segments.count })
    else { throw damaged("no run is as it is said to be") }
  }

  var trials: Int { description.trials }
  var installs: Int { description.installs }
  var horizonDays: Double { description.horizonDays }
  var arms: Int { description.arms.count }

  private func damaged(_ reason: String) -> ResultStoreError {
    .damaged(path: path, reason: "run \(id): \(reason)")
  }

  /// Entries of a list by day; a day that the horizon cuts has one too.
  var days: Int { Int(horizonDays.rounded(.up)) + 1 }

  /// The latest median day of the decision.
  ///
  /// Answers are counted in bins of time, each a sixth of a second or at most 1/128 of its start wide. The bin
  /// of the horizon can end after it, and the median is taken from within the bin.
  var latestMedian: Double { horizonDays * (1 + 0x1p-7) + 0x1p-19 }

  /// The scenarios, arms and segments of every trial.
  var grid: GridShape { GridShape(arms: arms, segments: segments) }

  /// Tallies in one trial.
  var rows: Int { segments.reduce(0, +) * arms }

  /// Refuses a result that would not come back as it went in, or would be read as damage.
  func check(_ result: TrialResult) throws(ResultStoreError) {
    guard (0..<trials).contains(result.trial) else {
      throw unfit(result, "expected a trial from 0 to \(trials - 1)")
    }
    guard result.draws.count == drawn.count else {
      throw unfit(result, "expected \(drawn.count) draws, found \(result.draws.count)")
    }
    guard result.draws.allSatisfy(\.isFinite) else { throw unfit(result, "a draw is not finite") }
    try requireShape(of: result)
    let shape = grid
    for scenario in shape.scenarios {
      for arm in shape.arms {
        let parts = result.tallies[scenario, arm]
        let whole = result.wholes[scenario, arm]
        guard Self.whole(of: parts, like: whole) else {
          throw unfit(result, "the segments do not sum to the whole of arm \(arm.rawValue)")
        }
        for tally in parts {
          if let fault = tally.fault(installs: installs, days: days) { throw unfit(result, fault) }
        }
        guard whole.medianDaysToDecision.map((0...latestMedian).contains) ?? true else {
          throw unfit(result, "a median is outside the horizon")
        }
      }
    }
    if let fault = StoredNoise.fault(in: result) { throw unfit(result, fault) }
  }

  private func requireShape(of result: TrialResult) throws(ResultStoreError) {
    for shape in [result.tallies.shape, result.wholes.shape] where shape != grid {
      guard shape.scenarios == grid.scenarios else {
        throw unfit(result, "expected \(segments.count) scenarios")
      }
      guard shape.armCount == arms else { throw unfit(result, "expected \(arms) arms") }
      let other = shape.scenarios.first { shape.segments(of: $0) != grid.segments(of: $0) }
      throw unfit(result, "expected \(grid.segments(of: other ?? 0).count) segments")
    }
  }

  /// Whether `whole` is the sum of `segments`, the median and the noise aside.
  private static func whole(of segments: ArraySlice<Tally>, like whole: Tally) -> Bool {
    guard let first = segments.first, first.medianDaysToDecision == nil else { return false }
    guard var sum = sum(of: segments) else { return false }
    sum.medianDaysToDecision = whole.medianDaysToDecision
    sum.noise = whole.noise
    return sum == whole
  }

  /// The sum of the tallies of an arm's segments; `nil` when they cannot be summed:
  /// of differing lengths, or with numbers of people that nobody can have counted.
  static func sum(of segments: some Collection<Tally>) -> Tally? {
    guard let days = segments.first?.allowedByDay.count, days > 0 else { return nil }
    // Far above any count of installs, and no sum of segments can pass 64 bits.
    let people: ClosedRange<Int64> = 0...1 << 48
    let most = Int64.max / Int64(segments.count)
    for segment in segments {
      guard segment.counts.count == Counter.count, segment.amounts.count == Amount.count,
        segment.counts.allSatisfy((-most...most).contains), !segment.amounts.contains(where: \.isNaN),
        segment.allowedByDay.count == days,
        segment.deniedByDay.count == days, segment.allowedScoreByDay.count == days,
        segment.allowedScoreByDay.allSatisfy((0...most).contains),
        segment.allowedByDay.allSatisfy(people.contains),
        segment.deniedByDay.allSatisfy(people.contains), people.contains(segment.gainedOverBaseline),
        people.contains(segment.lostToBaseline)
      else { return nil }
    }
    return Tally(sum: segments, days: days - 1)
  }

  private func unfit(_ result: TrialResult, _ reason: String) -> ResultStoreError {
    .unfit(run: id, trial: result.trial, reason: reason)
  }
}

/// What no run goes beyond, whatever made it.
enum RunLimits {
  /// Trials, and installs of a trial.
  static let count = 1 << 32
  /// Days of a horizon.
  static let days = 36_525.0
}
