import Synchronization
import Testing

@testable import Studies

@Suite("How far a calibration is")
struct MeterTests {
  @Test("points are counted against what is expected, which is never less than there were")
  func readings() {
    let readings = Mutex<[CalibrationMeter.Reading]>([])
    let meter = CalibrationMeter { reading in readings.withLock { $0.append(reading) } }
    meter.expect([.init(points: 2, lives: 100), .init(points: 1, lives: 400)], looks: 50)
    meter.add(points: 1, lives: 100)
    meter.expect([.init(points: 1, lives: 400)], looks: 50)
    meter.add(points: 3, lives: 1_000)
    meter.add(points: 0, lives: 50)
    let found = readings.withLock { $0 }
    #expect(found.map(\.points) == [1, 4, 4] && found.map(\.expectedPoints) == [3, 4, 4])
    #expect(found.map(\.lives) == [100, 1_100, 1_150] && found.map(\.livesLeft) == [550, 0, 0])
  }
}
