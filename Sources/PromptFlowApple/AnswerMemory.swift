/// Remembers, as long as the app is installed, that the person has answered.
///
/// The system tells an app that it is denied and not why. Where the person never
/// answered, the device's switch for all apps is off, and the app's own page in
/// Settings has nothing to switch (R36, R40). One bit tells the two apart, and
/// it has to outlive the process. It goes when the app is deleted, as the
/// answer does (R30).
@MainActor
public protocol AnswerMemory: AnyObject {
  /// Whether the person has answered an alert of this install.
  var personHasAnswered: Bool { get set }
}

/// A memory of this process alone: for tests and previews.
@MainActor
public final class ProcessMemory: AnswerMemory {
  /// Whether the person has answered an alert of this install.
  public var personHasAnswered: Bool

  /// A memory; by default of nothing.
  public init(personHasAnswered: Bool = false) { self.personHasAnswered = personHasAnswered }
}
