import Foundation
import SeededNumbers
import TestAnalysis

/// Event rows of a made test with a known truth: one arm asks at launch, the other days later, when only
/// part of its people is still there; one install in five has requests switched off.
///
/// What the rows log is spoilt in one of several ways; the people are the same in all of them.
struct MadeTest {
  enum Spoilt {
    /// Every row as it happened.
    case clean
    /// The server stamps the install up to seconds late, so that launch prompts lie before it.
    case lag
    /// An append-only log: three installs in ten have an earlier row without the answer.
    case updates
    /// One answer in ten of the second arm is stamped ten minutes to hours too early.
    case earlyAnswers
  }

  var seed: UInt64
  var spoilt = Spoilt.clean
  var installs = 4_000
  /// Whether both arms ask at launch, so that there is nothing to find.
  var isAlike = false

  /// The share of installs that has allowed by day 7, in the two arms, among these very installs.
  private(set) var truth = [0.0, 0.0]

  /// The rows; sets ``truth``.
  mutating func text() -> String {
    var random = SplitMix(seed: seed)
    var rows = "install_id,arm,installed_at,prompted_at,decided_at,status\n"
    var assigned = [0.0, 0.0]
    var allowed = [0.0, 0.0]
    for install in 0..<installs {
      // The first two are one of each.
      let lot = random.uniform()
      let arm = install < 2 ? install : lot < 0.5 ? 0 : 1
      let person = (
        at: random.uniform() * 25 * 86_400, off: random.uniform() < 0.2, will: random.normal(),
        reaches: random.uniform(), wait: random.normal(), answer: random.uniform(), lag: random.uniform(),
        spoilt: random.uniform()
      )
      assigned[arm] += 1
      func row(_ installed: Double, _ prompted: Double?, _ decided: Double?, _ status: String) -> String {
        func time(_ seconds: Double?) -> String { seconds.map { String(1_767_225_600 + Int($0)) } ?? "" }
        return
          "i\(install),\(arm == 0 ? "launch" : "third"),\(time(installed)),\(time(prompted)),\(time(decided)),"
          + "\(status)\n"
      }
      if person.off {
        rows += row(person.at, nil, nil, "denied")
        continue
      }
      let late = arm == 1 && !isAlike
      if late, person.reaches > logistic(0.5 + 0.6 * person.will) {
        rows += row(person.at, nil, nil, "notDetermined")
        continue
      }
      let prompted = person.at + (late ? 86_400 * exp(log(2) + 1.2 * person.wait) : 1 + 7 * person.reaches)
      var decided = prompted + 4
      let yes = person.answer < logistic(-1.1 + person.will + (late ? 0.7 : 0.35))
      if yes, decided - person.at <= 7 * 86_400 { allowed[arm] += 1 }
      if spoilt == .earlyAnswers, arm == 1, person.spoilt < 0.1 { decided -= 600 + 20_000 * person.lag }
      if spoilt == .updates, person.spoilt < 0.3 { rows += row(person.at, nil, nil, "notDetermined") }
      let stamp = spoilt == .lag ? person.at - 3 * log(1 - person.lag) : person.at
      rows += row(stamp, prompted, decided, yes ? "authorized" : "denied")
    }
    truth = zip(allowed, assigned).map { $0 / $1 }
    return rows
  }

  private func logistic(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

  /// The analysis of the rows at day 7, when every install is at least that old.
  mutating func analysis() throws -> AnalysedTest {
    try TestAnalysisTests.analysis(events: text(), days: [7], asOf: "2026-02-28T00:00:00Z")
  }
}

extension SplitMix {
  /// Standard normal, by Box and Muller.
  mutating func normal() -> Double {
    let radius = (-2 * log(1 - uniform())).squareRoot()
    return radius * cos(2 * .pi * uniform())
  }
}
