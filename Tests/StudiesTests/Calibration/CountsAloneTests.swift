import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import TestData
import Testing
import TextFormats

@testable import Studies

@Suite("A model of what was counted alone")
struct CountsAloneTests {
  private func model(_ data: CalibrationData) throws -> CalibrationModel {
    let segment = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 6, b: 14), at: "allow.rate", in: .openProbability)
      $0.events = [events(0, perSession: 1)]
    }
    let experiment = makeExperiment(
      [segment],
      [
        makeArm("launch", .launch), makeArm("first", .event(EventKind(rawValue: 0), count: 1)),
        makeArm("third", .event(EventKind(rawValue: 0), count: 3)),
      ])
    var request = Calibration.Request(seed: 7, threads: 1)
    request.installs = 2_000
    let numbers = FittedNumber.all(of: experiment)
    return try CalibrationModel(
      experiment, numbers, data, around: FittedNumber.belief(numbers), installs: 2_000, request)
  }

  private func counts(of arms: [String]) throws -> CalibrationData {
    let rows = arms.map { "\($0),165,105,10,30,30,70\n" }.joined()
    let text = "arm,installs,prompted,allowed_by_1,allowed_by_5,denied_by_1,denied_by_5\n" + rows
    let table = try TestTable(reading: bytes(Array(text.utf8)), file: "funnel.csv")
    let all = ["launch", "first", "third"]
    return try CalibrationData(
      FunnelTable(table, day: 5, file: "funnel.csv"), at: arms.compactMap { all.firstIndex(of: $0) }, of: all)
  }

  private func active() throws -> [ShareTable.Row] {
    try ShareTable(reading: bytes(Array("day,active,installs\n1,200,500\n".utf8)), file: "s.csv").rows
  }

  @Test("has the same cells to the last bit whichever options are counted beside")
  func cells() throws {
    for shares in try [[], active()] {
      var (all, few) = (try counts(of: ["launch", "first", "third"]), try counts(of: ["third", "launch"]))
      (all.shares, few.shares) = (shares, shares)
      let (whole, alone) = (try model(all), try model(few))
      #expect(alone.experiment.arms.map(\.name) == ["launch", "third"] && whole.experiment.arms.count == 3)
      let points = [[-0.9], [-0.6]]
      let (found, own) = (
        try whole.points(points).compactMap { $0 }, try alone.points(points).compactMap { $0 }
      )
      #expect(found.count == 2 && own.count == 2)
      let blocks = [0, 2] + shares.indices.map { 3 + $0 }
      for (found, own) in zip(found, own) {
        #expect(own.cells == blocks.map { found.cells[$0] })
        #expect(own.batches == found.batches.map { batch in blocks.map { batch[$0] } })
      }
      #expect(own[0] != own[1])
    }
  }

  @Test("of shares of everybody plays one option")
  func everybody() throws {
    let alone = try model(CalibrationData(shares: active(), horizonDays: 5))
    #expect(alone.experiment.arms.count == 1)
    #expect(try alone.points([[-0.9]])[0]?.cells.count == 1)
  }
}
