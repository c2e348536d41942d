import Inference
import Studies

/// The page, as Markdown for the documentation.
struct CoveragePage {
  let text: String

  /// The people of one arm, and of two.
  static let single = [10, 30, 100, 300]
  static let pairs = [(10, 10), (10, 30), (30, 30), (30, 100), (100, 100), (100, 300), (300, 300)]
  /// The pairs for what takes milliseconds a table.
  static let smallPairs = [(10, 10), (10, 30), (30, 30)]

  init(level: ConfidenceLevel) throws {
    let proportions = try Section(
      "Intervals of one proportion", unit: .coverage(level),
      rows: ProportionMethod.allCases.map { method in
        (method.name, try Self.single.map { try .of(method, people: $0, at: level) })
      })
    let differences = try Section(
      "Intervals of a difference", unit: .coverage(level),
      rows: DifferenceMethod.allCases.map { method in
        (method.name, try Self.pairs.map { try .of(method, people: $0, at: level) })
      } + [
        (
          "credible interval, Beta(½, ½)",
          try Self.smallPairs.map { try .ofCredibleDifference(people: $0, at: level) }
        )
      ])
    let ratios = try Section(
      "Intervals of a ratio", unit: .coverage(level),
      rows: RatioMethod.allCases.map { method in
        (method.name, try Self.pairs.map { try .of(method, people: $0, at: level) })
      })
    let oddsRatios = try Section(
      "Intervals of an odds ratio", unit: .coverage(level),
      rows: OddsRatioMethod.allCases.map { method in
        (method.name, try Self.pairs.map { try .of(method, people: $0, at: level) })
      })
    let tests = try Section(
      "Tests of equality", unit: .size(level.alpha),
      rows: EqualityTest.allCases.map { test in
        (test.name, try Self.pairs.map { try .ofSize(test, people: $0, alpha: level.alpha) })
      })
    let sections = [proportions, differences, ratios, oddsRatios, tests]
    text =
      ([Self.head(level)] + sections.map(\.text)
      + [try Self.peeking(level), try SimulatedCoveragePage.text(), Self.reading(sections)])
      .joined(separator: "\n\n")
  }

  private static func head(_ level: ConfidenceLevel) -> String {
    """
    # Coverage of the methods for counts

    What each interval and each test offered for counts really does, by exact enumeration: every \
    possible sample is weighted with its probability. What enumeration does not reach is simulated, and \
    says so. `make coverage` writes this page.

    Intervals are made for \(percent(level.value)), tests reject where p is at most \
    \(percent(level.alpha)). *Worst* is the smallest coverage, or the largest size, over the true proportions \
    p, and *at* says where. *Mean* is over the same proportions. For one proportion and for tests these are \
    0.001 to 0.999 by 0.001; for two they are all pairs of 25 proportions from 0.01 to 0.99. \
    *None* is the largest share of samples for which the method has no value: they count neither way. \
    Sizes end at 300 people an arm, the credible interval's at 30: enumeration takes the product of both \
    arms, and an interval by quadrature takes milliseconds for each sample.
    """
  }

  /// How often each rule for looking finds a difference that does not exist.
  private static func peeking(_ level: ConfidenceLevel) throws -> String {
    let looks = [1, 2, 5, 10, 20, 50]
    let certificate = try PeekingCertificate(level: level, looks: looks)
    let rows = PeekingCertificate.Rule.allCases.map { rule in
      let rates = certificate.rows.filter { $0.rule == rule }.map { percent($0.falsePositiveRate) }
      return "| \(rule.rawValue) | \(rates.joined(separator: " | ")) |"
    }
    return """
      ## Looking at a running A/A test

      Each column has a number of equally spaced looks of a two-sided \(percent(level.alpha)) test. The rates \
      are the share of tests without a difference in which some look finds one, in large samples and by numerical \
      recursion. \
      Uncorrected it is what Armitage, McPherson & Rowe published in 1969 (14.17% at 5 looks, 19.34% at 10). \
      The tests reproduce both, and that the corrected rules keep their level, on installs of the simulator.

      | rule | \(looks.map { "\($0) looks" }.joined(separator: " | ")) |
      | --- |\(looks.map { _ in " ---: |" }.joined())
      \(rows.joined(separator: "\n"))
      """
  }

  private static func reading(_ sections: [Section]) -> String {
    """
    ## Where a method is not to be trusted

    An interval is named here where its coverage falls more than 5 points short of what it says at some p of \
    the grid. A test is named where it rejects a true null half as often again as it says. Near 0 and 1 the \
    score methods dip too, over ranges of p narrower than 1/n: where a guarantee is needed, \
    `clopper_pearson`, `fisher` and `boschloo` give it at every p.

    \(sections.flatMap(\.warnings).joined(separator: "\n"))
    """
  }
}

/// A share as a percentage with two decimals at most.
func percent(_ share: Double) -> String {
  let hundredths = Int((share * 10_000).rounded())
  let decimals = hundredths % 100
  return "\(hundredths / 100)"
    + (decimals == 0 ? "" : decimals < 10 ? ".0\(decimals)" : ".\(decimals)") + "%"
}
