/// A test that an app runs on itself: which install follows which arm.
///
/// The arm follows from the install's own identifier, the experiment and a salt by
/// GrowthBook's hash; nothing is drawn, stored or sent. The same install is in the same arm on every
/// launch, and in unrelated arms of experiments with another name or salt.
///
/// Which identifier to take is the app's decision: one of its own making that goes with the install
/// (a reinstall is a new install, and so is its alert). The advertising identifier cannot
/// serve, because it may be read only once the answer is there.
public struct InAppExperiment: Hashable, Sendable {
  /// The experiment's name, part of the hash.
  public let name: String
  /// What sets this run apart from an earlier one of the same name; may be empty.
  public let salt: String
  /// The arms, at least two, in the order in which the buckets are laid out.
  public let arms: [Arm]
  /// The share of installs that take part.
  public let coverage: Double

  /// An arm and its share of those that take part.
  public struct Arm: Hashable, Sendable {
    /// Its name, as it will stand in the table.
    public var name: String
    /// Its share, 0…1.
    public var weight: Double

    /// An arm.
    public init(_ name: String, weight: Double) {
      self.name = name
      self.weight = weight
    }
  }

  /// Why there is no such experiment.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    case fewerThanTwoArms(Int)
    case sameName(String)
    case weight(arm: String, Double)
    case weightsSum(Double)
    case coverage(Double)

    /// What was expected and what was found.
    public var description: String {
      switch self {
      case .fewerThanTwoArms(let count): "An experiment needs at least 2 options, found \(count)."
      case .sameName(let name): "Two options are called '\(name)'; expected a name for each."
      case .weight(let arm, let weight): "Option '\(arm)' has weight \(weight); expected 0 to 1."
      case .weightsSum(let sum): "The weights sum to \(sum); expected 1."
      case .coverage(let coverage): "The coverage is \(coverage); expected 0 to 1."
      }
    }
  }

  /// An experiment; by default everybody takes part.
  ///
  /// GrowthBook falls back to equal shares where weights do not sum to 1; here that is a
  /// ``Problem``, because nobody would notice.
  public init(_ name: String, salt: String = "", arms: [Arm], coverage: Double = 1) throws(Problem) {
    guard arms.count >= 2 else { throw .fewerThanTwoArms(arms.count) }
    for (position, arm) in arms.enumerated() {
      if arms[..<position].contains(where: { $0.name == arm.name }) { throw .sameName(arm.name) }
      guard arm.weight >= 0, arm.weight <= 1 else { throw .weight(arm: arm.name, arm.weight) }
    }
    let sum = arms.reduce(0) { $0 + $1.weight }
    guard abs(sum - 1) < 1e-9 else { throw .weightsSum(sum) }
    guard coverage >= 0, coverage <= 1 else { throw .coverage(coverage) }
    self.name = name
    self.salt = salt
    self.arms = arms
    self.coverage = coverage
  }

  /// The arm of an install; `nil` for one that takes no part.
  ///
  /// The seed is the name followed by the salt: with an empty salt GrowthBook's own default, so that a
  /// GrowthBook backend finds the same arm.
  public func arm(of installID: String) -> Arm? {
    let bucket = AssignmentHash.bucket(of: installID, seed: name + salt)
    let share = Double(bucket) / Double(AssignmentHash.buckets)
    let ranges = AssignmentHash.ranges(count: arms.count, coverage: coverage, weights: arms.map(\.weight))
    return zip(arms, ranges).first { $0.1.contains(share) }?.0
  }
}
