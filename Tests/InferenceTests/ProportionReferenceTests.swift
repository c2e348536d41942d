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
  let first: Double
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
    first = try #require(Double(cells[6]))
    second = try #require(Double(cells[7]))
  }

  static let all: [ReferenceRow] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Reference/proportions.csv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { try? ReferenceRow($0) }
  }()
}

@Suite("Proportions against fifty digits")
struct ProportionReferenceTests {
  /// The promise: 10⁻¹² absolute or 10⁻⁹ relative, whichever is larger.
  func agree(_ value: Double, _ reference: Double) -> Bool {
    value == reference || abs(value - reference) <= max(1e-12, 1e-9 * abs(reference))
  }

  @Test("intervals", arguments: ["wilson", "miettinen_nurminen", "koopman"])
  func intervals(_ method: String) throws {
    let rows = ReferenceRow.all.filter { $0.method == method }
    #expect(rows.count > 35)
    for row in rows {
      let level = try ConfidenceLevel(#require(row.level))
      let arms = TwoArms(row.arm, against: row.baseline ?? row.arm)
      let interval =
        switch method {
        case "wilson": try row.arm.interval(at: level)
        case "koopman": try arms.ratioInterval(at: level)
        case _: try arms.interval(at: level)
        }
      let found = try #require(interval)
      #expect(
        agree(found.lower, row.first) && agree(found.upper, row.second), "\(row.testDescription) \(found)")
    }
  }

  @Test("p-values to a relative 1e-9, 1e-6 above 100,000 people an arm")
  func score() throws {
    for row in ReferenceRow.all where row.method == "score" {
      let arms = TwoArms(row.arm, against: try #require(row.baseline))
      let result = try #require(arms.test())
      let allowed = max(arms.arm.n, arms.baseline.n) <= 100_000 ? 1e-9 : 1e-6
      // The logarithm of p; of none that a number cannot hold.
      let p = row.second < -690 ? row.second : log(result.p.value)
      let statistic = abs(result.statistic - row.first) <= 1e-9 * max(1, abs(row.first))
      #expect(statistic && abs(p - row.second) <= allowed, "\(row.testDescription): \(result)")
    }
  }
}
