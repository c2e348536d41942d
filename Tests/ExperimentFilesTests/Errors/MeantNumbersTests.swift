import ExperimentFiles
import Testing

/// A value as somebody writes it who knows what a number means and not how a file has it.
private struct Meant: CustomTestStringConvertible, Sendable {
  let written: String
  /// The end of its one message.
  let next: String

  init(_ written: String, _ next: String) {
    self.written = written
    self.next = next
  }

  var testDescription: String { written }
}

@Suite("A number in another form")
struct MeantNumbersTests {
  private static let factor = "An odds ratio is a factor: 1 is no effect, 1.1 is odds 10% higher. "

  private func found(_ old: String, _ new: String) -> [String] {
    problems(smallExperiment.replacing(old, with: new))
  }

  private static let oddsRatios = [
    Meant("+10%", factor + "Write 1.1"),
    Meant("-10%", factor + "Write 0.9"),
    Meant("10%", factor + "Write 1.1 for odds 10% higher, 0.9 for odds 10% lower"),
    Meant("80 %", factor + "Write 0.8 for 80% of the odds, 1.8 for odds 80% higher"),
    Meant("110%", factor + "Write 1.1"),
    Meant("-0.1", factor + "Write 0.9 for odds 10% lower"),
    Meant("x1.2", ". Write 1.2"), Meant("1.2x", ". Write 1.2"),
    Meant("0.8-1.3", ". Write {range: [0.8, 1.3]}"),
    Meant("10%-30%", factor + "Write {range: [1.1, 1.3]}"),
    Meant(
      "unknown",
      ". Where nobody knows, write a range around 1, such as {range: [0.7, 1.4]}. Left out, it is 1 (no effect), or what the preset has"
    ),
    Meant("about 1.1", ". Write 1.1 if it is known, or the range it lies in, such as {range: [0.88, 1.32]}"),
    Meant("{range: [-10%, 30%]}", factor + "Write {range: [0.9, 1.3]}"),
    Meant("{range: [10%, 30%]}", factor + "Write {range: [1.1, 1.3]}"),
    Meant("{range: [70%, 130%]}", factor + "Write {range: [0.7, 1.3]}"),
    Meant(
      "{range: [-0.1, 0.3]}",
      factor + "It is above 0. For odds changed by -10% to +30%, write {range: [0.9, 1.3]}"),
    Meant(
      "{range: [-10, 30]}",
      factor + "It is above 0. For odds changed by -10% to +30%, write {range: [0.9, 1.3]}"),
    Meant("-10", factor + "Write 0.9 for odds 10% lower"),
    Meant("{range: [0.8; 1.3]}", ". Write {range: [0.8, 1.3]}"),
    Meant(
      "{range: [0,8, 1,3]}",
      "A comma separates numbers, and decimals have a point. Write {range: [0.8, 1.3]}"),
    Meant("{normal: [+10%, 5%]}", factor + "Write {normal: [1.1, 0.05]}"),
    Meant("{low: 0.8, high: 1.3}", ". Write {range: [0.8, 1.3]}"),
    Meant(
      "{range: [0.8]}",
      ". The high end is missing: write for example {range: [0.8, 1.25]}, or 0.8 alone if it is known"),
    Meant("{range: [0.8, 1, 1.3]}", ". A range has two ends: write {range: [0.8, 1.3]}"),
    Meant("{lognormal: [1.1]}", ". 'sigma' is missing: write {lognormal: [1.1, SIGMA]}"),
  ]

  @Test("as an odds ratio has what to write", arguments: oddsRatios)
  fileprivate func oddsRatio(meant: Meant) {
    let found = found("plain: {", "plain: {odds_ratio: \(meant.written), ")
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(meant.next) }, "\(found)")
  }

  private static let shares = [
    Meant("0,3", "found '0,3'. A comma ends a value here. Write 0.3"),
    Meant("24,5%", "found '24,5%'. A comma ends a value here. Write 24.5%"),
    Meant("31/100", ". Write 31%, or {beta: [31, 69]} for 31 who did and 69 who did not"),
    Meant("31 of 100", ". Write 31%, or {beta: [31, 69]} for 31 who did and 69 who did not"),
    Meant("unknown", ". Write the range that it may lie in, such as {range: [20%, 40%]}"),
    Meant("~30%", ". Write 30% if it is known, or the range it lies in, such as {range: [24%, 36%]}"),
    Meant(
      "{beta: [31%, 69%]}",
      "such as the counts of those who did and who did not. Write {beta: [31, 69]} for such counts, or {range: [20%, 40%]} "
        + "for a range"),
    Meant("{beta: [31 of 100]}", ". Write {beta: [31, 69]}"),
    Meant(
      "{range: [20%]}",
      ". The high end is missing: write for example {range: [20%, 30%]}, or 20% alone if it is known"),
    Meant("{mean: 30%, sd: 5%}", ". Write {normal: [30%, 5%]}"),
    Meant(
      "{beta: [0.31, 0.69]}",
      "since both of its shapes are below 1. Write counts, such as {beta: [31, 69]}, or {range: [20%, 40%]}"),
  ]

  @Test("as a share has what to write", arguments: shares)
  fileprivate func share(meant: Meant) {
    let found = found("rate: 0.3", "rate: \(meant.written)")
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(meant.next) }, "\(found)")
  }

  private static let counts = [
    Meant("40k", ". Write 40000"), Meant("1.5M", ". Write 1500000"),
    Meant("40 000", ". Write it without blanks or signs: 40000"),
    Meant("40,000", "found '40,000'. A comma ends a value here. Write 40000"),
    Meant("40.000", "'installs_per_month' is 40.000, a decimal number. Write 40000 if thousands were meant"),
  ]

  @Test("as a count has what to write", arguments: counts)
  fileprivate func count(meant: Meant) {
    let found = found("experiment: small", "app: {installs_per_month: \(meant.written)}")
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(meant.next) }, "\(found)")
  }

  @Test("and with a plus sign below 1 is doubted as an odds ratio")
  func plus() {
    let found = found("plain: {", "plain: {odds_ratio: +0.1, ")
    #expect(
      found == [
        "x.yaml:8:23: warning: 'odds_ratio' is the factor 0.1, which lowers the odds. Write 1.1 if odds 10% higher were "
          + "meant"
      ])
  }
}
