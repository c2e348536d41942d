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
  private func shares(_ text: String) throws -> [ShareTable.Row] {
    try ShareTable(reading: bytes(Array(text.utf8)), file: "s.csv").rows
  }

  private func calibration(_ text: String, _ shares: [ShareTable.Row]) throws -> Calibration {
    let file = try loadExperiment(text: Array(text.utf8), path: "s.yaml")
    let data = CalibrationData(shares: shares, horizonDays: file.experiment.horizonDays)
    var request = Calibration.Request(seed: 3, threads: 2)
    request.installs = 4_000
    return try Calibration(file.experiment, to: data, request)
  }

  @Test("who is still active tells how people leave")
  func retention() throws {
    let text = oneShare.replacing(
      "sessions: {rate: 1, leave: 0.3}",
      with:
        "sessions: {rate: {shape: 0.9, rate: 0.45}, leave: {a: {lognormal: [0.62, 0.4]}, b: {lognormal: [0.9, 0.4]}}}"
    )
    // What a = 0.5, b = 1.2 makes, of 20,000 people.
    let curve = try RetentionCurve(rate: .gamma(shape: 0.9, rate: 0.45), leaving: .beta(a: 0.5, b: 1.2))
    let rows = [1, 3, 7, 14, 30].map { day in
      "\(day),\(Int((20_000 * curve.retention(onDay: day)).rounded())),20000"
    }
    let known = try shares("day,active,installs\n" + rows.joined(separator: "\n") + "\n")
    let found = try calibration(text, known)
    for (path, truth) in [("sessions.leave.a", 0.5), ("sessions.leave.b", 1.2)] {
      let number = try #require(found.numbers.firstIndex { $0.path == path })
      let sd = found.fit.posterior.deviations[number]
      #expect(abs(found.fit.posterior.mean[number] - log(truth)) < 2 * sd, "\(path)")
      #expect(found.fit.tells[number] > 0.5, "\(path)")
    }
  }
}
