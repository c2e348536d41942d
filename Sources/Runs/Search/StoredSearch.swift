import ExperimentDesign
public import ResultStore
public import Studies
import Synchronization

/// The trials of a search in a store, so that one that was interrupted goes on.
public final class StoredSearch: SearchMemory {
  private let store: ResultStore
  private let search: String
  private let beginning: SearchBeginning
  private let write: @Sendable (_ body: () throws -> Void) throws -> Void
  /// What the store had at first, by installs, strategy and first trial.
  private let known: [Place: SearchTrials]
  /// Trials of each strategy that are stored, summed over the strategies.
  private let stored: Mutex<Int>

  private struct Place: Hashable {
    var installs: Int
    var strategy: Int
    var first: Int
  }

  /// - Parameters:
  ///   - plan: what is searched.
  ///   - request: what is asked; margin, guarantee and the number of trials may be others than before.
  ///   - arguments: the words of the command that goes on, without the program's.
  ///   - write: writes what must be whole.
  /// - Throws: `ResultStoreError`.
  public init(
    _ plan: SearchPlan, _ request: StrategySearch.Request, arguments: [String], in store: ResultStore,
    whileWriting write: @escaping @Sendable (_ body: () throws -> Void) throws -> Void
  ) throws(ResultStoreError) {
    self.store = store
    self.write = write
    beginning = SearchBeginning(experiment: plan.experiment.name, arguments: arguments)
    search = ContentKey.of(
      parts: [
        "att-lab search 1",
        ContentKey.of(plan.experiment, seed: plan.seed, engine: SimulationPlan.engineVersion),
        request.criterion.rawValue,
      ] + request.metrics.map(\.rawValue))
    var known: [Place: SearchTrials] = [:]
    for row in try store.searchTrials(of: search) {
      known[Place(installs: row.installs, strategy: row.strategy, first: row.first)] = SearchTrials(
        installs: row.installs, strategy: row.strategy, first: row.first, count: row.trials,
        numbers: row.numbers)
    }
    self.known = known
    stored = Mutex(known.values.reduce(0) { $0 + $1.count })
  }

  /// Trials of each strategy that are stored, summed over the strategies.
  public var storedTrials: Int { stored.withLock { $0 } }

  /// What the store had of a strategy when this began.
  public func trials(installs: Int, strategy: Int, from first: Int) -> SearchTrials? {
    known[Place(installs: installs, strategy: strategy, first: first)]
  }

  /// Stores trials, all of them or none.
  ///
  /// - Throws: `ResultStoreError`.
  public func keep(_ trials: [SearchTrials]) throws {
    try write {
      try store.keep(
        trials.map {
          SearchTrialsRow(
            installs: $0.installs, strategy: $0.strategy, first: $0.first, trials: $0.count,
            numbers: $0.numbers)
        }, of: search, beginning)
    }
    stored.withLock { $0 += trials.reduce(0) { $0 + $1.count } }
  }

  /// Removes the trials, once the search is over and kept.
  ///
  /// - Throws: `ResultStoreError`.
  public func remove() throws(ResultStoreError) { try store.removeSearchTrials(of: search) }
}
