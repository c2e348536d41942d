import ExperimentDesign
import Inference
import Reviews
import Testing

@Suite("The progress line")
struct ProgressLineTests {
  private func line(width: Int) throws -> String {
    let mean = try #require(try MonteCarloMean([0.2, 0.21, 0.22]))
    let objective = Objective(.optInPerInstall)
    return progressLine(
      done: 120, trials: 1400, livesPerSecond: 2.66e6, secondsLeft: 95, best: ("launch", mean, objective),
      width: width)
  }

  @Test("it shows trials, speed, time left and the best objective with its error")
  func whole() throws {
    #expect(
      try line(width: 100)
        == "120 of 1,400 trials · 2.7 M installs × options/s · 2 min left · launch 21.0 ± 0.6%")
  }

  @Test("of a fit it shows points, of which it is not known how many there will be")
  func points() {
    #expect(
      progressLine(done: 120, expectedPoints: 1_400, livesPerSecond: 2.66e6, secondsLeft: 95, width: 100)
        == "120 of about 1,400 points · 2.7 M installs × options/s · 2 min left")
  }

  @Test("after the trials it shows how many alternative models and settings are done, of how many at most")
  func judged() {
    #expect(
      progressLine(judged: 3, most: 12, seconds: 6, width: 100)
        == "3 of at most 12 alternative models and settings · at most 18 s left")
    #expect(progressLine(judged: 0, most: 12, seconds: 0, width: 100).hasSuffix("settings"))
    #expect(progressLine(judged: 3, most: 12, seconds: 6, width: 40).count < 40)
  }

  @Test("what has no room is left out, last things first", arguments: [30, 60])
  func narrow(width: Int) throws {
    let line = try line(width: width)
    #expect(line.count < width && line.hasPrefix("120 of 1,400 trials"))
  }
}
