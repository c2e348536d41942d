import Inference
import Testing

@Suite("Numbers of many trials, most of them in a file")
struct TrialLogTests {
  @Test("a column is what was added to it, across the ends of blocks", arguments: [3, 700, 20_000])
  func columns(count: Int) {
    func number(_ row: Int, _ column: Int) -> Double? { (row + column) % 5 == 0 ? nil : Double(row - column) }
    var log = TrialLog(in: TrialFile())
    #expect(log[0].isEmpty)
    let rows = 3 * max(1, 8_192 / count) + 2
    var other = log
    for row in 0..<3 * rows {
      if row == rows { other = log }
      for column in 0..<count { log.append(number(row, column)) }
      log.endRow()
    }
    for _ in 0..<count { other.append(1) }
    other.endRow()
    for column in [0, 1, count - 1] {
      #expect(log[column] == (0..<3 * rows).map { number($0, column) })
      #expect(other[column] == log[column].prefix(rows) + [1])
    }
  }
}
