import TestData
import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
  @Test(
    "days are counted over the ends of months and years",
    arguments: [
      ("2026-11-22", 21, "2026-12-13"), ("2026-12-31", 1, "2027-01-01"), ("2028-02-28", 1, "2028-02-29"),
      ("2026-03-01", -1, "2026-02-28"), ("20260301", 0, "2026-03-01"),
    ])
  func later(day: String, days: Int, found: String) {
    #expect(CalendarDay(day)?.advanced(by: days).description == found)
  }

  @Test("the first day of a test is its day 1, and a date and its day are the same")
  func ofTest() throws {
    let first = try #require(CalendarDay("2026-01-01"))
    #expect(first.date(ofTestDay: 1) == first && first.date(ofTestDay: 8).description == "2026-01-08")
    #expect(first.date(ofTestDay: 8).day(ofTestFrom: first) == 8)
  }

  @Test(
    "what is no date, or has a time, is none",
    arguments: ["", "2026-02-30", "2026-11-22T10:00", "22.11.2026", "1969-12-31"])
  func none(text: String) {
    #expect(CalendarDay(text) == nil)
  }
}
