import ExperimentDesign
public import Foundation

/// One run of the store in full.
public struct RunRecord: Hashable, Sendable, Identifiable {
  /// Ten hexadecimal digits, the first a letter; the same content has the same ids in every store.
  public var id: String
  /// The name somebody gave it; unique within a store.
  public var name: String?
  /// Whatever somebody wrote about it.
  public var note: String?
  /// What the run depends on.
  public var inputs: RunInputs
  /// When it was begun, to the millisecond.
  public var createdAt: Date
  /// When the run was finished; `nil` while trials or summaries are to come.
  public var finishedAt: Date?
  /// Seconds spent simulating, all sittings together.
  public var seconds: Double
  /// Trials stored so far.
  public var storedTrials: Int

  /// Whether all trials are stored.
  public var isComplete: Bool { storedTrials >= inputs.trials }
}
