import ExperimentDesign
import Foundation
import GSLNumerics
import TextFormats

/// The ways to write what is not known, and what their numbers are.
enum DistributionForm: String, CaseIterable {
  case normal
  case lognormal
  case beta
  case uniform
  case triangular
  case range

  var members: [String] {
    switch self {
    case .normal: ["mean", "sd"]
    case .lognormal: ["median", "sigma"]
    case .beta: ["a", "b"]
    case .uniform: ["lo", "hi"]
    case .triangular: ["lo", "mode", "hi"]
    case .range: ["low", "high"]
    }
  }

  /// As it is written: `{normal: [mean, sd]}`.
  var form: String { "{\(rawValue): [\(members.joined(separator: ", "))]}" }

  static var forms: String { allCases.map(\.form).joined(separator: ", ") }
}

extension LocatedNode {
  /// The distribution a mapping stands for, by its one key.
  var distribution: (form: DistributionForm, value: LocatedNode)? {
    guard let entry = entries.first, entries.count == 1, let form = DistributionForm(rawValue: entry.key)
    else { return nil }
    return (form, entry.value)
  }

  /// Whether layers replace it as a whole: anything but a mapping, and a distribution.
  var isLeaf: Bool { !isMapping || distribution != nil }
}

/// Why what stands for a number, or for figures, is none, in a sentence.
struct NumberProblem: Error {
  /// `nil` where nothing was meant to be a distribution, so that what is expected says all.
  var reason: String?

  init(_ reason: String? = nil) { self.reason = reason }
}

/// Reads a number of the model, by the sentence that each way to write one has.
///
/// - Parameter range: what it may be; a share may be written as a percentage.
func readDistribution(_ node: LocatedNode, in range: LegalRange) throws(NumberProblem) -> Distribution {
  if case .jointMember(let path, let member) = node.content { return .joint(path, member: member) }
  if let text = node.scalar {
    guard let number = readNumber(text, in: range), number.isFinite else { throw NumberProblem() }
    return .constant(number)
  }
  guard let (form, value) = node.distribution else { throw NumberProblem() }
  guard let items = value.items, items.count == form.members.count else {
    throw NumberProblem("expected \(form.form), found \(value.found) after '\(form.rawValue)'")
  }
  var numbers: [Double] = []
  for (item, member) in zip(items, form.members) {
    // The numbers of a beta distribution are no shares.
    guard let text = item.scalar, let number = readNumber(text, in: form == .beta ? .positive : range),
      number.isFinite
    else {
      throw NumberProblem("expected a number as \(member) of \(form.form), found \(item.found)")
    }
    numbers.append(number)
  }
  func require(_ isLegal: Bool, _ rule: @autoclosure () -> String) throws(NumberProblem) {
    guard isLegal else { throw NumberProblem(rule()) }
  }
  switch form {
  case .normal:
    try require(numbers[1] > 0, "the sd of \(form.form) must be above 0")
    return .normal(mean: numbers[0], sd: numbers[1])
  case .lognormal:
    try require(numbers[0] > 0 && numbers[1] > 0, "the median and sigma of \(form.form) must be above 0")
    return .lognormal(median: numbers[0], sigma: numbers[1])
  case .beta:
    try require(numbers[0] > 0 && numbers[1] > 0, "a and b of \(form.form) must be above 0")
    return .beta(a: numbers[0], b: numbers[1])
  case .uniform:
    try require(
      numbers[0] < numbers[1],
      "lo of \(form.form) must be below hi, found \(items[0].found) and \(items[1].found)")
    return .uniform(low: numbers[0], high: numbers[1])
  case .triangular:
    try require(
      numbers[0] <= numbers[1] && numbers[1] <= numbers[2] && numbers[0] < numbers[2],
      "\(form.form) needs lo ≤ mode ≤ hi and lo < hi")
    return .triangular(low: numbers[0], mode: numbers[1], high: numbers[2])
  case .range: return try readRange(value, low: numbers[0], high: numbers[1], in: range)
  }
}

