import Foundation
import GSLNumerics
import Inference
import Testing

/// One line of `Reference/proportions.csv`, written by `Reference/proportions.py` with mpmath 1.4.1
/// at 50 digits.
struct ReferenceRow: CustomTestStringConvertible {
  let method: String
  let arm: ObservedCount
  let baseline: ObservedCount?
  let level: Double?
  let first: Double?
  let second: Double

  var testDescription: String {
    "\(method) \(arm.x)/\(arm.n) \(baseline.map { "\($0.x)/\($0.n)" } ?? "") \(level ?? 0)"
  }

  init?(_ line: Substring) throws {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 8, let x = Int(cells[1]), let n = Int(cells[2]) else { return nil }
    method = cells[0]
    arm = try ObservedCount(x, of: n)
    if let x = Int(cells[3]), let n = Int(cells[4]) {
      baseline = try ObservedCount(x, of: n)
    } else {
      baseline = nil
    }
    level = Double(cells[5])
    first = Double(cells[6])
    second = try #require(Double(cells[7]))
  }

  static let all: [ReferenceRow] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Reference/proportions.csv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { try? ReferenceRow($0) }
  }()

  static func of(_ methods: [String]) -> [ReferenceRow] {
    all.filter { methods.contains($0.method) }
  }
}

@Suite("Proportions against fifty digits")
struct ProportionReferenceTests {
  /// The promise: 10⁻¹² absolute or 10⁻⁹ relative, whichever is larger.
  func agree(_ value: Double, _ reference: Double) -> Bool {
    value == reference || abs(value - reference) <= max(1e-12, 1e-9 * abs(reference))
  }

  @Test("every reference was read")
  func complete() {
    #expect(ReferenceRow.all.count > 400)
  }

  @Test("intervals of one proportion", arguments: ProportionMethod.allCases)
  func oneProportion(_ method: ProportionMethod) throws {
    var wrong: [String] = []
    for row in ReferenceRow.of([method.name]) {
      let level = try ConfidenceLevel(#require(row.level))
      let interval = try #require(try row.arm.interval(method, at: level).value)
      if try !agree(interval.lower, #require(row.first)) || !agree(interval.upper, row.second) {
        wrong.append("\(row.testDescription): \(interval.lower) \(interval.upper)")
      }
    }
    #expect(wrong == [])
  }

  @Test(
    "intervals of differences, ratios and odds ratios",
    arguments: DifferenceMethod.allCases.map(\.name) + RatioMethod.allCases.map(\.name)
      + OddsRatioMethod.allCases.map(\.name))
  func twoProportions(_ method: String) throws {
    var wrong: [String] = []
    for row in ReferenceRow.of([method]) {
      let level = try ConfidenceLevel(#require(row.level))
      let arms = TwoArms(row.arm, against: try #require(row.baseline))
      let interval: ConfidenceInterval? =
        if let method = DifferenceMethod(rawValue: method) {
          try arms.interval(method, at: level).value
        } else if let method = RatioMethod(rawValue: method) {
          try arms.interval(method, at: level).value
        } else if let method = OddsRatioMethod(rawValue: method) {
          try arms.interval(method, at: level).value
        } else {
          nil
        }
      let found = try #require(interval)
      if try !agree(found.lower, #require(row.first)) || !agree(found.upper, row.second) {
        wrong.append("\(row.testDescription): \(found.lower) \(found.upper)")
      }
    }
    #expect(wrong == [])
  }

  @Test(
    "p-values to a relative 1e-9, 1e-6 above 100,000 people an arm",
    arguments: ["score", "z_pooled", "fisher"])
  func tests(_ name: String) throws {
    let test = try #require(EqualityTest(rawValue: name))
    var wrong: [String] = []
    for row in ReferenceRow.of([name]) {
      let arms = TwoArms(row.arm, against: try #require(row.baseline))
      let result = try #require(try arms.test(test).value)
      let small = max(arms.arm.n, arms.baseline.n) <= 100_000
      // A relative error of p is an absolute one of ln p; below e⁻⁶⁹⁰ that of ln p itself is held.
      let allowed = (small ? 1e-9 : 1e-6) * max(1, abs(row.second) / 690)
      let statistic = row.first.map { abs((result.statistic ?? .nan) - $0) <= 1e-9 * max(1, abs($0)) } ?? true
      if !statistic || !(abs(result.p.ln - row.second) <= allowed) {
        wrong.append("\(row.testDescription): \(result.statistic ?? 0) ln p \(result.p.ln) not \(row.second)")
      }
    }
    #expect(wrong == [])
  }
}
