import ExperimentDesign
import ExperimentFiles
import Foundation
import Inference
import Runs
import Studies
import TestData
import Testing
import TextFormats

@Suite("An experiment's numbers learnt from known shares")
struct KnownShareTests {
  private static let share = """
    experiment: one share
    seed: 3
    horizon_days: 7
    population:
      device: {restricted: 0, requests_off: 0}
      sessions: {rate: 1, leave: 0.3}
      allow: {rate: {beta: [20, 40]}, cold_odds_ratio: 1}
      answer: {unanswered: 0}
    usage_strings: {plain: {text: "Shows you ads for topics you read about."}}
    arms:
      launch: {ask: launch, usage_string: plain}
    """

  private func shares(_ text: String, _ kind: ShareTable.Kind = .moments) throws -> [KnownShare] {
    let table = try ShareTable(reading: bytes(Array(text.utf8)), kind: kind, file: "s.csv")
    return try KnownShare.all(of: table, arms: ["launch"])
  }

  private func calibration(_ text: String, _ shares: [KnownShare]) async throws -> Calibration {
    let file = try loadExperiment(text: Array(text.utf8), path: "s.yaml")
    let data = CalibrationData(shares: shares, horizonDays: file.experiment.horizonDays)
    var request = Calibration.Request(seed: 3, threads: 2)
    request.installs = 4_000
    request.isDrawn = false
    return try await Calibration(file.experiment, to: data, request)
  }

  @Test(
    "a share with its people, deviation or ends gives the exact posterior of its beta belief",
    arguments: [
      "n\nlaunch,opt_in_per_install,0.31,1000", "sd\nlaunch,opt_in_per_install,31%,0.0146253",
      "low,high\nlaunch,opt_in_per_install,0.31,0.286439,0.334567",
    ])
  func conjugate(_ rows: String) async throws {
    let found = try await calibration(Self.share, try shares("arm,metric,share,\(rows)\n"))
    // Beta(330, 730), by digamma and trigamma functions.
    let (mean, sd) = (-0.7947827085405219, 0.06637545284768188)
    #expect(abs(found.fit.posterior.mean[0] - mean) < 0.06 * sd, "\(found.fit.posterior.mean)")
    #expect(abs(found.fit.posterior.deviations[0] / sd - 1) < 0.03)
    #expect(found.agreement.isGood && found.data.installs == 0)
  }

  @Test("who is still active tells how people leave")
  func retention() async throws {
    let text = Self.share.replacing(
      "sessions: {rate: 1, leave: 0.3}",
      with:
        "sessions: {rate: {shape: 0.9, rate: 0.45}, leave: {a: {lognormal: [0.62, 0.4]}, b: {lognormal: [0.9, 0.4]}}}"
    )
    // What a = 0.5, b = 1.2 makes, of 20,000 people.
    let curve = try RetentionCurve(of: VisitPattern(shape: 0.9, rate: 0.45, a: 0.5, b: 1.2))
    let rows = [1, 3, 7, 14, 30].map { day in
      "\(day),\(Int((20_000 * curve.retention(onDay: day)).rounded())),20000"
    }
    let known = try shares("day,active,installs\n" + rows.joined(separator: "\n") + "\n", .retention)
    let found = try await calibration(text, known)
    for (path, truth) in [("sessions.leave.a", 0.5), ("sessions.leave.b", 1.2)] {
      let number = try #require(found.numbers.firstIndex { $0.path == path })
      let sd = found.fit.posterior.deviations[number]
      #expect(abs(found.fit.posterior.mean[number] - log(truth)) < 2 * sd, "\(path)")
      #expect(found.fit.tells[number] > 0.5, "\(path)")
    }
  }

  @Test("several months are one more month, and few apps differ by at least half a logit")
  func groups() throws {
    let rows = [0.20, 0.24, 0.28, 0.22, 0.26, 0.24].enumerated()
      .map { "\($0 + 1),launch,opt_in_per_install,\($1),2000\n" }.joined()
    let month = try #require(try shares("month,arm,metric,share,n\n" + rows).first)
    #expect(abs(month.share - 0.24) < 0.005)
    let spread = try #require(month.between)
    // Logits of deviation 0.16, of which 0.05 is chance.
    #expect(spread > 0.1 && spread < 0.2)
    // As uncertain as a draw from them, far more than 12,000 people would be.
    let sd = (1 / (month.people * month.share * (1 - month.share))).squareRoot()
    #expect(sd > spread && sd < 1.2 * spread)
    let few =
      "app,arm,metric,share,n\na,launch,opt_in_per_install,0.24,2000\nb,launch,opt_in_per_install,0.25,2000\n"
    #expect(try shares(few).first?.between == 0.5)
    let alike = few.replacing("app", with: "month")
    #expect(try #require(try shares(alike).first?.between) < 0.1)
  }

  @Test("rows that cannot be used are refused")
  func refused() throws {
    let header = "arm,metric,share,n\n"
    #expect(throws: CalibrationProblem.noShare("opt_in", line: 2)) {
      try shares(header + "launch,opt_in,0.2,10\n")
    }
    #expect(throws: CalibrationProblem.noShare("sessions_per_install", line: 2)) {
      try shares(header + "launch,sessions_per_install,0.2,10\n")
    }
    #expect(throws: CalibrationProblem.shareTwice(line: 3, first: 2)) {
      try shares(header + "launch,opt_in_per_install,0.2,10\nlaunch,opt_in_per_install,0.3,10\n")
    }
    #expect(throws: CalibrationProblem.noArm("late", line: 2, known: ["launch"])) {
      try shares(header + "late,opt_in_per_install,0.2,10\n")
    }
    #expect(throws: CalibrationProblem.noArm("late", line: 2, others: ["early"], known: ["launch"])) {
      let rows = ["late,opt_in_per_install", "late,prompted_per_install", "early,opt_in_per_install"]
      return try shares(header + rows.map { "\($0),0.2,10\n" }.joined())
    }
  }
}
