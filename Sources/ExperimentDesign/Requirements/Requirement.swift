/// What requirements can be about, by their names in expressions.
public protocol RequiredMeasure: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Whether numbers beside it may be percentages, as it is a share.
  var allowsPercent: Bool { get }
}

extension Metric: RequiredMeasure {
  /// Whether it is a share, which is written in per cent too.
  public var allowsPercent: Bool { definition.scale == .share }
}

/// Why a text is no requirement, or one that cannot be judged.
public struct RequirementProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was expected, what was found, and where.
  public let description: String

  /// - Parameter description: what was expected and what was found.
  public init(description: String) { self.description = description }

  /// - Parameter place: where it was found, in the whole expression.
  init(expected: String, found: Substring, in text: String, at place: String.Index) {
    let column = text.distance(from: text.startIndex, to: place) + 1
    let found = found.isEmpty ? "nothing" : "'\(found)'"
    self.init(description: "expected \(expected), found \(found) at column \(column)")
  }
}

/// What a run, or a real test, must show, for checks that run by themselves:
/// `third_article.opt_in_per_install > launch + 2pp @ 95%`.
///
/// Names of options may have spaces, dots and signs, and may stand in quotes.
public struct Requirement<Measure: RequiredMeasure>: Equatable, Sendable {
  /// The arm it is about.
  public let arm: String
  /// The metric it is about.
  public let metric: Measure
  /// Whether the arm must be above; else below.
  public let isAbove: Bool
  /// The arm it is compared with; `nil` for a number alone.
  public let other: String?
  /// What is added to the other arm's metric, or the number.
  public let offset: Double
  /// How sure it must be: of a run the probability, over the uncertain inputs, with which it must hold; of a real
  /// test the confidence with which it must be shown, one-sided.
  public let probability: Double

  /// As it was written.
  public let text: String
  /// The probability as it was written, `95%`.
  public let percent: String

  /// Reads `ARM.METRIC > ARM + NUMBER @ PERCENT%`, `<` as well as `>`; the right side a number, or an
  /// arm with or without a number added or taken away.
  ///
  /// Numbers may be `2pp` or `2%` beside shares.
  ///
  /// - Parameter options: the names of the options, which settle what else could be read in two ways, as `a - b` and
  ///   `2 + 2`. Where none fits, the last ` + ` or ` - ` before a number ends the name.
  /// - Throws: ``RequirementProblem``.
  public init(_ text: String, among options: [String] = []) throws(RequirementProblem) {
    func problem(_ expected: String, _ found: Substring) -> RequirementProblem {
      RequirementProblem(expected: expected, found: found, in: text, at: found.startIndex)
    }
    let form = /\s*(.+)\.(\w+)\s*([<>])\s*(\S.*?)\s*@\s*([0-9.]+)\s*%\s*/
    guard let (_, subject, word, sign, right, percent) = text.wholeMatch(of: form)?.output else {
      throw problem(
        "OPTION.METRIC > OPTION + NUMBER @ PERCENT%, as in 'third_article.opt_in_per_install > launch + 2pp @ 95%'",
        text[...])
    }
    guard let share = Double(percent), share > 50, share < 100 else {
      throw problem("a probability above 50% and below 100% after '@'", percent)
    }
    guard let metric = Measure(rawValue: String(word)) else {
      let metrics = Measure.allCases.map(\.rawValue).joined(separator: ", ")
      throw problem("a metric after '\(subject).', one of \(metrics)", word)
    }
    arm = unquoted(subject)
    (other, offset) = try Self.bound(right, of: metric, among: options, problem)
    guard other != arm else {
      throw problem("another option than '\(arm)', which does not differ from itself", right)
    }
    self.metric = metric
    self.text = text
    self.percent = "\(percent)%"
    isAbove = sign == ">"
    probability = share / 100
  }

  /// What stands on the right: a number, or an option with or without one.
  private static func bound(
    _ right: Substring, of metric: Measure, among options: [String],
    _ problem: (String, Substring) -> RequirementProblem
  ) throws(RequirementProblem) -> (other: String?, offset: Double) {
    if options.contains(String(right)) { return (String(right), 0) }
    let number = ExpressionNumber(right)
    let sum = Self.sum(right)
    let name = unquoted(right)
    if name != right, let quote = right.first, !name.contains(quote) { return (name, 0) }
    if let number {
      try require(number, fits: metric, right, problem)
      return (nil, number.value)
    }
    guard let sum else { return (String(right), 0) }
    guard let added = ExpressionNumber(sum.number) else {
      throw problem("a number after '\(sum.sign)', as 2pp or 0.02", sum.number)
    }
    try require(added, fits: metric, sum.number, problem)
    return (unquoted(sum.name), sum.sign == "+" ? added.value : -added.value)
  }

  private static func require(
    _ number: ExpressionNumber, fits metric: Measure, _ found: Substring,
    _ problem: (String, Substring) -> RequirementProblem
  ) throws(RequirementProblem) {
    guard number.hasUnit, !metric.allowsPercent else { return }
    throw problem("a number without a unit, as \(metric.rawValue) is no share", found)
  }

  /// `NAME + NUMBER` at the last sign before what begins like a number; `nil` without one.
  private static func sum(_ text: Substring) -> (name: Substring, sign: Substring, number: Substring)? {
    // Behind a sign that is part of a name stands no number.
    text.wholeMatch(of: /(.+) +([+-]) +(-?[.\d].*)/).map { ($0.1, $0.2, $0.3) }
  }
}

/// A number of an expression: `0.02`, `2pp` or `2%`.
private struct ExpressionNumber {
  let value: Double
  /// Whether it was written as a percentage or in percentage points.
  let hasUnit: Bool

  init?(_ text: Substring) {
    guard let (_, digits, unit) = text.wholeMatch(of: /(\S+?) *(pp|%)?/)?.output,
      let number = Double(digits), number.isFinite
    else { return nil }
    value = unit == nil ? number : number / 100
    hasUnit = unit != nil
  }
}

/// The name without the quotes around it.
private func unquoted(_ text: Substring) -> String {
  let name = text.wholeMatch(of: /[ ]*(.*?) */)?.output.1 ?? text
  return String(name.wholeMatch(of: /(['"])(.+)\1/)?.output.2 ?? name)
}
