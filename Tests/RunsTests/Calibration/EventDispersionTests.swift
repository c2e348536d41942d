import Foundation
import Studies
import TestData
import Testing
import TextFormats

@Suite("How much weeks of event rows differ")
struct EventDispersionTests {
  /// 100 installs on each of 42 days, of which a share that depends on the week allows and all others deny.
  private func data(_ share: (_ week: Int) -> Double) throws -> CalibrationData {
    var rows = "install_id,arm,installed_at,prompted_at,decided_at,status\n"
    var number = 0
    for day in 0..<42 {
      let date =
        day < 28 ? "2026-02-\(day < 9 ? "0" : "")\(day + 1)" : "2026-03-\(day < 37 ? "0" : "")\(day - 27)"
      for install in 0..<100 {
        // Spread over the day without a pattern, so that chance is as of a binomial count or less.
        let isAllowed = Double((install * 37 + day * 11) % 100) < 100 * share(day / 7)
        number += 1
        rows += "\(number),launch,\(date)T12:00:00,\(date)T12:00:01,\(date)T12:00:09,"
        rows += isAllowed ? "authorized\n" : "denied\n"
      }
    }
    let table = try TestTable(
      reading: bytes(Array(rows.utf8)), file: "rows.csv", asOf: AsOf("2026-04-30"), days: [1, 7])
    return try CalibrationData(table, at: [0], of: ["launch"])
  }

  @Test("weeks that are alike differ by no more than chance")
  func alike() throws {
    let data = try data { _ in 0.3 }
    #expect(data.dispersion == 1 && data.installs == 4_200)
    #expect(data.totalsByDay == ["launch 4200 1260", "launch 4200 1260"])
  }

  @Test("weeks of 20% and 40% in turn differ far more, as Pearson's statistic says")
  func unlike() throws {
    let found = try #require(try data { $0 % 2 == 0 ? 0.2 : 0.4 }.dispersion)
    // By day 1: 6 weeks of 700 around 30%, each off by 0.1: 6 · 700 · 0.01/(0.3 · 0.7) = 200 over 5 degrees. Afterwards
    // nobody is left.
    #expect(found == 25, "\(found)")
    let little = try #require(try data { $0 % 2 == 0 ? 0.25 : 0.35 }.dispersion)
    #expect(abs(little - 6 * 700 * 0.0025 / 0.21 / 5) < 0.05, "\(little)")
  }
}
