import ExperimentDesign
import Foundation
import GRDB

extension ResultStore {
  /// Takes over the runs of another store, and its plans, searches and calibrations, oldest first.
  ///
  /// A run whose content is here already gains the trials it lacks, so shards of
  /// one run become that run; others are added. A name that
  /// another run has here is refused before anything is taken over. Summaries are not taken over, since they hold for
  /// the trials of one store: ``finish(_:seconds:summaries:at:)`` writes new ones.
  ///
  /// - Returns: The runs here that gained trials or are new, in the order met.
  /// - Throws: as ``requireFree(_:forContent:)``, or a failure to read or write.
  public func merge(_ other: ResultStore) throws(ResultStoreError) -> [RunRecord.ID] {
    var changed: [RunRecord.ID] = []
    let heads = try other.runs().reversed()
    for head in heads {
      guard let name = head.name else { continue }
      try requireFree(name, forContent: try other.run(head.id).inputs.contentKey)
    }
    let studies = try newStudies(in: other, of: Set(heads.map(\.id)))
    var targets: [RunRecord.ID: RunRecord.ID] = [:]
    for head in heads {
      let theirs = try other.run(head.id)
      var target = try find(contentKey: theirs.inputs.contentKey)?.id
      if target == nil {
        target = try begin(
          theirs.inputs, name: theirs.name, note: theirs.note, at: theirs.createdAt
        ).id
        target.map { changed.append($0) }
      }
      guard let target else { continue }
      targets[head.id] = target
      guard try take(trialsOf: theirs.id, from: other, into: target) > 0 else { continue }
      try append([], to: target, seconds: theirs.seconds)
      if !changed.contains(target) { changed.append(target) }
    }
    try take(studies, runs: targets)
    return changed
  }

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
    for batch in try other.batches(of: theirs, readers: 1) {
      let results = try other.results(of: theirs, trials: batch)
      if !results.isEmpty { added += try append(results, to: target) }
    }
    return added
  }
}
