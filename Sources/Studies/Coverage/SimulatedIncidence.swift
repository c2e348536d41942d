import Foundation
import Inference
import TestAnalysis
import TestData
import TextFormats

/// Event rows of two arms that ask after some days, read by incidence while half of the installs are young.
enum SimulatedIncidence {
  private static let installs = 600
  /// Installs come over two weeks, and the rows end a day later.
  private static let enrolmentDays = 14.0
  /// The first of January 2026; the rows end on the 16th.
  private static let start = 1_767_225_600
  private static let day = 7
  /// The share that is ever asked: without somebody who stays undecided nothing would be known of a day after the last
  /// answer.
  private static let asked = 0.8
  /// The mean delay from install to answer, in days, of each arm.
  private static let delays = [0.5, 3.0]

  /// The share that has allowed by the day, of an arm of which this share ever allows.
  private static func byDay(_ share: Double, arm: Int) -> Double {
    asked * share * -expm1(-Double(day) / delays[arm])
  }

  /// Whether arms with equal shares by the day are called different.
  static func isCalledDifferent(_ draws: inout FixedDraws) throws -> Bool {
    let share = 0.25 * byDay(1, arm: 0) / byDay(1, arm: 1)
    let verdict = try judgement(shares: [0.25, share], &draws)?.verdict.value
    return verdict == .better || verdict == .worse
  }

  /// Whether the interval of the verdict holds the true difference by the day.
  static func covers(_ draws: inout FixedDraws) throws -> Bool? {
    let shares = [0.2, 0.3]
    let truth = byDay(shares[1], arm: 1) - byDay(shares[0], arm: 0)
    return try judgement(shares: shares, &draws)?.interval?.contains(truth)
  }

  private static func judgement(shares: [Double], _ draws: inout FixedDraws) throws -> Judgement? {
    var text = "install_id,arm,installed_at,prompted_at,decided_at,status\n"
    let end = start + Int((enrolmentDays + 1) * 86_400)
    for install in 0..<2 * installs {
      let arm = install % 2
      let installed = start + Int(enrolmentDays * 86_400 * draws.uniform())
      let delay = -delays[arm] * log1p(-draws.uniform())
      let isAsked = draws.uniform() < asked
      let allows = draws.uniform() < shares[arm]
      let at = installed + Int(delay * 86_400)
      // Who has not been asked by then has no answer in the rows.
      let answer =
        isAsked && at <= end ? "\(at),\(at),\(allows ? "authorized" : "denied")" : ",,notDetermined"
      text += "i\(install),\(arm == 0 ? "soon" : "late"),\(installed),\(answer)\n"
    }
    var options = AnalysisOptions()
    options.rates = .incidence
    options.day = day
    options.statistics.tests = []
    let table = try TestTable(
      reading: bytes(Array(text.utf8)), file: "simulated",
      options: ReadingOptions(asOf: AsOf("2026-01-16T00:00:00Z"), days: [day]))
    guard case .events(let events) = table else { return nil }
    return try AnalysedTest(events, options: options).mainPanel?.judgements.first
  }
}
