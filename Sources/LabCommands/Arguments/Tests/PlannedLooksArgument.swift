import ArgumentParser
import TestData

/// When a running test is looked at, as `--looks` of plan says it.
enum PlannedLooksArgument {
  /// How many times, the last time included.
  case count(Int)
  /// The days of the looks before the last, in order.
  case dates([CalendarDay])

  /// - Throws: `ValidationError`.
  init(text: String) throws {
    if let number = Int(text), (2...50).contains(number) {
      self = .count(number)
      return
    }
    let days = text.split(separator: ",", omittingEmptySubsequences: false).map { CalendarDay(String($0)) }
    let known = days.compactMap { $0 }
    guard !known.isEmpty, known.count == days.count else {
      throw ValidationError(
        "expected the number of looks, from 2 to 50, or dates separated by commas, as in 2026-03-01,2026-03-08, found "
          + "'\(text)'.")
    }
    if let index = known.indices.dropFirst().first(where: { known[$0].days(since: known[$0 - 1]) <= 0 }) {
      throw ValidationError(
        "'\(text)': looks are given in order; \(known[index - 1]) is not before \(known[index]).")
    }
    guard known.count < 50 else {
      throw ValidationError("expected at most 49 dates of looks, found \(known.count).")
    }
    self = .dates(known)
  }
}
