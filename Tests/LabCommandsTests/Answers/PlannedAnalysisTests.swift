import Foundation
import Testing

/// What `analyze` makes of the command and of the dates that a plan ends with.
@Suite("The analysis that a plan ends with")
struct PlannedAnalysisTests {
  /// 72 installs a day in two options, on each of 28 days from 2026-01-01, of which a quarter allows.
  private static let rows: String = {
    var rows = ["install_id,arm,installed_at,prompted_at,decided_at,status"]
    for day in 0..<28 {
      for install in 0..<72 {
        let minutes = 20 * install
        let time = String(format: "2026-01-%02dT%02d:%02d:00Z", day + 1, minutes / 60, minutes % 60)
        let status = install / 2 % 4 == 0 ? "authorized" : "denied"
        rows.append("\(day)-\(install),\(install % 2 == 0 ? "a" : "b"),\(time),\(time),\(time),\(status)")
      }
    }
    return rows.joined(separator: "\n") + "\n"
  }()

  private static let plan =
    "plan --no-store --rates 20%,30% --planned 2016 --per-day 72 --day 7 --start 2026-01-01"

  /// The look of an analysis by its position, of those at some dates and one when all installs are old enough.
  private func look(_ lab: Lab, _ position: Int, dates: [String]) throws -> [String: Any] {
    let line =
      "analyze rows.csv --as-of 2026-02-04 --day 7 --baseline a --planned 2016 --looks \(dates.joined(separator: ","))"
    let looks = try #require(try lab.members(line, statuses: [0, 2])["looks"] as? [String: [[String: Any]]])
    return try #require(looks["b"])[position]
  }

  @Test(
    "a look on a date has the installs and the bound that the analysis has at the end of that date",
    arguments: ["2026-01-08", "2026-01-15", "2026-01-26"])
  func dated(date: String) throws {
    let lab = try Lab()
    try lab.write(Self.rows, to: "rows.csv")
    let looks = try #require(try lab.members("\(Self.plan) --looks \(date)")["looks"] as? [[String: Any]])
    let planned = try #require(looks.first)
    #expect(planned["date"] as? String == date)
    let read = try look(lab, 0, dates: [date])
    // The analysis weighs the installs of each look by what they did.
    let fractions = try [planned, read].map { try #require($0["fraction"] as? Double) }
    #expect(abs(fractions[0] - fractions[1]) < 0.002, "\(fractions)")
    let bounds = try [planned, read].map { try #require($0["bound"] as? Double) }
    #expect(abs(bounds[0] / bounds[1] - 1) < 0.01, "\(bounds)")
  }

  @Test("the date of an even look is the first by whose end the analysis has its installs")
  func even() throws {
    let lab = try Lab()
    try lab.write(Self.rows, to: "rows.csv")
    let looks = try #require(try lab.members("\(Self.plan) --looks 4")["looks"] as? [[String: Any]])
    let dates = looks.dropLast().compactMap { $0["date"] as? String }
    #expect(dates.count == 3)
    for (index, planned) in looks.dropLast().enumerated() {
      let wanted = try #require(planned["fraction"] as? Double)
      let read = try #require(try look(lab, index, dates: dates)["fraction"] as? Double)
      #expect(read > wanted - 0.002 && read < wanted + 72.0 / 2016, "\(planned): \(read)")
    }
  }

  @Test("the last installs are old enough by the end of the date on which the test is read, and not before")
  func read() throws {
    let lab = try Lab()
    try lab.write(Self.rows, to: "rows.csv")
    let calendar = try #require(try lab.members(Self.plan)["calendar"] as? [String: Any])
    #expect(calendar["read_on_date"] as? String == "2026-02-04")
    func installs(_ date: String) throws -> Int {
      let found = try lab.members("analyze rows.csv --as-of \(date) --day 7", statuses: [0, 2])
      let arms = try #require((found["per_install"] as? [String: Any])?["arms"] as? [String: [String: Any]])
      return arms.values.compactMap { $0["n"] as? Int }.reduce(0, +)
    }
    #expect(try installs("2026-02-04") == 2_016)
    // The first install of the last day is at midnight, and seven days old at the end of the date.
    #expect(try installs("2026-02-03") == 27 * 72 + 1)
  }
}
