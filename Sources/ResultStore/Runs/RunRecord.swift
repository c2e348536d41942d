public import ExperimentDesign
public import Foundation

/// One run of the store in full.
public struct RunRecord: Hashable, Sendable, Identifiable {
  /// Ten hexadecimal digits, the first a letter but in runs of earlier versions.
  ///
  /// The same content has the same ids in every store that one version wrote.
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
  /// The platform checks of its arms; `nil` where they were not made.
  public var platform: PlatformRecord?

  /// Whether all trials are stored.
  public var isComplete: Bool { storedTrials >= inputs.trials }
}

/// One run as a list shows it: without texts, parameters and arms.
public struct RunHead: Hashable, Sendable, Identifiable {
  /// As ``RunRecord/id``.
  public var id: String
  /// The name somebody gave it.
  public var name: String?
  /// Whatever somebody wrote about it.
  public var note: String?
  /// The experiment's name.
  public var experiment: String
  /// What the experiment asks, in words.
  public var question: String?
  /// How many arms it compares.
  public var arms: Int
  /// The objective by its name (``ExperimentDesign/Objective/name``).
  public var objective: String
  /// The seed that was used.
  public var seed: UInt64
  /// Trials that make it complete.
  public var trials: Int
  /// Installs per trial.
  public var installs: Int
  /// The engine's version.
  public var engine: String
  /// When it was begun, to the millisecond.
  public var createdAt: Date
  /// When it was finished; `nil` while trials or summaries are to come.
  public var finishedAt: Date?
  /// Seconds spent simulating.
  public var seconds: Double
  /// Trials stored so far.
  public var storedTrials: Int

  /// Whether all trials are stored.
  public var isComplete: Bool { storedTrials >= trials }
}
