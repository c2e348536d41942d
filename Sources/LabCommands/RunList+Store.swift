import Foundation
import ResultStore
import Reviews

/// UTC to the second.
let timeStyle = Date.ISO8601FormatStyle()

extension RunList.Entry {
  /// A stored run as a list shows it.
  init(_ head: RunHead) {
    self.init(
      id: head.id, name: head.name, note: head.note, experiment: head.experiment, seed: head.seed,
      trials: head.trials, storedTrials: head.storedTrials, installs: head.installs,
      engine: head.engine, createdAt: head.createdAt.formatted(timeStyle), seconds: head.seconds)
  }
}
