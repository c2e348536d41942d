/// Why a numerical routine has no answer.
///
/// Every routine of this module answers with a finite number or throws one of these: NaN never
/// leaves it. The cases carry data; callers word the message a person reads.
public enum NumericsError: Error, Equatable, Sendable {
  /// Fewer values were given than the statistic needs.
  case tooFewValues(needed: Int, found: Int)
  /// Two samples that belong together pair by pair have different lengths.
  case unequalLengths(first: Int, second: Int)
  /// The value at this position of the input is NaN or infinite.
  case notFinite(position: Int)
  /// The named argument lies outside what the function is defined for; `expected` says what that
  /// is.
  case outOfDomain(argument: String, value: Double, expected: String)
  /// The function has the same sign at both ends of the bracket.
  case noSignChange(lower: Double, upper: Double)
  /// The routine used up its iterations without meeting its tolerance.
  case notConverged(routine: String, iterations: Int)
  /// The library refused, with its own code and words.
  case library(code: Int, message: String)
  /// The routine came to NaN or infinity from finite input.
  case noFiniteResult(routine: String)
  /// The caller no longer waits for the result.
  case stopped
}

extension NumericsError: CustomStringConvertible {
  /// What failed and of what, for a caller that has nothing better to say.
  public var description: String {
    switch self {
    case .tooFewValues(let needed, let found):
      "a statistic needs at least \(needed) values, found \(found)"
    case .unequalLengths(let first, let second):
      "two samples that belong together have different lengths, \(first) and \(second)"
    case .notFinite(let position):
      "value \(position + 1) of a sample is too large for its square to be computed, or is no number; "
        + "use a larger unit"
    case .outOfDomain(let argument, let value, let expected):
      "'\(argument)' is \(value), expected \(expected)"
    case .noSignChange(let lower, let upper):
      "no solution was found between \(lower) and \(upper)"
    case .notConverged(let routine, let iterations):
      "the computation '\(routine)' did not end within \(iterations) steps"
    case .library(let code, let message): "the GNU Scientific Library refused: \(message) (code \(code))"
    case .stopped: "the computation was stopped before its end"
    case .noFiniteResult(let routine):
      "the computation '\(routine)' has no finite result: its values are too large; use a larger unit"
    }
  }
}
