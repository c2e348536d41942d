import Foundation
import Studies
import Testing

@Suite("Rates on the page on coverage, by simulation")
struct SimulatedRateTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Inference/Inference.docc/Coverage.md")

  /// What is simulated here: all of it in release, a part in debug.
  private static var simulations: Int {
    #if DEBUG
      60
    #else
      SimulatedCoveragePage.simulations
    #endif
  }

  /// The rows of the page's table, by subject: simulations, and the rate.
  private func rows() throws -> [String: (simulations: Int, rate: Double)] {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    var found: [String: (simulations: Int, rate: Double)] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, let simulations = Int(cells[2]),
        let rate = Double(cells[3].replacing("%", with: ""))
      else { continue }
      found[cells[0]] = (simulations, rate / 100)
    }
    return found
  }

  private func hold(_ rates: [SimulatedRate]) throws {
    let rows = try rows()
    for rate in rates {
      let row = try #require(rows[rate.subject], "not on the page: \(rate.subject); make coverage writes it")
      if rate.simulations == row.simulations {
        // The same streams: to the digits printed.
        #expect(abs(rate.rate - row.rate) < 5.1e-5, "\(rate.subject)")
      } else {
        #expect(abs(rate.rate - row.rate) < 4 * rate.error + 4 * 0.01, "\(rate.subject)")
      }
    }
  }

  @Test("the verdicts' error rates are those on the page, and what is promised")
  func verdicts() throws {
    let rates = try SimulatedVerdicts.rates(simulations: Self.simulations)
    try hold(rates)
    #expect(rates.filter { $0.shortfall > 4 }.isEmpty, "\(rates.filter { $0.shortfall > 4 }.map(\.row))")
    // A rule that never finds anything would keep its level too.
    #expect(rates.contains { $0.hits > 0 })
  }

  @Test("the error rates of looking are those on the page, and what is promised")
  func looks() throws {
    let rates = try SimulatedLooks.rates(simulations: Self.simulations)
    try hold(rates)
    #expect(rates.filter { $0.shortfall > 4 }.isEmpty, "\(rates.filter { $0.shortfall > 4 }.map(\.row))")
  }

  @Test("the coverage of intervals is that on the page, and at most two points short of what is promised")
  func intervals() throws {
    let rates = try SimulatedIntervals.rates(simulations: Self.simulations)
    try hold(rates)
    for rate in rates { #expect(rate.rate + 4 * rate.error > 0.95 - 0.02, "\(rate.row)") }
  }

  @Test("the rates at which guardrails let a worse arm pass are those on the page, and what is promised")
  func guardrails() throws {
    let rates = try SimulatedGuardrails.rates(simulations: Self.simulations)
    try hold(rates)
    #expect(rates.filter { $0.shortfall > 4 }.isEmpty, "\(rates.filter { $0.shortfall > 4 }.map(\.row))")
    #expect(rates.contains { $0.hits > 0 })
  }

  @Test("the errors that a simulation prints hold as often as the page says")
  func answers() throws {
    let rates = try SimulatedAnswers.rates(simulations: Self.simulations)
    try hold(rates)
    #expect(rates.allSatisfy { $0.shortfall < 4 }, "\(rates.map(\.row))")
  }

  @Test("the page has as many tests of each kind as it says")
  func simulations() throws {
    #expect(Set(try rows().values.map(\.simulations)) == [SimulatedCoveragePage.simulations])
  }

  @Test("the same program gives the same rates")
  func deterministic() throws {
    #expect(try SimulatedLooks.rates(simulations: 5) == SimulatedLooks.rates(simulations: 5))
  }

  @Test("a row has what is due, the number of tests, the rate and its Monte Carlo error")
  func row() {
    let rate = SimulatedRate(subject: "A/A", due: .atMost(0.05), simulations: 1_000, hits: 50)
    // √(51/1002 · 951/1002 / 1000).
    #expect(rate.row == "| A/A | at most 5% | 1000 | 5.00% | 0.70% |")
    let oneSided = SimulatedRate(subject: "NI", due: .atMost(0.025), simulations: 1_000, hits: 25)
    #expect(oneSided.row.hasPrefix("| NI | at most 2.5% |"))
    let power = SimulatedRate(subject: "power", due: .unpromised, simulations: 1_000, hits: 900)
    #expect(power.row.hasPrefix("| power | – | 1000 | 90.00% |") && power.shortfall < 0)
    #expect(abs(rate.shortfall) < 1e-12)
  }
}
