import Inference
import TestData

/// Answers that come after the day by which a test is read.
public struct LaterAnswers: Hashable, Sendable {
  /// How many they are.
  public var count: Int
  /// The days after the install of the first and of the last.
  public var days: ClosedRange<Int>
}

extension AnalysedTest {
  /// Whether it is known that nobody of an arm had answered by the day of the rates.
  func hasNoAnswer(_ arm: Int) -> Bool {
    let answered =
      panels.first { $0.denominator == .answered } ?? panels.first { $0.denominator == .prompted }
    return answered?.counts[arm].n == 0
  }

  /// The answers of arms that come after the day of the rates; `nil` without any, and of counts.
  public func laterAnswers(of arms: [Int]) -> LaterAnswers? {
    guard case .events(_, let day, _) = material else { return nil }
    let longest = answersByDay.map(\.count).max() ?? 0
    guard day + 1 < longest else { return nil }
    let later = (day + 1..<longest).map { day in
      arms.reduce(0) { $0 + (day < answersByDay[$1].count ? answersByDay[$1][day] : 0) }
    }
    guard let first = later.firstIndex(where: { $0 > 0 }), let last = later.lastIndex(where: { $0 > 0 })
    else { return nil }
    return LaterAnswers(count: later.reduce(0, +), days: day + 1 + first...day + 1 + last)
  }
}
