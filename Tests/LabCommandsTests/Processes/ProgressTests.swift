import Testing

@testable import LabCommands

@Suite("When it is said how far work is")
struct ProgressTests {
  /// The seconds at which a line is shown, asked for at every tenth of a second.
  private func shown(_ seconds: Int, isOnTerminal: Bool) -> [Double] {
    var moments = ProgressMoments(isOnTerminal: isOnTerminal)
    return (0...10 * seconds).map { Double($0) / 10 }.filter { moments.isTime(after: $0) }
  }

  @Test("a log has few lines: the first after 10 seconds, then after as long again, and at most five minutes")
  func log() {
    #expect(shown(9, isOnTerminal: false).isEmpty)
    #expect(shown(1_300, isOnTerminal: false) == [10, 20, 40, 80, 160, 320, 620, 920, 1_220])
  }

  @Test("a time is worded by its size")
  func durations() {
    #expect([0.2, 40, 180, 7800].map(Progress.duration) == ["under 1 s", "40 s", "3 min", "2 h 10 min"])
    #expect(Progress.duration(.nan) == "unknown time")
  }

  @Test("a terminal has a line after a second, then every fifth of one")
  func terminal() {
    let lines = shown(10, isOnTerminal: true)
    #expect(lines.count >= 30 && lines.count <= 46 && lines[0] == 1)
  }
}
