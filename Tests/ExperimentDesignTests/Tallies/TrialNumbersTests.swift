import ExperimentDesign
import Testing

@Suite("Trials by their numbers")
struct TrialNumbersTests {
  @Test("pieces are the trials they stand for")
  func pieces() {
    let numbers = TrialNumbers([0, 1, 2, 5, 7, 8])
    #expect(Array(numbers) == [0, 1, 2, 5, 7, 8])
    #expect(numbers.ranges == [0..<3, 5..<6, 7..<9])
    #expect(numbers.count == 6 && numbers[4] == 7)
    #expect(TrialNumbers().isEmpty && TrialNumbers(3..<3).isEmpty)
  }

  @Test("shards have every trial once", arguments: [1, 2, 3, 7, 20])
  func shards(count: Int) {
    let missing = TrialNumbers([1, 2, 3, 4, 9, 11, 12, 13, 14, 15, 16])
    let parts = (0..<count).map { missing.leaving($0, dividedBy: count) }
    #expect(parts.flatMap { $0 }.sorted() == Array(missing))
    for (remainder, part) in parts.enumerated() {
      #expect(part.allSatisfy { $0 % count == remainder })
      #expect(Array(part.leaving(remainder, dividedBy: count)) == Array(part))
    }
  }

  @Test("four billion trials take no room")
  func many() {
    let all = TrialNumbers(0..<4_000_000_000)
    #expect(all.count == 4_000_000_000 && all[3_999_999_999] == 3_999_999_999)
    let part = all.leaving(6, dividedBy: 7)
    #expect(part.count == 571_428_571 && part[571_428_570] == 3_999_999_996)
  }
}
