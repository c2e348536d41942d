import SeededNumbers
import TestData
import Testing
import TextFormats

@Suite("Mutated files")
struct MutationTests {
  static let good = [
    "arm,installs,prompted,answered,allowed,release\n\"a, b\",100,80,70,30,1.0\nc,90,60,50,20,\"1.\"\"1\"\r\n",
    eventsHeader
      + "i1,a,2026-03-01T00:00:00Z,2026-03-01T00:10:00+02:00,1772359230,authorized\r\n\"i2\",b,1772359230123,,,2\n",
  ]

  @Test("ten thousand mutations of good files are read or refused, and never anything else")
  func mutations() {
    let interesting: [UInt8] = [0, 0x0A, 0x0D, 0x22, 0x2C, 0x3B, 0x09, 0x2D, 0x39, 0xC3, 0xFF, 0x20]
    var generator = SplitMix(seed: 20_261_121)
    var refused = 0
    for round in 0..<10_000 {
      var content = Array(Self.good[round % 2].utf8)
      for _ in 0...generator.below(4) {
        let location = generator.below(max(1, content.count))
        switch generator.below(5) {
        case 0: content[location] = interesting[generator.below(interesting.count)]
        case 1: content.insert(interesting[generator.below(interesting.count)], at: location)
        case 2: content.remove(at: location)
        case 3: content = Array(content[..<max(1, location)])
        case _: content.insert(contentsOf: content[..<location], at: location)
        }
        if content.isEmpty { content = [0x61] }
      }
      do {
        _ = try TestTable(
          reading: bytes(content, pieces: 1 + generator.below(40)), file: "t.csv",
          asOf: round % 2 == 1 ? AsOf("2026-03-31") : nil)
      } catch let problems as FileProblems {
        #expect(!problems.problems.isEmpty && problems.problems.allSatisfy { $0.line > 0 && $0.column > 0 })
        refused += 1
      } catch {
        #expect(error is UnfitOption)
      }
    }
    // Most mutations of two short rows are seen.
    #expect(refused > 2_000)
  }
}
