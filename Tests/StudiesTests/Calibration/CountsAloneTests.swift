import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Testing

@testable import Studies

@Suite("A model of what was counted alone")
struct CountsAloneTests {
  private func model(_ counted: [CountedCells], _ shares: [KnownShare], lastDay: Int) throws
    -> CalibrationModel
  {
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
    let fitted = try #require(try FittedNumbers(of: experiment))
    let unseen = CountedCells(
      arm: 1, sorting: .installs(days: [lastDay], knowsDenied: true, knowsPrompted: true), counts: [])
    return try CalibrationModel(
      experiment, fitted: fitted, counted: counted, shares: shares, extra: [unseen], lastDay: lastDay,
      installs: 2_000, seed: 7, threads: 1)
  }

  @Test("has the same cells to the last bit, of options in any place, and knows nothing else")
  func cells() throws {
    let sorting = CountedCells.Sorting.installs(days: [1, 5], knowsDenied: true, knowsPrompted: true)
    let counted = [
      CountedCells(arm: 2, sorting: sorting, counts: [10, 20, 30, 40, 5, 60]),
      CountedCells(arm: 0, sorting: sorting, counts: [10, 20, 30, 40, 5, 60]),
    ]
    for shares in [[], [KnownShare(day: 1, share: 0.4, people: 500)]] {
      let whole = try model(counted, shares, lastDay: 5)
      let alone = try whole.ofCountsAlone()
      #expect(alone.experiment.arms.map(\.name) == ["launch", "third"] && whole.experiment.arms.count == 3)
      let middle = whole.fitted.belief.mean
      let points = [middle, middle.map { $0 + 0.3 }]
      let all = try whole.points(points).compactMap { $0 }
      let few = try alone.points(points).compactMap { $0 }
      #expect(all.count == points.count && few.count == points.count)
      let blocks = counted.count + shares.count
      for (all, few) in zip(all, few) {
        #expect(few.cells == Array(all.cells.prefix(blocks)) && few.cells.count == blocks)
        #expect(few.batches == all.batches.map { Array($0.prefix(blocks)) })
        #expect(few.values.isEmpty && all.values.count == 3)
      }
      #expect(all[0] != all[1])
    }
  }

  @Test("of shares of everybody plays one option")
  func everybody() throws {
    let active = KnownShare(day: 1, share: 0.4, people: 500)
    let whole = try model([], [active], lastDay: 5)
    let alone = try whole.ofCountsAlone()
    #expect(alone.experiment.arms.count == 1)
    let middle = [whole.fitted.belief.mean]
    let cells = try #require(try whole.points(middle)[0]?.cells)
    #expect(try alone.points(middle)[0]?.cells == [cells[0]])
  }
}
