public import Foundation

/// What a search is whose trials are kept until it is over.
public struct SearchBeginning: Hashable, Sendable {
  /// The name of the experiment that is searched.
  public var experiment: String
  /// The words of the command that goes on, without the program's.
  public var arguments: [String]
  /// When it began.
  public var moment: Date

  /// The parts, unchanged.
  public init(experiment: String, arguments: [String], moment: Date = Date()) {
    self.experiment = experiment
    self.arguments = arguments
    self.moment = moment
  }
}

/// A search that was interrupted, and whose trials are kept so that it can go on.
public struct UnfinishedSearch: Hashable, Sendable {
  /// What finds its trials.
  public var search: String
  /// What it is; `nil` where a version below 14 of the store began it.
  public var beginning: SearchBeginning?
  /// Trials of single strategies.
  public var trials: Int

  /// The start of what finds its trials, as long as the id of a run; no run has the same.
  public var id: String { String(search.prefix(ContentKey.idLength)) }
}
