import PromptFlow
import Testing

@Suite("The identifier, and what a no leaves possible")
struct IdentifierTests {
  private let own = AdvertisingIdentifier(high: 0xEA7583CD_A667_48BC, low: 0xB806_42ECB2B48606)

  @Test("R66: the identifier is real where the status is authorized, and zeros everywhere else")
  func realIffAuthorized() {
    #expect(makePermission(answered: .allow).identifier(of: own) == own)
    let others = [
      makePermission(), makePermission(answered: .deny),
      makePermission(.modern, TrackingDevice(allowsRequests: false)),
      makePermission(.modern, TrackingDevice(restriction: .appClip)),
    ]
    #expect(others.allSatisfy { $0.identifier(of: own) == .zeros })
  }

  @Test("R67: what is passed on is decided by the status, not by whether the bytes are zeros")
  func passedOn() {
    #expect(AdvertisingIdentifier.zeros.passedOn(under: .authorized) == .zeros)
    let others: [AuthorizationStatus] = [.notDetermined, .restricted, .denied, .unknown(4)]
    #expect(others.allSatisfy { own.passedOn(under: $0) == nil })
  }

  @Test("R71: a permission given after the install event reaches later events, and attribution starts anew")
  func lateAuthorization() {
    var permission = makePermission()
    var record = AttributionRecord()
    record.sendInstall(identifierIsReadable: permission.identifierIsReadable)
    let before = record.sendEvent(identifierIsReadable: permission.identifierIsReadable)
    permission.tell(.requested, .answered(.allow))
    let after = record.sendEvent(identifierIsReadable: permission.identifierIsReadable)
    #expect([before, after] == [false, true])
    #expect(record.installCarriesIdentifier == false)
    #expect(record.needsNewAttribution)
  }

  @Test("R71: an install event that carried the identifier is not sent again")
  func installOnce() {
    var record = AttributionRecord()
    record.sendInstall(identifierIsReadable: true)
    record.sendInstall(identifierIsReadable: false)
    #expect(record.installCarriesIdentifier == true)
    _ = record.sendEvent(identifierIsReadable: true)
    #expect(!record.needsNewAttribution)
  }

  @Test("R72: a denied or restricted install is served contextual ads, not none")
  func contextualAds() {
    let without = [
      makePermission(answered: .deny), makePermission(.modern, TrackingDevice(restriction: .profile)),
    ]
    #expect(
      without.map { AdServing(identifierIsReadable: $0.identifierIsReadable, purposes: nil) }
        == [.contextual, .contextual])
    let allowed = makePermission(answered: .allow)
    #expect(AdServing(identifierIsReadable: allowed.identifierIsReadable, purposes: nil) == .personalized)
  }
}
