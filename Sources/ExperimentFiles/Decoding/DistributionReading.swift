import ExperimentDesign
import Foundation

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
  let (isLegal, rule) =
    switch form {
    case .normal: (numbers[1] > 0, "the sd of \(form.form) must be above 0")
    case .lognormal:
      (numbers[0] > 0 && numbers[1] > 0, "the median and sigma of \(form.form) must be above 0")
    case .beta: (numbers[0] > 0 && numbers[1] > 0, "a and b of \(form.form) must be above 0")
    case .uniform:
      (
        numbers[0] < numbers[1],
        "lo of \(form.form) must be below hi, found \(items[0].found) and \(items[1].found)"
      )
    case .triangular:
      (
        numbers[0] <= numbers[1] && numbers[1] <= numbers[2] && numbers[0] < numbers[2],
        "\(form.form) needs lo ≤ mode ≤ hi and lo < hi"
      )
    case .range: (true, "")
    }
  guard isLegal else { throw NumberProblem(rule) }
  switch form {
  case .normal: return .normal(mean: numbers[0], sd: numbers[1])
  case .lognormal: return .lognormal(median: numbers[0], sigma: numbers[1])
  case .beta: return .beta(a: numbers[0], b: numbers[1])
  case .uniform: return .uniform(low: numbers[0], high: numbers[1])
  case .triangular: return .triangular(low: numbers[0], mode: numbers[1], high: numbers[2])
  case .range: return try readRange(items, low: numbers[0], high: numbers[1], in: range)
  }
}

/// The share of a distribution that lies within a range; 1 for constants and joints.
func massInside(_ range: LegalRange, of distribution: Distribution) -> Double {
  func between(_ distribution: (Double) -> Double) -> Double {
    (range.high.isFinite ? distribution(range.high) : 1) - (range.low.isFinite ? distribution(range.low) : 0)
  }
  switch distribution {
  case .constant, .joint: return 1
  case .normal(let mean, let sd): return between { normalCumulative(($0 - mean) / sd) }
  case .lognormal(let median, let sigma):
    return between { $0 > 0 ? normalCumulative((log($0) - log(median)) / sigma) : 0 }
  case .beta:
    // The legal ranges contain (0, 1), all a beta distribution reaches.
    return between { min(max($0, 0), 1) }
  case .uniform(let low, let high): return between { min(max(($0 - low) / (high - low), 0), 1) }
  case .triangular(let low, let mode, let high):
    return between { x in
      if x <= low { return 0 }
      if x >= high { return 1 }
      return x < mode
        ? (x - low) * (x - low) / ((high - low) * (mode - low))
        : 1 - (high - x) * (high - x) / ((high - low) * (high - mode))
    }
  }
}

/// The standard normal distribution function.
func normalCumulative(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }
