import PromptFlow
import Testing

/// The state-transition table of the platform rules, row by row.
///
/// Rows about a design, a text or a region are with their rules; T1 to T29 here
/// are those that one machine can walk.
@Suite("The table of transitions")
struct TransitionTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let rules: String
    let start: SystemPermission
    let events: [SystemPermission.Event]
    let last: SystemPermission.Action
    let status: AuthorizationStatus?
    let recorded: RecordedAnswer

    init(
      _ name: String, _ rules: String, from start: SystemPermission, _ events: SystemPermission.Event...,
      last: SystemPermission.Action, status: AuthorizationStatus?, recorded: RecordedAnswer
    ) {
      self.name = name
      self.rules = rules
      self.start = start
      self.events = events
      self.last = last
      self.status = status
      self.recorded = recorded
    }

    var testDescription: String { "\(name) (\(rules))" }
  }

  private static let off = TrackingDevice(allowsRequests: false)
  private static let locked = TrackingDevice(restriction: .profile)

  static let rows = [
    Row(
      "T1 reading", "R3", from: makePermission(), .statusRead, last: .none, status: .notDetermined,
      recorded: .unknown),
    Row(
      "T2 restricted", "R13", from: makePermission(.modern, locked), .requested,
      last: .complete(.restricted, nil), status: .restricted, recorded: .unknown),
    Row(
      "T3 granted", "R16", from: makePermission(answered: .allow), .requested,
      last: .complete(.authorized, nil), status: .authorized, recorded: .granted),
    Row(
      "T4 denied", "R17", from: makePermission(answered: .deny), .requested,
      last: .complete(.denied, nil), status: .denied, recorded: .denied),
    Row(
      "T5 switched off", "R18", from: makePermission(.modern, off), .requested,
      last: .complete(.denied, nil), status: .denied, recorded: .unknown),
    Row(
      "T5 switched off on 14.0", "R46", from: makePermission(.iOS14_0, off), .requested,
      last: .complete(.denied, nil), status: .denied, recorded: .denied),
    Row(
      "T6 inactive", "R19", from: makePermission(isActive: false), .requested,
      last: .complete(.notDetermined, .notActive), status: .notDetermined, recorded: .unknown),
    Row(
      "T7 behind an alert", "R21", from: makePermission(), .otherAlertDue(0), .requested,
      last: .complete(.notDetermined, .behindAlert), status: .notDetermined, recorded: .unknown),
    Row(
      "T8 behind an alert on 14", "R52", from: makePermission(.iOS14_5), .otherAlertDue(0), .requested,
      .otherAlertClosed, last: .present(.tracking), status: .notDetermined, recorded: .unknown),
    Row(
      "T10 eligible", "R23", from: makePermission(), .requested, last: .present(.tracking),
      status: .notDetermined, recorded: .unknown),
    Row(
      "T11 Allow", "R27", from: makePermission(), .requested, .answered(.allow), last: .settle,
      status: .authorized, recorded: .granted),
    Row(
      "T12 Ask App Not to Track", "R28", from: makePermission(), .requested, .answered(.deny),
      last: .settle, status: .denied, recorded: .denied),
    Row(
      "T13 dismissed", "R26", from: makePermission(), .requested, .endedUndecided, last: .settle,
      status: .notDetermined, recorded: .unknown),
    Row(
      "T16 second request", "R33", from: makePermission(), .requested, .requested,
      last: .complete(.notDetermined, .behindAlert), status: .notDetermined, recorded: .unknown),
    Row(
      "T17 own switch on", "R37", from: makePermission(answered: .deny), .appSwitch(isOn: true),
      last: .none, status: .authorized, recorded: .granted),
    Row(
      "T18 own switch off", "R38", from: makePermission(answered: .allow), .appSwitch(isOn: false),
      last: .none, status: .denied, recorded: .denied),
    Row(
      "T19 device's switch off", "R6", from: makePermission(), .globalSwitch(.offKeepingGrants),
      last: .none, status: .denied, recorded: .unknown),
    Row(
      "T20 device's switch on", "R7", from: makePermission(.modern, off), .globalSwitch(.on),
      last: .none, status: .notDetermined, recorded: .unknown),
    Row(
      "T21 off and stop", "R44", from: makePermission(answered: .allow),
      .globalSwitch(.offStoppingTracking), .globalSwitch(.on), last: .none, status: .denied,
      recorded: .denied),
    Row(
      "T22 off and continue", "R45", from: makePermission(answered: .allow),
      .globalSwitch(.offKeepingGrants), last: .none, status: .authorized, recorded: .granted),
    Row(
      "T22 off and continue on 14.0", "R45", from: makePermission(.iOS14_0, answered: .allow),
      .globalSwitch(.offKeepingGrants), last: .none, status: .denied, recorded: .granted),
    Row(
      "T23 denied, off and on", "R29", from: makePermission(answered: .deny),
      .globalSwitch(.offStoppingTracking), .globalSwitch(.on), last: .none, status: .denied,
      recorded: .denied),
    Row(
      "T26 reinstalled", "R30", from: makePermission(answered: .deny), .reinstalled, last: .none,
      status: .notDetermined, recorded: .unknown),
    Row(
      "T26 reinstalled under the switch", "R6, R30", from: makePermission(.modern, off), .reinstalled,
      last: .none, status: .denied, recorded: .unknown),
  ]

  @Test("R4, R29: each row leads where the table says", arguments: rows)
  func row(row: Row) {
    var permission = row.start
    let last = row.events.map { permission.handle($0) }.last
    #expect(last == row.last)
    #expect(permission.status == row.status)
    #expect(permission.recordedAnswer == row.recorded)
  }

  @Test("R4, R5: T24 and T25: a restriction hides what is recorded and, lifted, shows it again")
  func restrictionComesAndGoes() {
    var permission = makePermission(answered: .allow)
    permission.device.restriction = .settingNotChangeable
    #expect(permission.status == .restricted)
    #expect(!permission.identifierIsReadable)
    permission.device.restriction = .none
    #expect(permission.status == .authorized)
  }

  @Test(
    "R50, R51: T28: across the update to 14.5 an app never answered keeps its status and loses the identifier"
  )
  func updateWithoutPrompt() {
    let before = makePermission(.iOS14_0)
    let after = makePermission(.iOS14_5)
    #expect(before.status == after.status)
    #expect([before.identifierIsReadable, after.identifierIsReadable] == [true, false])
  }
}
