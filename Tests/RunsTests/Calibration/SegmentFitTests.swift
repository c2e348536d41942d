import ExperimentDesign
import ExperimentFiles
import Foundation
import Runs
import Studies
import TestData
import Testing
import TextFormats

@Suite("An experiment's numbers learnt by segment")
struct SegmentFitTests {
  /// Everybody is asked at launch and answers, so the share of a segment who allow is its own `allow.rate`.
  private static let text = """
    experiment: three segments
    seed: 3
    trials: 400
    installs: 500
    horizon_days: 7
    population:
      device: {restricted: 0, requests_off: 0}
      sessions: {rate: 1, leave: 0.3}
      allow: {rate: 0.3, cold_odds_ratio: 1}
      answer: {unanswered: 0}
      segments:
        paid: {share: 0.3, allow: {rate: {beta: [20, 40]}}}
        organic: {share: 0.5, allow: {rate: {beta: [30, 30]}}}
        invited: {share: 0.2, allow: {rate: {beta: [10, 20]}}}
    usage_strings: {plain: {text: "Shows you ads for topics you read about."}}
    arms:
      launch: {ask: launch, usage_string: plain}
    """
  private static let header = "arm,segment,installs,allowed_by_7\n"

  private func table(_ rows: String) throws -> FunnelTable {
    try FunnelTable(reading: bytes(Array((Self.header + rows).utf8)), file: "funnel.csv")
  }

  private func data(
    _ rows: String, in experiment: Experiment, bySegment: Bool = true
  ) throws -> CalibrationData {
    try CalibrationData(
      table(rows), arms: experiment.arms.map(\.name),
      segments: bySegment ? experiment.scenarios[0].segments : nil)
  }

  private func learned(_ rows: String, bySegment: Bool = true) async throws -> CalibrationPlan.Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "segments-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("three.yaml").path
    try Self.text.write(toFile: path, atomically: true, encoding: .utf8)
    let plan = try CalibrationPlan(path: path, seed: nil)
    var request = Calibration.Request(seed: plan.seed, threads: 2)
    request.installs = 4_000
    request.isDrawn = false
    return try await plan.calibrated(
      to: data(rows, in: plan.file.experiment, bySegment: bySegment), visits: nil,
      sources: [DataSource(name: "funnel.csv", bytes: Array(rows.utf8))], date: nil, request)
  }

  @Test("each counted segment has the exact posterior of its own beta belief, and another one keeps its own")
  func conjugate() async throws {
    let outcome = try await learned("launch,paid,1000,310\nlaunch,organic,600,250\n")
    let calibration = outcome.learned.calibration
    // Beta(330, 730) and Beta(280, 380), by digamma and trigamma functions.
    for (path, mean, sd) in [
      ("segments.paid.allow.rate", -0.7947827085405219, 0.06637545284768188),
      ("segments.organic.allow.rate", -0.3058520601867798, 0.07882168675793742),
    ] {
      let number = try #require(calibration.numbers.firstIndex { $0.path == path })
      let found = calibration.fit.posterior
      #expect(abs(found.mean[number] - mean) < 0.06 * sd, "\(path): \((found.mean[number] - mean) / sd)")
      #expect(abs(found.deviations[number] / sd - 1) < 0.03, "\(path): \(found.deviations[number] / sd)")
    }
    let other = try #require(calibration.numbers.firstIndex { $0.path == "segments.invited.allow.rate" })
    #expect(calibration.standing(other) == .notInData)
    #expect(abs(calibration.fit.posterior.mean[other] - calibration.fit.prior.mean[other]) < 1e-9)
    // What was written: the two by themselves, and nothing of the third.
    let text = outcome.text
    #expect(
      text.contains("    paid:\n") && text.contains("    organic:\n") && !text.contains("    invited:\n"))
    #expect(outcome.learned.unpredicted == 0)
    let again = try loadExperiment(text: Array(text.utf8), path: "again.yaml").experiment
    let segments = again.scenarios[0].segments
    #expect(segments.map(\.name) == ["paid", "organic", "invited"])
    for (segment, isLearnt) in zip(segments, [true, true, false]) {
      let isJoint = if case .joint = segment.allow.rate.distribution { true } else { false }
      #expect(isJoint == isLearnt, "\(segment.name)")
    }
  }

  @Test("without --segment the rows of an option are counted together")
  func together() async throws {
    let outcome = try await learned("launch,paid,1000,310\nlaunch,organic,600,250\n", bySegment: false)
    let data = outcome.learned.calibration.data
    #expect(data.counted.count == 1 && data.counted[0].segment == nil && data.installs == 1_600)
    #expect(data.totals.map(\.allowed) == [560])
  }

  @Test("who is still active of a segment tells of it what it would tell of everybody, were all like them")
  func retention() async throws {
    let rows = "day,active,installs,segment\n1,400,1000,paid\n7,250,1000,paid\n"
    let visits = "sessions: {rate: 1, leave: {beta: [3, 7]}}"
    let parts = Self.text.replacing("paid: {share: 0.3,", with: "paid: {share: 0.3, \(visits),")
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    let whole = lines.filter { !$0.contains("segments:") && !$0.contains("share:") }.joined(separator: "\n")
      .replacing("sessions: {rate: 1, leave: 0.3}", with: visits)
    func leaving(_ text: String, _ rows: String) async throws -> (mean: Double, sd: Double) {
      let experiment = try loadExperiment(text: Array(text.utf8), path: "s.yaml").experiment
      let table = try ShareTable(reading: bytes(Array(rows.utf8)), kind: .retention, file: "r.csv")
      let shares = try KnownShare.all(of: table, arms: ["launch"], segments: experiment.scenarios[0].segments)
      var request = Calibration.Request(seed: 3, threads: 2)
      request.installs = 1_000
      request.isDrawn = false
      let found = try await Calibration(
        experiment, to: CalibrationData(shares: shares, horizonDays: 7), request)
      let number = try #require(found.numbers.firstIndex { $0.path.hasSuffix("sessions.leave") })
      return (found.fit.posterior.mean[number], found.fit.posterior.deviations[number])
    }
    let part = try await leaving(parts, rows)
    let all = try await leaving(whole, rows.replacing(",paid", with: ","))
    #expect(abs(part.mean - all.mean) < 0.01 * all.sd && abs(part.sd / all.sd - 1) < 0.01, "\(part), \(all)")
  }

  @Test("segments that the file lacks, empty ones and repeated ones are refused at their row")
  func refused() throws {
    let experiment = try loadExperiment(text: Array(Self.text.utf8), path: "three.yaml").experiment
    let known = ["paid", "organic", "invited"]
    #expect(throws: CalibrationProblem.noSegment("ads", line: 3, known: known)) {
      try data("launch,paid,10,3\nlaunch,ads,10,3\n", in: experiment)
    }
    #expect(throws: CalibrationProblem.twice("launch", line: 4, first: 2)) {
      try data("launch,paid,10,3\nlaunch,organic,10,3\nlaunch,paid,10,3\n", in: experiment)
    }
    #expect(throws: DataProblems.self) { try table("launch,,10,3\n") }
    let plain = try FunnelTable(
      reading: bytes(Array("arm,installs,allowed_by_7\nlaunch,10,3\n".utf8)), file: "f.csv")
    #expect(throws: CalibrationProblem.noSegments) {
      try CalibrationData(plain, arms: ["launch"], segments: experiment.scenarios[0].segments)
    }
  }
}
