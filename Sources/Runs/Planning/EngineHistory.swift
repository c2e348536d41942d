/// What each version of the engine changed about the numbers of the same file and seed.
///
/// The changelog says the same under *Values changed*; a test holds the two together.
public enum EngineHistory {
  /// The version of this build: it changes whenever the same experiment and seed would give other numbers, and only
  /// then.
  public static let current = "7"

  /// A version, and what it changed.
  public struct Step: Hashable, Sendable {
    /// The version.
    public var engine: String
    /// What it changed, a sentence's part.
    public var change: String
  }

  /// From the second version on, oldest first.
  public static let steps = [
    Step(
      engine: "2",
      change: "session rates and leaving probabilities that differ between people are drawn by another "
        + "exact method"),
    Step(
      engine: "3",
      change: "how many sessions a life has, and in which of them Settings are visited, are drawn by one "
        + "uniform each instead of one a session"),
    Step(
      engine: "4",
      change: "how many sessions start by the horizon is drawn as a number instead of a rate, and their days "
        + "given it; installs, and leaving probabilities, are drawn from other words"),
    Step(
      engine: "5",
      change: "money and sums of squares no longer overflow, so that no interval depends on the unit of "
        + "value. The median day of the decision is found in finer bins. Where an app trusts the callback of "
        + "iOS 17.4, gates that wait for the decision send at that moment"),
    Step(
      engine: "6",
      change: "uncertain inputs are spread evenly over blocks of 50 trials where the file does not say "
        + "sampling: independent. A file that names no size gets 2,000 trials of 2,000 installs, not 200 of 20,000"
    ),
    Step(
      engine: "7",
      change:
        "the log-odds at which a share of people allows or continues are solved anew: the same to nine digits, "
        + "and right where people hardly differ in how soon they leave"),
  ]

  /// What came after the engine of a stored run; `nil` where this version does not know that engine.
  public static func changes(since engine: String) -> [Step]? {
    guard let number = Int(engine), number >= 1 else { return nil }
    let known = steps.filter { step in Int(step.engine).map { $0 > number } ?? false }
    return Int(current).map { $0 - number } == known.count ? known : nil
  }
}
