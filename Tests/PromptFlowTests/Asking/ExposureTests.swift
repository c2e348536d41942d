import FlowRehearsal
import Foundation
import PromptFlow
import Testing

@Suite("Exposures and outcomes")
struct ExposureTests {
  /// Lives an install and returns its row, with the clock from 2026-03-01T00:00:00Z on.
  private func row(
    _ setup: FlowSetup = .make(delay: 2), device: TrackingDevice = TrackingDevice(),
    live: (inout Rehearsal) -> Void
  ) throws -> String {
    var life = Rehearsal(setup, device: device)
    var record = ExposureRecord(arm: "launch", installedAt: 1_772_323_200, release: "5.1.0", language: "en")
    var noted = 0
    func note(_ life: Rehearsal) {
      for line in life.records.dropFirst(noted) { record.note(line, at: 1_772_323_200 + Int64(life.seconds)) }
      noted = life.records.count
    }
    life.launch()
    note(life)
    life.wait(2)
    note(life)
    life.wait(6)
    live(&life)
    note(life)
    record = try throughJSON(record)
    return ExposureCSV.row(record, installID: "i1")
  }

  /// The row of every install here, but for the times of prompt and answer and the status.
  private func line(_ outcome: String) -> String { "i1,launch,2026-03-01T00:00:00Z,\(outcome),,5.1.0,en\n" }

  @Test("R27, R28: the answer to the alert is the outcome, with both times")
  func answered() throws {
    let times = "2026-03-01T00:00:02Z,2026-03-01T00:00:08Z"
    #expect(try row { $0.answer(.allow) } == line("\(times),authorized"))
    #expect(try row { $0.answer(.deny) } == line("\(times),denied"))
  }

  @Test("R147: a device that may not be asked is denied without times")
  func switchedOff() throws {
    #expect(try row(device: TrackingDevice(allowsRequests: false)) { _ in } == line(",,denied"))
    #expect(try row(device: TrackingDevice(restriction: .profile)) { _ in } == line(",,restricted"))
  }

  @Test("R26, R146: an alert that nobody answers was a prompt, and one never shown was none")
  func undetermined() throws {
    #expect(try row { $0.answer(nil) } == line("2026-03-01T00:00:02Z,,notDetermined"))
    #expect(try row(.make(.onboarding)) { _ in } == line(",,notDetermined"))
  }

  @Test("R38: a change of mind in Settings is not part of the outcome")
  func changeOfMind() throws {
    #expect(
      try row {
        $0.answer(.allow)
        $0.changeInSettings(isOn: false)
      }.contains(",authorized,"))
  }

  @Test("a clock that steps back leaves no prompt before the install and no decision before the prompt")
  func clocks() {
    var record = ExposureRecord(arm: "a", installedAt: 1000)
    record.requested(at: 900)
    record.observe(.denied, at: 50)
    #expect(record.promptedAt == 1000 && record.decidedAt == 1000)
  }

  @Test(
    "times are ISO 8601 in UTC, leap days and the years before 1970 too",
    // date -u -d @N +%FT%TZ (GNU coreutils)
    arguments: [
      (Int64(0), "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (1_709_251_199, "2024-02-29T23:59:59Z"), (-1, "1969-12-31T23:59:59Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ])
  func times(seconds: Int64, text: String) {
    let record = ExposureRecord(arm: "a", installedAt: seconds)
    #expect(ExposureCSV.row(record, installID: "i") == "i,a,\(text),,,notDetermined,,,\n")
  }

  @Test("a cell with comma, quote or line end is quoted as RFC 4180 says")
  func quoting() {
    let record = ExposureRecord(arm: "a,\"b\"\n", installedAt: 0)
    #expect(ExposureCSV.row(record, installID: "i").hasPrefix("i,\"a,\"\"b\"\"\n\",1970"))
  }

  @Test("R2: a status of a future system is no yes in the table")
  func future() {
    let record = ExposureRecord(arm: "a", installedAt: 0, status: .unknown(5))
    #expect(ExposureCSV.row(record, installID: "i").contains(",restricted,"))
  }
}
