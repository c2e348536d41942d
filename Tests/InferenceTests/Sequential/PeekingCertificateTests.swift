import Foundation
import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("The A/A certificate of the rules for looking")
struct PeekingCertificateTests {
  @Test("every rule that corrects keeps its level, and the one that does not has the published rates")
  func rates() throws {
    let certificate = try PeekingCertificate(level: .ninetyFive, looks: [1, 5, 10])
    #expect(certificate.rows.count == 12)
    for row in certificate.rows {
      switch (row.rule, row.looks) {
      // Armitage, McPherson & Rowe 1969.
      case (.uncorrected, 5): #expect(abs(row.falsePositiveRate - 0.1417) < 5e-5)
      case (.uncorrected, 10): #expect(abs(row.falsePositiveRate - 0.1934) < 5e-5)
      case (.uncorrected, _), (.obrienFlemingType, _), (.pocockType, _):
        #expect(abs(row.falsePositiveRate - 0.05) < 1e-8)
      case (.confidenceSequence, _): #expect(row.falsePositiveRate < 0.05)
      }
    }
  }

  @Test("the confidence sequence keeps its level over a thousand looks, where peeking loses half")
  func manyLooks() throws {
    #if DEBUG
      let looks = 50
    #else
      let looks = 1_000
    #endif
    let certificate = try PeekingCertificate(level: .ninetyFive, looks: [looks])
    for row in certificate.rows {
      switch row.rule {
      case .uncorrected: #expect(row.falsePositiveRate > 0.3)
      case .confidenceSequence: #expect(row.falsePositiveRate < 0.05 && row.falsePositiveRate > 0.01)
      case .obrienFlemingType, .pocockType: #expect(abs(row.falsePositiveRate - 0.05) < 1e-7)
      }
    }
  }

  @Test("simulated A/A tests of people have the rates that the recursion computes", arguments: [5, 10])
  func simulated(looks: Int) throws {
    #if DEBUG
      let tests = 100
    #else
      let tests = 20_000
    #endif
    let perLook = 2_000 / looks
    let schedule = try LookSchedule(equallySpaced: looks)
    let rules = PeekingCertificate.Rule.allCases
    let boundaries = try rules.map { try $0.boundaries(level: .ninetyFive, schedule: schedule) }
    var stopped = rules.map { _ in 0 }
    var random = SplitMix(seed: 1_969 + UInt64(looks))
    for _ in 0..<tests {
      var open = rules.map { _ in true }
      var x = (0, 0)
      for look in 0..<looks {
        for _ in 0..<perLook {
          if random.happens(0.4) { x.0 += 1 }
          if random.happens(0.4) { x.1 += 1 }
        }
        let n = Double(perLook * (look + 1))
        let pooled = Double(x.0 + x.1) / (2 * n)
        let score = Double(x.0 - x.1) / n / (pooled * (1 - pooled) * 2 / n).squareRoot()
        for index in rules.indices where open[index] {
          guard let bound = boundaries[index].looks[look].bound, abs(score) >= bound else { continue }
          stopped[index] += 1
          open[index] = false
        }
      }
    }
    for index in rules.indices {
      let rate = boundaries[index].falsePositiveRate
      // Four Monte Carlo errors, and three thousandths for counts that are not quite normal: at 200
      // people an arm a two-sided 5% test of proportions has a size of 0.05 give or take 0.003.
      let error = (rate * (1 - rate) / Double(tests)).squareRoot()
      #expect(abs(Double(stopped[index]) / Double(tests) - rate) < 4 * error + 0.003)
    }
  }
}
