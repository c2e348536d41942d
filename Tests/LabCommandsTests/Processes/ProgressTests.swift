import Testing

@testable import LabCommands

@Suite("When it is said how far work is")
struct ProgressTests {
  /// The seconds at which a line is shown, asked for at every tenth of a second.
  private func shown(_ seconds: Int, isOnTerminal: Bool) -> [Double] {
    var next = Progress.first
    return (0...10 * seconds).map { Double($0) / 10 }.filter { second in
      guard second >= next else { return false }
      next = Progress.moment(after: second, isOnTerminal: isOnTerminal)
      return true
    }
  }

  @Test("a log has few lines: the first after a second, then after as long again, and at most five minutes")
  func log() {
    #expect(shown(1_300, isOnTerminal: false) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 812, 1_112])
  }

  @Test("a terminal has a line after a second, then every fifth of one")
  func terminal() {
    let lines = shown(10, isOnTerminal: true)
    #expect(lines.count >= 30 && lines.count <= 46 && lines[0] == 1)
  }

  @Test("a time is worded by its size")
  func durations() {
    #expect([0.2, 40, 180, 7800].map(Progress.duration) == ["under 1 s", "40 s", "3 min", "2 h 10 min"])
    #expect(Progress.duration(.nan) == "unknown time")
  }
}
