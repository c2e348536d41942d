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

  @Test("a terminal has a line every fifth of a second")
  func terminal() {
    let lines = shown(10, isOnTerminal: true)
    #expect(lines.count >= 33 && lines.count <= 50 && lines[0] < 0.5)
  }
}
