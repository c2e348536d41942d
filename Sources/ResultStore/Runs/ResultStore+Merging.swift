import ExperimentDesign
import GRDB

extension ResultStore {
  /// Takes over the trials of a run of another store that a run here, of the same content, lacks.
  ///
  /// A thousand tallies at a time are in memory, each batch is one transaction, and a trial that is here
  /// already stays as it is: stopped at any moment, doing it again goes on.
  ///
  /// - Returns: how many trials were new.
  @discardableResult
  public func take(
    trialsOf theirs: RunRecord.ID, from other: ResultStore, into target: RunRecord.ID
  ) throws(ResultStoreError) -> Int {
    var added = 0
    for batch in try other.batches(of: theirs) {
      let results = try other.results(of: theirs, trials: batch)
      if !results.isEmpty { added += try append(results, to: target) }
    }
    return added
  }
}
