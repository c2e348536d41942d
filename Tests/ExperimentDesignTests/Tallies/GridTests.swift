import ExperimentDesign
import Testing

@Suite("Values by scenario, arm and segment")
struct GridTests {
  private let shape = GridShape(arms: 2, segments: [1, 3])

  @Test("values stand by scenario, then by arm, then by segment, and are found again there")
  func order() {
    let grid = SegmentGrid(shape) { "\($0.rawValue)\($1.rawValue)\($2.rawValue)" }
    #expect(grid.all == ["000", "010", "100", "101", "102", "110", "111", "112"])
    #expect(grid[0, 1, 0] == "010" && grid[1, 0, 2] == "102")
    #expect(Array(grid[1, 1]) == ["110", "111", "112"])
    let arms = ArmGrid(shape) { "\($0.rawValue)\($1.rawValue)" }
    #expect(arms.all == ["00", "01", "10", "11"] && arms[1] == ["10", "11"] && arms[0, 1] == "01")
  }

  @Test("a value is changed where it stands, and nowhere else")
  func changing() {
    var grid = SegmentGrid(shape) { _, _, _ in 0 }
    grid[1, 0, 1] += 5
    #expect(grid.all == [0, 0, 0, 5, 0, 0, 0, 0])
    var arms = ArmGrid(shape) { _, _ in 0 }
    arms[1, 0] += 7
    #expect(arms.all == [0, 0, 7, 0])
  }

  @Test("what making a value throws ends the grid")
  func throwing() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try ArmGrid(shape) { _, arm in if arm == 1 { throw Failure() } else { 1 } }
    }
  }
}
