import Inference
import Testing

@Suite("Numbers of many trials, most of them in a file")
struct TrialLogTests {
  private func number(_ row: Int, _ column: Int) -> Double? {
    (row + column) % 5 == 0 ? nil : Double(row) / Double(column + 1)
  }

  @Test("a column is what was added to it, across the ends of blocks", arguments: [3, 700, 20_000])
  func columns(count: Int) {
    var log = TrialLog(in: TrialFile())
    #expect(log[0].isEmpty)
    let rows = 3 * max(1, 16_384 / count) + 2
    for row in 0..<rows { log.append((0..<count).map { number(row, $0) }) }
    var other = log
    for row in rows..<3 * rows { log.append((0..<count).map { number(row, $0) }) }
    for _ in 0..<rows { other.append(Array(repeating: 1, count: count)) }
    for column in [0, 1, count - 1] {
      #expect(log[column] == (0..<3 * rows).map { number($0, column) })
      #expect(other[column].suffix(rows).allSatisfy { $0 == 1 } && other[column].count == 2 * rows)
    }
  }
}
