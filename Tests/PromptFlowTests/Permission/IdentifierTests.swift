import PromptFlow
import Testing

@Suite("The identifier, and what a no leaves possible")
struct IdentifierTests {
  private let own = AdvertisingIdentifier(high: 0xEA7583CD_A667_48BC, low: 0xB806_42ECB2B48606)

  @Test("R66: the identifier is real where the status is authorized, and zeros everywhere else")
  func realIffAuthorized() {
    #expect(makePermission(answered: .allow).identifierIsReadable)
    let others = [
      makePermission(), makePermission(answered: .deny),
      makePermission(.modern, TrackingDevice(allowsRequests: false)),
      makePermission(.modern, TrackingDevice(restriction: .appClip)),
    ]
    #expect(others.allSatisfy { !$0.identifierIsReadable })
  }

  @Test("R67: what is passed on is decided by the status, not by whether the bytes are zeros")
  func passedOn() {
    #expect(AdvertisingIdentifier.zeros.passedOn(under: .authorized) == .zeros)
    let others: [AuthorizationStatus] = [.notDetermined, .restricted, .denied, .unknown(4)]
    #expect(others.allSatisfy { own.passedOn(under: $0) == nil })
  }
}
