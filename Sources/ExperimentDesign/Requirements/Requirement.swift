/// What requirements can be about, by their names in expressions.
public protocol RequiredMeasure: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension Metric: RequiredMeasure {}

/// Why a text is no requirement, or one that cannot be judged.
public struct RequirementProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was expected and what was found.
  public let description: String

  /// - Parameter description: what was expected and what was found.
  public init(description: String) { self.description = description }
}

/// What a run, or a real test, must show, for checks that run by themselves:
/// `third_article.opt_in_per_install > launch + 0.02 @ 95%`.
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
  /// - Throws: ``RequirementProblem``.
  public init(_ text: String) throws(RequirementProblem) {
    self.text = text
    let sides = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let example = "for example 'third_article.opt_in_per_install > launch + 0.02 @ 95%'"
    guard sides.count == 2 else {
      throw RequirementProblem(description: "expected a probability after '@', \(example), found '\(text)'")
    }
    let percent = Self.trimmed(sides[1])
    guard percent.hasSuffix("%"), let share = Double(Self.trimmed(percent.dropLast())), share > 50,
      share < 100
    else {
      throw RequirementProblem(
        description: "expected a probability above 50% and below 100% after '@', found '\(percent)'")
    }
    probability = share / 100
    self.percent = Self.trimmed(percent.dropLast()) + "%"
    guard let sign = sides[0].firstIndex(where: { $0 == ">" || $0 == "<" }) else {
      throw RequirementProblem(description: "expected '>' or '<', \(example), found '\(text)'")
    }
    isAbove = sides[0][sign] == ">"
    let left = Self.trimmed(sides[0][..<sign])
    guard let dot = left.lastIndex(of: "."), dot > left.startIndex else {
      throw RequirementProblem(
        description: "expected ARM.METRIC before '\(sides[0][sign])', found '\(left)'")
    }
    arm = String(left[..<dot])
    let name = String(left[left.index(after: dot)...])
    guard let metric = Measure(rawValue: name) else {
      throw RequirementProblem(
        description: "expected a metric after '\(arm).', found '\(name)'; the metrics are "
          + Measure.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.metric = metric
    let right = Self.trimmed(sides[0][sides[0].index(after: sign)...])
    guard !right.isEmpty else {
      throw RequirementProblem(
        description: "expected an option or a number after '\(sides[0][sign])', found nothing")
    }
    if let number = Double(right), number.isFinite {
      other = nil
      offset = number
      return
    }
    // Names of arms have no spaces, so an offset stands apart.
    let words = right.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    switch words.count {
    case 1:
      other = words[0]
      offset = 0
    case 3 where words[1] == "+" || words[1] == "-":
      guard let number = Double(words[2]), number.isFinite else {
        throw RequirementProblem(description: "expected a number after '\(words[1])', found '\(words[2])'")
      }
      other = words[0]
      offset = words[1] == "+" ? number : -number
    case _:
      throw RequirementProblem(
        description: "expected an option, 'OPTION + NUMBER' or a number, found '\(right)'")
    }
    guard other != arm else {
      throw RequirementProblem(
        description:
          "expected another option than '\(arm)' after '\(sides[0][sign])'; an option does not differ from itself"
      )
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