/// What `{range: [low, high]}` stands for in a number's legal range, with 5% below the one end and 5% above the other.
///
/// Shares have a beta distribution, numbers above 0 a log-normal and numbers of either sign a normal one.
///
/// - Parameter written: the ends as they are written.
private func readRange(
  _ written: LocatedNode, low: Double, high: Double, in legal: LegalRange
) throws(NumberProblem) -> Distribution {
  let form = DistributionForm.range.form
  guard low < high else {
    throw NumberProblem("expected a low end below the high end in \(form), found \(written.flowText.cut)")
  }
  let ends =
    legal.isShare
    ? .openProbability
    : LegalRange(legal.low, legal.high, includesLow: legal.low < 0, includesHigh: legal.includesHigh)
  guard ends.contains(low), ends.contains(high) else {
    throw NumberProblem(
      "expected two numbers \(ends.words) in \(form), found \(written.flowText.cut). 5% of the distribution lies below the low end and 5% above the high end. "
        + "{uniform: [lo, hi]} has hard limits")
  }
  if legal.isShare { return try betaDistribution(from: low, to: high) }
  if legal.low >= 0 { return .lognormal(from: low, to: high) }
  return .normal(mean: (low + high) / 2, sd: (high - low) / (2 * normalQuantile95))
}

/// The beta distribution with 5% below a range of shares and 5% above it.
///
/// The shapes are rounded to twelve digits, which moves neither share by more than rounding and lets machines whose
/// logarithms differ in the last bit agree on what an experiment means.
private func betaDistribution(from low: Double, to high: Double) throws(NumberProblem) -> Distribution {
  func rounded(_ value: Double) -> Double {
    let digits = 11 - Int(log10(value).rounded(.down))
    let scale = pow(10, Double(abs(digits)))
    return digits >= 0 ? (value * scale).rounded() / scale : (value / scale).rounded() * scale
  }
  do {
    let found = try BetaDistribution(tail: 0.05, below: low, above: high)
    return .beta(a: rounded(found.a), b: rounded(found.b))
  } catch {
    throw NumberProblem(
      "no beta distribution has 5% below \(low) and 5% above \(high): the range is too narrow, or too near to 0 and 1. Write a wider one, a number that is known, or {uniform: [lo, hi]}"
    )
  }
}

extension Distribution {
  /// The log-normal distribution with 5% below the one of two numbers above 0, and 5% above the other.
  static func lognormal(from low: Double, to high: Double) -> Distribution {
    // Not a product under the root, which could be too small or too large to be written.
    .lognormal(
      median: low.squareRoot() * high.squareRoot(), sigma: (log(high) - log(low)) / (2 * normalQuantile95))
  }

  /// The share that lies within what a number may be.
  func mass(inside range: LegalRange) -> Double {
    (range.high.isFinite ? share(below: range.high) : 1) - (range.low.isFinite ? share(below: range.low) : 0)
  }

  private func share(below x: Double) -> Double {
    switch self {
    // All that they reach is legal: a beta distribution lies in (0, 1), which every range contains.
    case .constant, .joint, .beta: return x > 0 ? 1 : 0
    case .normal(let mean, let sd): return 1 - StandardNormal.upperTail((x - mean) / sd)
    case .lognormal(let median, let sigma):
      return x > 0 ? 1 - StandardNormal.upperTail((log(x) - log(median)) / sigma) : 0
    case .uniform(let low, let high): return min(max((x - low) / (high - low), 0), 1)
    case .triangular(let low, let mode, let high):
      if x <= low || x >= high { return x <= low ? 0 : 1 }
      return x < mode
        ? (x - low) * (x - low) / ((high - low) * (mode - low))
        : 1 - (high - x) * (high - x) / ((high - low) * (high - mode))
    }
  }
}

/// The point below which 95% of the standard normal distribution lies.
private let normalQuantile95 = 1.644_853_626_951_472_2
