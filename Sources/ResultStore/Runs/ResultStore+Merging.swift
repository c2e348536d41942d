import ExperimentDesign
import GRDB

extension ResultStore {
  /// Takes over the trials of a run of another store that a run here, of the same content, lacks, and what
  /// the platform checks of it where that is not kept here.
  ///
  /// A thousand tallies at a time are in memory, each batch is one transaction, and a trial that is here
  /// already stays as it is: stopped at any moment, doing it again goes on.
  ///
  /// - Returns: how many trials were new.
  @discardableResult
  public func take(
    trialsOf theirs: RunRecord.ID, from other: ResultStore, into target: RunRecord.ID
  ) throws(ResultStoreError) -> Int {
    if try run(target).platform == nil, let record = try other.run(theirs).platform {
      try keep(record, of: target)
    }
    var added = 0
    for batch in try other.batches(of: theirs) {
      let results = try other.results(of: theirs, trials: batch)
      if !results.isEmpty { added += try append(results, to: target) }
    }
    return added
  }
}
