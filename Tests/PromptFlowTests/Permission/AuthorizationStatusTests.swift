import PromptFlow
import Testing

@Suite("The status an app reads")
struct AuthorizationStatusTests {
  @Test("R1: the raw values are 0, 1, 2 and 3, in the order of the system's enumeration")
  func rawValues() {
    let all: [AuthorizationStatus] = [.notDetermined, .restricted, .denied, .authorized]
    #expect(all.map(\.rawValue) == [0, 1, 2, 3])
    #expect((0...3).map { AuthorizationStatus(rawValue: $0) } == all)
  }

  @Test("R2: a value from a future system is kept and is not permission", arguments: [4, 5, .max] as [UInt])
  func unknownValue(raw: UInt) {
    let status = AuthorizationStatus(rawValue: raw)
    #expect(status == .unknown(raw) && status.rawValue == raw)
    #expect(([0, 1, 2, 3] + [raw]).filter { AuthorizationStatus(rawValue: $0).permitsTracking } == [3])
  }

  @Test("R67: what is passed on is decided by the status, not by whether the bytes are zeros")
  func passedOn() {
    let own = AdvertisingIdentifier(high: 0xEA7583CD_A667_48BC, low: 0xB806_42ECB2B48606)
    #expect(AdvertisingIdentifier.zeros.passedOn(under: .authorized) == .zeros)
    let others: [AuthorizationStatus] = [.notDetermined, .restricted, .denied, .unknown(4)]
    #expect(others.allSatisfy { own.passedOn(under: $0) == nil })
  }
}
