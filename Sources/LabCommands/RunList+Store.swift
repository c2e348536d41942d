import ExperimentDesign
import Foundation
import ResultStore
import Reviews
import Studies

/// UTC to the second.
let timeStyle = Date.ISO8601FormatStyle()

extension RunList {
  /// How many of the newest runs are ranked by summaries that are held to their checksums.
  ///
  /// As many as anybody reads; of ten thousand runs it would take seconds, and the summaries of older ones are
  /// checked when they are shown.
  private static let verified = 200

  /// The runs of a store, newest first.
  ///
  /// - Parameter runs: these alone; `nil` for all.
  init(of store: ResultStore, limit: Int? = nil, runs: Set<RunRecord.ID>? = nil) throws {
    let heads = try store.runs(limit: limit).filter { runs?.contains($0.id) ?? true }
    try store.verifySummaries(of: heads.prefix(Self.verified).map(\.id))
    var winners: [RunRecord.ID: [[String]]] = [:]
    for (name, heads) in Dictionary(grouping: heads, by: \.objective) {
      guard let objective = Objective(named: name) else { continue }
      let ids = Set(heads.map(\.id))
      let standings = try store.standings(of: objective.terms.map(\.metric), limit: limit)
        .filter { ids.contains($0.run) }
      winners.merge(RunWinners(standings, by: objective).byRun) { first, _ in first }
    }
    self.init(
      entries: heads.map { Entry($0, winners: $0.isComplete ? winners[$0.id] ?? [] : []) },
      store: store.path)
  }
}

extension RunList.Entry {
  /// A stored run as a list shows it.
  init(_ head: RunHead, winners: [[String]]) {
    self.init(
      id: head.id, name: head.name, note: head.note, experiment: head.experiment,
      question: head.question, arms: head.arms, objective: head.objective, winners: winners, seed: head.seed,
      trials: head.trials,
      storedTrials: head.storedTrials, installs: head.installs, engine: head.engine,
      createdAt: head.createdAt.formatted(timeStyle), seconds: head.seconds)
  }
}

/// The arms with the best mean objective among those that Apple's rules allow, run by run.
///
/// Arms whose means are no further apart than the smallest difference that matters are tied.
struct RunWinners {
  /// The best of each scenario in their order, each group once; several arms of a group are tied.
  private(set) var byRun: [RunRecord.ID: [[String]]] = [:]

  /// - Parameter standings: by run, scenario and arm in their order.
  init(_ standings: [Standing], by objective: Objective) {
    var index = standings.startIndex
    while index < standings.endIndex {
      let (run, scenario) = (standings[index].run, standings[index].scenario)
      var values: [(arm: String, value: Double)] = []
      while index < standings.endIndex, standings[index].run == run, standings[index].scenario == scenario {
        let first = standings[index]
        var means: [Metric: Double] = [:]
        while index < standings.endIndex, standings[index].run == run,
          standings[index].scenario == scenario, standings[index].arm == first.arm
        {
          means[standings[index].metric] = standings[index].mean
          index += 1
        }
        guard first.isAllowedByApple, let value = objective.value(ofMeans: means) else { continue }
        values.append((first.arm, value))
      }
      let found = values.map(\.value)
      guard let best = objective.lessIsBetter ? found.min() : found.max() else { continue }
      let margin = objective.defaultMargin(level: best)
      let winners = values.filter { abs($0.value - best) <= margin }.map(\.arm)
      if byRun[run]?.contains(winners) != true { byRun[run, default: []].append(winners) }
    }
  }
}
