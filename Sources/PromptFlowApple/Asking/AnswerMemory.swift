/// Remembers, as long as the app is installed, that the person has answered.
///
/// The system tells an app that it is denied and not why. Where the person never
/// answered, the device's switch for all apps is off, and the app's own page in
/// Settings has nothing to switch (R36, R40). Two bits tell the two apart, and
/// they have to outlive the process. They go when the app is deleted, as the
/// answer does (R30).
@MainActor
public protocol AnswerMemory: AnyObject {
  /// Whether the person has answered an alert of this install.
  var personHasAnswered: Bool { get set }

  /// Whether the question was open at any reading in this install, so that a later denial has a known cause.
  var hasReadUndetermined: Bool { get set }
}

/// A memory of this process alone: for tests and previews.
@MainActor
public final class ProcessMemory: AnswerMemory {
  /// Whether the person has answered an alert of this install.
  public var personHasAnswered: Bool
  /// Whether the question was open at any reading in this install.
  public var hasReadUndetermined: Bool

  /// A memory; by default of nothing.
  public init(personHasAnswered: Bool = false, hasReadUndetermined: Bool = false) {
    self.personHasAnswered = personHasAnswered
    self.hasReadUndetermined = hasReadUndetermined
  }
}
