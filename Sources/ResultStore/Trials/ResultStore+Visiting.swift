import Dispatch
public import ExperimentDesign
import Foundation

extension ResultStore {
  /// Visits the results of a run in trial order, batch by batch.
  ///
  /// Some thousand tallies are in memory at a time. What is appended meanwhile may or may not be visited.
  ///
  /// - Parameters:
  ///   - threads: how many read at the same time, each over a connection of its own; at least 1. The order is the same for
  ///     any number of them, and one of them at a time calls `visit`.
  /// - Throws: ``ResultStoreError``, or what `visit` throws, which ends the visit.
  public func forEachResult(
    of run: RunRecord.ID, threads: Int = 1, _ visit: (TrialResult) throws -> Void
  ) throws {
    let readers = min(threads, Self.mostReaders)
    let batches = try batches(of: run, readers: readers)
    let connections = connections(atMost: min(readers, batches.count))
    let turns = Turns(batches.count)
    withoutActuallyEscaping(visit) { visit in
      // Called in turn, by one thread at a time.
      nonisolated(unsafe) let visit = visit
      DispatchQueue.concurrentPerform(iterations: connections.count) { worker in
        while let turn = turns.next() {
          let results = Result { try self.results(of: run, trials: batches[turn], over: connections[worker]) }
          turns.take(turn) { for result in try results.get() { try visit(result) } }
        }
      }
    }
    try turns.finish()
  }

  /// The stored trials of a run in batches, of which some readers together have one each in memory.
  func batches(of run: RunRecord.ID, readers: Int) throws(ResultStoreError) -> [Range<Int>] {
    try read { db in try reader(of: run, in: db).batches(readers: readers, in: db) }
  }

  /// Visiting takes a quarter of the time that reading takes, so that more would wait for their turns.
  private static let mostReaders = 4
}

/// Turns of several threads, which prepare theirs whenever they can, and take them one after the other.
///
/// A thread that waits for its turn waits for threads that run, never for one that has yet to start. The condition guards
/// what threads share.
private final class Turns: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  private var given = 0
  private var taken = 0
  private var failure: (any Error)?

  init(_ count: Int) { self.count = count }

  /// The next turn that nobody has, to be prepared and then taken; `nil` where none is left, or one has failed.
  func next() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    guard given < count, failure == nil else { return nil }
    given += 1
    return given - 1
  }

  /// Waits for a turn and runs its `body`, unless an earlier one has failed.
  func take(_ turn: Int, _ body: () throws -> Void) {
    condition.lock()
    while taken < turn { condition.wait() }
    let goesOn = failure == nil
    condition.unlock()
    let outcome = Result { if goesOn { try body() } }
    condition.lock()
    if case .failure(let error) = outcome { failure = error }
    taken += 1
    condition.broadcast()
    condition.unlock()
  }

  /// - Throws: what the first turn that failed has thrown.
  func finish() throws { if let failure { throw failure } }
}
