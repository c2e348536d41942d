/// A result, or the reason why it is missing: never NaN.
public enum ValueOrReason<Value> {
  /// The result.
  case value(Value)
  /// The result is missing, and why.
  case none(NoValueReason)

  /// The result, if there is one.
  public var value: Value? {
    switch self {
    case .value(let value): value
    case .none: nil
    }
  }

  /// Why the result is missing; `nil` where it is not.
  public var reason: NoValueReason? {
    switch self {
    case .value: nil
    case .none(let reason): reason
    }
  }
}

extension ValueOrReason: Sendable where Value: Sendable {}
extension ValueOrReason: Equatable where Value: Equatable {}

/// Why a quantity has no value for the given counts.
public enum NoValueReason: Hashable, Sendable, CustomStringConvertible {
  /// An arm has nobody in it: 0 of 0 has no rate.
  case emptyArm
  /// The baseline's rate is 0, so nothing can be divided by it.
  case baselineRateIsZero
  /// A cell of the two-by-two table is 0, so the logarithm of the ratio has no standard error.
  case emptyCell
  /// The enumeration would be too long: n₁ + n₂ is above `most`.
  case tooManyToEnumerate(people: Int, most: Int)
  /// Nobody asked for it.
  case notAsked
  /// A comparison needs at least two arms.
  case singleArm
  /// Nobody was prompted in one of the arms, so there is no common stratum.
  case nobodyPrompted
  /// Fewer than two strata have enough people in both arms.
  case tooFewStrata(people: Int)
  /// Nobody, or everybody, is counted in every arm.
  case noVariance
  /// The data have no installs, which are what was split.
  case noInstalls
  /// The arms did not get the installs they were meant to get.
  case brokenSplit
  /// What is wrong with the data depends on the arm.
  case brokenMeasurement
  /// An arm is in one release or language alone.
  case confounded
  /// Too little of two arms is in the same releases or languages.
  case littleShared
  /// The releases of one arm came after those of the other.
  case inSequence
  /// Nobody of either arm has answered, so that 0% against 0% says nothing of them.
  case nobodyAnswered
  /// The split differs between parts of a test that is looked at several times.
  case driftingSplitAtLooks

  /// The reason, as the second half of a sentence that began with what is missing.
  public var description: String {
    switch self {
    case .emptyArm: "an option has nobody in it, and 0 of 0 has no rate"
    case .baselineRateIsZero: "the baseline's rate is 0, and nothing can be divided by it"
    case .emptyCell: "a cell of the two-by-two table is 0, so the log ratio has no standard error"
    case .tooManyToEnumerate(let people, let most):
      "it enumerates every table, and \(people) people are more than \(most)"
    case .notAsked: "nobody asked for it"
    case .singleArm: "a comparison needs at least two options"
    case .nobodyPrompted: "nobody was prompted in one of the options"
    case .noVariance: "nobody, or everybody, is counted, so it has no standard error"
    case .noInstalls: "the split is of installs, and the data have none"
    case .brokenSplit: "the split is broken"
    case .brokenMeasurement: "the measurement is broken: what the rows say wrong depends on the option"
    case .confounded:
      "the option is confounded with its release or language"
    case .littleShared:
      "too little of both is in the same releases or languages to tell what is the option's and what is theirs "
        + "(confounded)"
    case .inSequence:
      "its releases and the baseline's came one after the other, and what changed in the meantime is in the "
        + "difference (confounded)"
    case .driftingSplitAtLooks:
      "the split differs between parts of the test, and an interval that holds at every look does not allow for that; "
        + "read the test once, without '--peek' and '--looks'"
    case .nobodyAnswered: "nobody of either option has answered"
    case .tooFewStrata(let people): "it needs two strata with \(people) people or more in each option"
    }
  }
}
