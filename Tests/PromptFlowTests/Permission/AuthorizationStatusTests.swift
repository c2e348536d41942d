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
    #expect(status == .unknown(raw))
    #expect(status.rawValue == raw)
    #expect(!status.permitsTracking)
  }

  @Test("R2: authorized is the only status that permits tracking")
  func onlyAuthorizedPermits() {
    #expect((0..<100).filter { AuthorizationStatus(rawValue: $0).permitsTracking } == [3])
  }
}
